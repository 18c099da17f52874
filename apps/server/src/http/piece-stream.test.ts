import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PieceStream } from './piece-stream.ts';

const pieces = 40;
const pieceBytes = 200 * 1024;

/** Every piece is filled with the number of its response. */
function* answer(name: number, take: (atLeast: number) => Buffer): Generator<Buffer> {
  for (let piece = 0; piece < pieces; piece += 1) {
    const bytes = take(pieceBytes).fill(name * pieces + piece, 0, pieceBytes);
    yield bytes.subarray(0, pieceBytes);
  }
}
const whole = (name: number) => Buffer.concat([...answer(name, (size) => Buffer.alloc(size))]);

describe('a long response in pieces', () => {
  const server = createServer((request, response) => {
    const name = Number(request.url?.slice(1));
    const stream = new PieceStream((take) => answer(name, take));
    response.once('close', () => stream.destroy());
    if (request.headers['accept-encoding'] === 'gzip') pipeline(stream, createGzip({ level: 1 }), response, () => {});
    else stream.pipe(response);
  });
  let url = '';
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  const ask = async (name: number, headers = {}) => {
    const [response] = (await once(get(`${url}/${name}`, { headers }), 'response')) as [IncomingMessage];
    return response;
  };

  it('arrives complete at readers of different speeds, though their pieces share memory', async () => {
    const slow = await ask(1);
    const reads = [2, 3, 4].map(async (name) => buffer(await ask(name)));
    const packed = ask(5, { 'accept-encoding': 'gzip' }).then((response) => buffer(response.pipe(createGunzip())));
    await sleep(100);
    const answers = [await buffer(slow), ...(await Promise.all(reads)), await packed];
    answers.forEach((bytes, at) => expect(bytes.equals(whole(at + 1)), `answer ${at + 1}`).toBe(true));
  });

  it('ends with its reader, and leaves no bytes in the next response', async () => {
    const leaving = await ask(1);
    await once(leaving, 'data');
    leaving.destroy();
    expect((await buffer(await ask(2))).equals(whole(2))).toBe(true);
  });

  it('produces pieces on demand', async () => {
    let made = 0;
    const counted = createServer((_request, response) => {
      const stream = new PieceStream(function* (take) {
        for (; made < 10_000; made += 1) yield take(pieceBytes).fill(0);
      });
      response.once('close', () => stream.destroy());
      stream.pipe(response);
    });
    await once(counted.listen(0, '127.0.0.1'), 'listening');
    const request = get(`http://127.0.0.1:${(counted.address() as AddressInfo).port}`);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await sleep(300);
    expect(made).toBeLessThan(200);
    response.destroy();
    counted.close();
  });
});
