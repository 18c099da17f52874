import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectTo, tryConnection } from './connection.ts';
import { connectionAccepted, pingAnswer, publishPacket, subscriptionAccepted } from './testing.ts';
import { linkTexts, wordsFor } from './words.ts';

let server: Server;
let port: number;
let onPacket: (socket: Socket, first: number, packet: Buffer) => void;
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {});
    // The requests of the client are short: each arrives in one piece.
    socket.on('data', (piece: Buffer) => onPacket(socket, (piece[0] ?? 0) >> 4, piece));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
let received: string[];
beforeEach(() => {
  received = [];
});

const [connect, subscribe] = [1, 8];
const settings = () => ({
  host: '127.0.0.1',
  port,
  tls: false,
  caCertificate: null,
  clientCertificate: null,
  clientKey: null,
  approvedAddresses: ['127.0.0.1'],
  username: 'user',
  password: 'secret-one',
  clientId: 'test',
  topics: [{ filter: 'a/#', vendor: 'json', deviceLevel: null }],
});
/** Resolves to the reason why the connection ended. */
async function reasonOfEnd(connectMs = 2_000): Promise<unknown> {
  const { ended } = await connectTo({
    settings: settings(),
    isInternal: () => false,
    maxBytes: 1000,
    keepsSession: true,
    connectMs,
    onReady: () => {},
    onOversized: (topic) => received.push(`too large: ${topic}`),
    onMessage: async (topic) => void received.push(topic),
  });
  return ended;
}
/** Everything that a good broker sends, in order. */
const conversation = [connectionAccepted, subscriptionAccepted(1), publishPacket('a/b', Buffer.from('{}'), 1)];
const all = Buffer.concat(conversation);

it('[S135] a broker that breaks off after any byte ends that connection and nothing else', async () => {
  for (let bytes = 0; bytes <= all.length; bytes += 1) {
    for (const leave of ['destroy', 'resetAndDestroy', 'end'] as const) {
      onPacket = (socket, kind) => {
        if (kind !== connect) return;
        socket.write(all.subarray(0, bytes));
        setImmediate(() => socket[leave]());
      };
      await reasonOfEnd();
    }
  }
  expect(new Set(received)).toEqual(new Set(['a/b']));
});

it('[S135] a broker that sends nonsense ends that connection and nothing else', async () => {
  const ends: unknown[] = [];
  for (let i = 0; i < 60; i += 1) {
    onPacket = (socket, kind) => {
      if (kind !== connect) return;
      socket.write(Buffer.concat([i % 2 === 0 ? connectionAccepted : Buffer.alloc(0), randomBytes(400)]));
      setImmediate(() => socket.destroy());
    };
    ends.push(await reasonOfEnd());
  }
  expect(ends).toHaveLength(60);
});

it('[S135] a release that is read after its connection has ended ends nothing else', async () => {
  const release = Buffer.from([0x62, 2, 0, 1]);
  const sent = Buffer.concat([connectionAccepted, publishPacket('a/b', Buffer.from('{}'), 0), release]);
  let leave: (() => void) | undefined;
  onPacket = (socket, kind) => {
    if (kind !== connect) return;
    leave = () => socket.resetAndDestroy();
    socket.write(sent);
  };
  let isStored: (() => void) | undefined;
  const connection = await connectTo({
    settings: settings(),
    isInternal: () => false,
    maxBytes: 1000,
    keepsSession: true,
    onReady: () => {},
    onOversized: () => {},
    onMessage: () => {
      leave?.();
      return new Promise((done) => {
        isStored = done;
      });
    },
  });
  await connection.ended;
  expect(isStored).toBeTypeOf('function');
  // The library is done with the connection.
  await new Promise((resolve) => setTimeout(resolve, 50));
  isStored?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
});

it('[S135] a message with QoS 2 is refused: the client would have to keep it in memory', async () => {
  onPacket = (socket, kind) => {
    if (kind === connect) socket.write(connectionAccepted);
    if (kind === subscribe) {
      socket.write(subscriptionAccepted(1));
      for (let id = 1; id < 50; id += 1) socket.write(publishPacket('a/b', Buffer.alloc(500), 2, id));
    }
  };
  expect(wordsFor(await reasonOfEnd())).toBe('Unable to connect: The broker sent a message with QoS 2.');
  expect(received).toEqual([]);
});

it('[S135] a broker that never answers a subscription is given up, in a test too', async () => {
  onPacket = (socket, kind) => void (kind === connect && socket.write(connectionAccepted));
  expect(wordsFor(await reasonOfEnd(150))).toBe(linkTexts.slow);
  const tried = tryConnection({ settings: settings(), isInternal: () => false, connectMs: 150 });
  expect(wordsFor(await tried.catch((error: unknown) => error))).toBe(linkTexts.slow);
});

it('[I178] a message that has to wait before the subscription is answered keeps the connection', async () => {
  let release: (() => void) | undefined;
  onPacket = (socket, kind, packet) => {
    if (kind === connect) socket.write(connectionAccepted);
    // What the broker kept comes first.
    if (kind === subscribe) {
      socket.write(publishPacket('a/b', Buffer.from('{}'), 1));
      socket.write(subscriptionAccepted(packet.readUInt16BE(2)));
      setTimeout(() => release?.(), 400);
    }
  };
  let onReady: (() => void) | undefined;
  const ready = new Promise<string>((resolve) => {
    onReady = () => resolve('ready');
  });
  const connection = await connectTo({
    settings: settings(),
    isInternal: () => false,
    maxBytes: 1000,
    keepsSession: true,
    connectMs: 100,
    onReady: () => onReady?.(),
    onOversized: () => {},
    onMessage: () =>
      new Promise((done) => {
        release = done;
      }),
  });
  expect(await Promise.race([ready, connection.ended])).toBe('ready');
  await connection.close();
});

it.each([
  ['answers that nobody asked for', pingAnswer],
  ['messages without content', publishPacket('x', Buffer.alloc(0), 0)],
])('[S148] a broker that floods us with %s holds up nothing else', async (_what, packet) => {
  const flood = floodingBroker(packet);
  const [flooding] = (await once(flood, 'message')) as [number];
  const connection = await connectTo({
    settings: { ...settings(), port: flooding },
    isInternal: () => false,
    maxBytes: 1000,
    keepsSession: true,
    onReady: () => {},
    onOversized: () => {},
    onMessage: async () => {},
  });
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  loop.disable();
  await connection.close();
  await flood.terminate();
  // Without bounds it is as long as the broker likes.
  expect(loop.max / 1e9).toBeLessThan(2);
});

/** In a thread of its own: it never stops for breath. */
function floodingBroker(packet: Buffer): Worker {
  const accepted = connectionAccepted.toString('hex');
  return new Worker(
    `const { createServer } = require('node:net');
     const { parentPort } = require('node:worker_threads');
     const many = Buffer.concat(Array.from({ length: 10_000 }, () => Buffer.from('${packet.toString('hex')}', 'hex')));
     const server = createServer((socket) => {
       socket.on('error', () => {});
       const flood = () => {
         while (!socket.destroyed && socket.write(many));
         if (!socket.destroyed) socket.once('drain', () => setImmediate(flood));
       };
       socket.on('data', ([first, , high, low]) => {
         if (first >> 4 === 1) socket.write(Buffer.from('${accepted}', 'hex'));
         if (first >> 4 === 8) socket.write(Buffer.from([0x90, 3, high, low, 1]), flood);
       });
     });
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true },
  );
}
