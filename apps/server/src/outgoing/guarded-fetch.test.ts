import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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

describe('[S50] what somebody enters as an address', () => {
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
  ])('is not asked at %s', async (address) => {
    await expect(createOutgoing([]).fetch(address.replace('PORT', String(port)))).rejects.toThrow(
      /open internet|does not use https/,
    );
    expect(asked).toEqual([]);
  });

  it('is asked where an operator has listed the host, by name or with its port', async () => {
    for (const host of ['127.0.0.1', `127.0.0.1:${port}`]) {
      const answer = await createOutgoing([host]).fetch(`http://127.0.0.1:${port}/`);
      expect([answer.status, await answer.json()]).toEqual([200, { found: true }]);
    }
    await expect(createOutgoing([`127.0.0.1:${port + 1}`]).fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it('leads nowhere else, and does not fill the memory', async () => {
    const outgoing = createOutgoing(['127.0.0.1']);
    asked.length = 0;
    expect((await outgoing.fetch(`http://127.0.0.1:${port}/elsewhere`)).status).toBe(302);
    expect(asked).toEqual(['/elsewhere']);
    await expect(outgoing.fetch(`http://127.0.0.1:${port}/huge`)).rejects.toThrow('too large');
  });
});
