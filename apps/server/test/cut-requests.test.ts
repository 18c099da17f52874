import { socketPath } from '@atrium/contract/socket-address';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let admin: Client;
let attachments: string;
let pushPath: string;
/** Errors that would have ended the process. */
const fatal: unknown[] = [];
const note = (error: unknown) => void fatal.push(error);

beforeAll(async () => {
  world = await openWorld();
  const { orgId } = await world.organization();
  const { locationId } = await world.location({ orgId });
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  attachments = `/api/location/${locationId}/attachment`;
  pushPath = `/api/push/xovis5/${await world.pushKey({ orgId })}`;
  world.http.fastify.server.on('connection', (end: Socket) => ends.set(end.remotePort, end));
  process.on('uncaughtException', note).on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('uncaughtException', note).off('unhandledRejection', note);
  await world.close();
});

/** The server's sockets, by the port of the client. */
const ends = new Map<number | undefined, Socket>();

const crlf = (...lines: string[]) => lines.join('\r\n');
const cookie = () => `Cookie: ${admin.cookieHeader()}`;
const post = (path: string, type: string, body: string, ...headers: string[]) =>
  crlf(`POST ${path} HTTP/1.1`, 'Host: x', `Content-Type: ${type}`, ...headers) +
  crlf('', `Content-Length: ${Buffer.byteLength(body)}`, '', body);
const upgrade = (path: string, ...headers: string[]) =>
  crlf(`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13') +
  crlf('', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', ...headers, '', '');

const boundary = 'line';
const form = crlf(
  `--${boundary}`,
  'Content-Disposition: form-data; name="notes"',
  '',
  'north',
  `--${boundary}`,
  'Content-Disposition: form-data; name="file"; filename="a.txt"',
  '',
  'abc',
  `--${boundary}--`,
  '',
);
const formType = `multipart/form-data; boundary=${boundary}`;

/** A masked text frame of a websocket. */
const frame = (text: string) => Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
const send = (body: string, type = formType) =>
  admin.send<{ code: string }>('POST', attachments, body, { 'content-type': type });
const part = (...head: string[]) => crlf(`--${boundary}`, ...head, '', 'abc', `--${boundary}--`, '');

async function opened(): Promise<Socket> {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends the first bytes, lets the server read them, and ends the connection with a reset or a FIN. */
async function cut(bytes: Buffer, at: number): Promise<void> {
  const socket = await opened();
  socket.resume();
  socket.write(bytes.subarray(0, at));
  // A reset discards what the other end has not read yet.
  const heard = () => {
    const end = ends.get(socket.localPort);
    return end !== undefined && (end.bytesRead >= at || end.destroyed);
  };
  while (!heard()) await sleep(1);
  await nextTurn();
  if (at % 4 === 0 && at < bytes.length) socket.destroy();
  else socket.resetAndDestroy();
}

async function cutEverywhere(request: string | Buffer): Promise<void> {
  const bytes = Buffer.from(request);
  const places = Array.from({ length: bytes.length + 1 }, (_, at) => at);
  while (places.length > 0) await Promise.all(places.splice(0, 100).map((at) => cut(bytes, at)));
}

/** Everything the server sends until it closes the connection. */
async function answerTo(request: string): Promise<string> {
  const socket = await opened();
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += String(chunk);
  });
  socket.write(request);
  await once(socket, 'close');
  return answer;
}

async function expectAlive(): Promise<void> {
  // Connection errors arrive after the connections are closed.
  await sleep(20);
  expect(fatal).toEqual([]);
  expect((await world.anonymous().get('/healthz')).status).toBe(200);
}

describe('[S63] a request that breaks off at any byte, by a reset or an end, does not crash the process', () => {
  it('an upgrade, on the socket path and on any other', async () => {
    for (const path of ['/', `${socketPath}/?EIO=4&transport=websocket`]) await cutEverywhere(upgrade(path));
    await cutEverywhere('CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n');
    await expectAlive();
  });

  it('a push', async () => {
    await cutEverywhere(post(pushPath, 'application/json', '{"live_data":{"package_info":{"version":"5.0"}}}'));
    await cutEverywhere(
      crlf(`POST ${pushPath} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', 'Transfer-Encoding: chunked') +
        crlf('', '', '5', '{"a":', '2', '1}', '0', '', ''),
    );
    await expectAlive();
  });

  it('a form with files', async () => {
    await cutEverywhere(post(attachments, formType, form, cookie()));
    await expectAlive();
  });

  it('traffic over a socket', async () => {
    const begun = Buffer.from(upgrade(`${socketPath}/?EIO=4&transport=websocket`, cookie()));
    const talk = [
      frame('40'),
      frame('42["traffic:subscribe",{}]'),
      frame('3'),
      frame('nonsense'),
      Buffer.from([0xff, 0xff]),
    ];
    await cutEverywhere(Buffer.concat([begun, ...talk]));
    const polling = `${socketPath}/?EIO=4&transport=polling`;
    await cutEverywhere(crlf(`GET ${polling} HTTP/1.1`, 'Host: x', cookie(), '', ''));
    const session = async () => {
      const { sid } = JSON.parse((await admin.get<string>(polling)).body.slice(1)) as { sid: string };
      return Buffer.from(post(`${polling}&sid=${sid}`, 'text/plain', '40'));
    };
    const places = Array.from({ length: (await session()).length + 1 }, (_, at) => at);
    while (places.length > 0) {
      await Promise.all(places.splice(0, 100).map(async (at) => cut(await session(), at)));
    }
    await expectAlive();
  });
});

