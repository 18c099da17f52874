import { once } from 'node:events';
import { request as rawRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { closeServers, read, start, write } from './server-in-test.ts';

afterEach(closeServers);

describe('a slow sender', () => {
  const patience = { requestMs: 300, lookEveryMs: 50 };
  it.each([
    ['headers', 'POST /api/thing HTTP/1.1\r\nHost: x\r\nX-Drip: '],
    [
      'a body',
      'POST /api/thing HTTP/1.1\r\nHost: x\r\nCookie: a=OrganizationUser\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
    ],
  ])('who drips %s is disconnected, and others are served in the meantime', async (_what, beginning) => {
    const { http } = await start([write], { patience });
    http.bind(write, () => ({}));
    const url = await http.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write(beginning);
    const drip = setInterval(() => socket.write(' '), 40);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await closed;
    clearInterval(drip);
    expect(answer).toContain('408');
  });
});

it('notifies the handler when the caller disconnects', async () => {
  const { http } = await start([read]);
  let arrived!: () => void;
  const handling = new Promise<void>((resolve) => (arrived = resolve));
  let seen!: (aborted: boolean) => void;
  const aborted = new Promise<boolean>((resolve) => (seen = resolve));
  http.bind(read, async ({ signal }) => {
    arrived();
    await once(signal, 'abort');
    seen(signal.aborted);
    return {};
  });
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const request = rawRequest(`${url}/api/thing`).on('error', () => {});
  request.end();
  await handling;
  request.destroy();
  expect(await aborted).toBe(true);
});

it('does not log the failure of work whose caller has disconnected', async () => {
  const { http, lines } = await start([read]);
  let arrived!: () => void;
  const handling = new Promise<void>((resolve) => (arrived = resolve));
  let over!: () => void;
  const aborted = new Promise<void>((resolve) => (over = resolve));
  http.bind(read, async ({ signal }) => {
    arrived();
    await once(signal, 'abort');
    setImmediate(over);
    throw signal.reason;
  });
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const request = rawRequest(`${url}/api/thing`).on('error', () => {});
  request.end();
  await handling;
  request.destroy();
  await aborted;
  expect(lines.join('')).not.toContain('A request failed');
});
