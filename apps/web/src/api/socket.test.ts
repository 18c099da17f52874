import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { liveTraffic } from '@atrium/contract/live-traffic';
import type { ClientToServer, ServerToClient } from '@atrium/contract/topics';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onNotice } from './notices.ts';
import { LiveSocket } from './socket.ts';

const north = '3f2b1c9e-0000-4000-8000-000000000001';
const south = '3f2b1c9e-0000-4000-8000-000000000002';

let http: HttpServer;
let io: Server<ClientToServer, ServerToClient>;
let live: LiveSocket;
/** What the server was sent, over all connections. */
let asked: string[];

beforeEach(async () => {
  asked = [];
  http = createServer();
  io = new Server(http, { path: '/veart/socket.io', serveClient: false });
  io.on('connection', (socket) => {
    socket.on('traffic:subscribe', (subscription, acknowledge) => {
      const { entityId } = subscription as { entityId: string };
      asked.push(`+${entityId.at(-1)}`);
      acknowledge?.(entityId === south ? { error: 'No such location.', code: 'not_found' } : { ok: true });
    });
    socket.on('traffic:unsubscribe', (entityId) => {
      asked.push(`-${String(entityId).at(-1)}`);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  live = new LiveSocket(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
});

afterEach(async () => {
  live.close();
  await io.close();
});

const watch = (entityId: string) => live.subscribe(liveTraffic, { entityType: 'location', entityId });
const stateOf = (entityId: string) => live.state(liveTraffic, entityId);
const push = (entityId: string, ins: number) =>
  io.emit('traffic:realtimedata', {
    entityType: 'location',
    entityId,
    ins,
    outs: 0,
    minute: null,
    completeness: null,
    lastReadingAt: null,
    isOpen: true,
    asOf: new Date().toISOString(),
  });

it('[R316] subscribes to an entity once for any number of watchers, and unsubscribes with the last', async () => {
  const [first, second] = [watch(north), watch(north)];
  await vi.waitFor(() => expect(asked).toEqual(['+1']), 10_000);
  first();
  second();
  await vi.waitFor(() => expect(asked).toEqual(['+1', '-1']), 10_000);
  expect(stateOf(north)).toBeUndefined();
});

it('keeps the latest reading of each subscription and notifies its listeners', async () => {
  watch(north);
  await vi.waitFor(() => expect(asked).toEqual(['+1']), 10_000);
  const changed = vi.fn();
  live.onChange(changed);
  push(north, 7);
  push(south, 9);
  await vi.waitFor(() => expect(stateOf(north)?.received?.message.ins).toBe(7));
  expect(changed).toHaveBeenCalled();
  expect(stateOf(south)).toBeUndefined();
});

it('remembers why a subscription was refused', async () => {
  watch(south);
  await vi.waitFor(() => expect(stateOf(south)?.refusal).toBe('No such location.'));
});

it('[R317] [R872] reconnects after one to two seconds and subscribes to everything again', async () => {
  watch(north);
  watch(south);
  await vi.waitFor(() => expect(asked).toEqual(['+1', '+2']), 10_000);
  const lostAt = Date.now();
  for (const socket of await io.fetchSockets()) io.sockets.sockets.get(socket.id)?.conn.close();
  await vi.waitFor(() => expect(asked).toEqual(['+1', '+2', '+1', '+2']), { timeout: 5000 });
  expect(Date.now() - lostAt).toBeGreaterThanOrEqual(1000);
  expect(Date.now() - lostAt).toBeLessThan(4000);
  expect(live.connection).toBe('open');
});

it('reopens for a watcher that comes after it was closed', async () => {
  watch(north)();
  live.close();
  watch(north);
  await vi.waitFor(() => expect(asked.filter((entry) => entry === '+1').length).toBeGreaterThan(0));
});

it('[R1028] tries again when its library does not arrive, and has a wall screen loaded again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const kinds: string[] = [];
  const stop = onNotice(({ kind }) => kinds.push(kind));
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
    return import('socket.io-client');
  };
  const { port } = http.address() as AddressInfo;
  live = new LiveSocket(`http://127.0.0.1:${port}`, 'a-secret', load);
  watch(north);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(tries).toBe(1);
  watch(south);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(tries).toBe(2);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(tries).toBe(3);
  vi.useRealTimers();
  await vi.waitFor(() => expect(asked).toEqual(['+1', '+2']), 10_000);
  expect(kinds).toEqual(['reload', 'reload']);
  stop();
});