describe('[S64] a connection that requests another protocol', () => {
  it.each(['/', '/veart/socket.iox/', '/api/profile', '//'])('gets 400 under %s and is closed', async (path) => {
    const answer = await answerTo(upgrade(path));
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ code: 'invalid' });
  });

  it('is not proxied anywhere', async () => {
    expect(await answerTo('CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1\.1 405 /);
  });

  it('gets the same form of response when it is not HTTP at all', async () => {
    const answer = await answerTo('NONSENSE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ code: 'invalid' });
    expect(await answerTo(`GET / HTTP/1.1\r\nX: ${'x'.repeat(80_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('is refused by the socket endpoint for every unknown method', async () => {
    const opening = (await admin.get<string>(`${socketPath}/?EIO=4&transport=polling`)).body;
    const { sid } = JSON.parse(opening.slice(1)) as { sid: string };
    const answer = await admin.send('PUT', `${socketPath}/?EIO=4&transport=polling&sid=${sid}`, 'x');
    expect(answer.status).toBe(405);
  });
});

describe('[S65] a form that is malformed or truncated', () => {
  const invalid = { status: 400, body: { code: 'invalid' } };

  it('gets 400 wherever it is cut', async () => {
    // The last line break may be missing.
    const places = Array.from({ length: form.length - 2 }, (_, at) => at);
    // The truncated requests of earlier tests have left the queue of the organization.
    await expect.poll(async () => (await send(form)).status).toBe(200);
    while (places.length > 0) {
      const answers = await Promise.all(
        places.splice(0, 10).map(async (at) => ({ at, ...(await send(form.slice(0, at))) })),
      );
      for (const answer of answers) expect(answer, `cut at ${answer.at}`).toMatchObject(invalid);
    }
    expect((await send(form)).status).toBe(200);
  });

  it('gets 400 with any number of empty parts, cut inside the last one', async () => {
    for (const count of [1, 18, 19, 20, 1000]) {
      expect([count, await send(`--${boundary}\r\n\r\n`.repeat(count))]).toMatchObject([count, invalid]);
    }
    await expectAlive();
  });

  it.each([
    ['without a boundary', 'multipart/form-data'],
    ['with an empty boundary', 'multipart/form-data; boundary='],
    ['with another boundary', 'multipart/form-data; boundary=other'],
    ['with a boundary of 10,000 characters', `multipart/form-data; boundary=${'x'.repeat(10_000)}`],
  ])('gets 400 %s', async (_name, type) => {
    expect(await send(form, type)).toMatchObject(invalid);
  });

  it('gets 400 with unknown part headers', async () => {
    const named = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
    for (const broken of [
      part('Content-Disposition: form-data'),
      part('Content-Disposition: attachment; name="file"'),
      part(`Content-Disposition: form-data; name*=utf-99''%ff`),
      part('Content-Disposition: form-data; name="x"', 'Content-Type: text/plain; charset=nonsense'),
      part('Content-Disposition: form-data; name="notes"', 'Content-Type: application/json'),
      part(...Array.from({ length: 30 }, (_, n) => `X-${n}: y`), named),
      part(`X: ${'y'.repeat(100_000)}`, named),
    ]) {
      expect([broken.slice(0, 150), await send(broken)]).toMatchObject([broken.slice(0, 150), invalid]);
    }
    await expectAlive();
  });

  it('gets 413 when it declares more than the maximum size', async () => {
    const head = crlf(`POST ${attachments} HTTP/1.1`, 'Host: x', cookie(), 'Connection: close');
    const answer = await answerTo(`${head}\r\nContent-Type: ${formType}\r\nContent-Length: 999999999\r\n\r\n--`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});
