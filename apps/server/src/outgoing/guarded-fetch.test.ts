import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutgoing } from './guarded-fetch.ts';

let server: Server;
let port: number;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/elsewhere') response.writeHead(302, { location: '/secret' });
    if (request.url === '/huge') response.write(Buffer.alloc(2 * 1024 * 1024));
    response.end('{"found":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

describe('[S50] an address that someone entered', () => {
  it.each([
    'https://127.0.0.1:PORT/',
    'https://[::1]:PORT/',
    'https://0x7f.1:PORT/',
    'https://2130706433:PORT/',
    'https://localhost:PORT/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:127.0.0.1]:PORT/',
    'http://93.184.215.14/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/',
  ])('is not requested at %s', async (address) => {
    await expect(createOutgoing([]).fetch(address.replace('PORT', String(port)))).rejects.toThrow(
      /open internet|does not use https/,
    );
    expect(asked).toEqual([]);
  });

  it('is requested where an operator has listed the host, by name or with its port', async () => {
    for (const host of ['127.0.0.1', `127.0.0.1:${port}`]) {
      const answer = await createOutgoing([host]).fetch(`http://127.0.0.1:${port}/`);
      expect([answer.status, await answer.json()]).toEqual([200, { found: true }]);
    }
    await expect(createOutgoing([`127.0.0.1:${port + 1}`]).fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it('[S139] is requested at approved addresses, and without TLS nowhere else', async () => {
    const outgoing = createOutgoing([]);
    const url = `http://127.0.0.1:${port}/`;
    expect((await outgoing.fetch(url, { approvedAddresses: ['127.0.0.1'] })).status).toBe(200);
    for (const approvedAddresses of [[], ['127.0.0.2'], ['::1']])
      await expect(outgoing.fetch(url, { approvedAddresses })).rejects.toThrow('open internet');
    const elsewhere = outgoing.fetch('http://93.184.215.14/', { approvedAddresses: ['127.0.0.1'] });
    await expect(elsewhere).rejects.toThrow('open internet');
  });

  it('does not follow redirects or fill the memory', async () => {
    const outgoing = createOutgoing(['127.0.0.1']);
    asked.length = 0;
    expect((await outgoing.fetch(`http://127.0.0.1:${port}/elsewhere`)).status).toBe(302);
    expect(asked).toEqual(['/elsewhere']);
    await expect(outgoing.fetch(`http://127.0.0.1:${port}/huge`)).rejects.toThrow('too large');
  });
});

/** Sends something repeatedly, as long as someone is connected. */
const drip = (write: (socket: Socket) => void) => (socket: Socket) => {
  const timer = setInterval(() => write(socket), 20);
  socket.once('close', () => clearInterval(timer));
};

describe('[S66] a call to a server', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
  const peers: Record<string, (socket: Socket) => void> = {
    'never answers': () => {},
    'sends its headers byte by byte': drip((socket) => socket.write('H')),
    'goes on with headers forever': (socket) => {
      socket.write(head);
      drip((to) => to.write('X: y\r\n'))(socket);
    },
    'is always about to answer': drip((socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n')),
    'sends its answer byte by byte': (socket) => {
      socket.write(`${head}Content-Length: 100000\r\n\r\n`);
      drip((to) => to.write(' '))(socket);
    },
    'sends an answer without an end': (socket) => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
      drip((to) => to.write('1\r\n \r\n'))(socket);
    },
    'stops in the middle': (socket) => void socket.write(`${head}Content-Length: 10\r\n\r\n{`),
    'breaks off in the middle': (socket) =>
      socket.write(`${head}Content-Length: 10\r\n\r\n{`, () => socket.resetAndDestroy()),
    'closes before it answers': (socket) => socket.destroy(),
    'wants to speak something else': (socket) =>
      void socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    'does not speak HTTP': (socket) => void socket.write('nonsense\r\n\r\n'),
  };

  it.each(Object.keys(peers))('that %s ends, and so does its connection', async (name) => {
    const sockets: Socket[] = [];
    const peer = createTcpServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
      socket.once('data', () => peers[name]?.(socket));
    });
    await once(peer.listen(0, '127.0.0.1'), 'listening');
    const { port: at } = peer.address() as AddressInfo;
    const begun = performance.now();
    await expect(createOutgoing(['127.0.0.1'], 300).fetch(`http://127.0.0.1:${at}/`)).rejects.toThrow();
    expect(performance.now() - begun).toBeLessThan(5_000);
    await expect.poll(() => sockets.every((socket) => socket.destroyed)).toBe(true);
    peer.close();
  });

  it('ends at once when canceled, even in the middle of the response', async () => {
    const peer = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () =>
        socket.write(`${head}Content-Length: 10\r\n\r\n{`, () => left.abort(new Error('left'))),
      );
    });
    await once(peer.listen(0, '127.0.0.1'), 'listening');
    const { port: at } = peer.address() as AddressInfo;
    const left = new AbortController();
    const call = createOutgoing(['127.0.0.1']).fetch(`http://127.0.0.1:${at}/`, { signal: left.signal });
    await expect(call).rejects.toThrow('left');
    peer.close();
  });
});
