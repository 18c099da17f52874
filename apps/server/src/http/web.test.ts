import Fastify from 'fastify';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { serveWeb } from './web.ts';

it('[R528] serves precompressed files, including the page, and plain files to clients without compression', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-web-'));
  await mkdir(join(folder, 'assets'));
  for (const [name, text] of [
    ['index.html', '<!doctype html><title>Atrium</title>'],
    ['assets/main-abc.js', 'export {}'],
  ] as const) {
    await writeFile(join(folder, name), text);
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(text));
    await writeFile(join(folder, `${name}.gz`), gzipSync(text));
  }
  const fastify = Fastify();
  await serveWeb(fastify, folder);
  const answer = (url: string, accepted: string) => fastify.inject({ url, headers: { 'accept-encoding': accepted } });
  const encodingOf = async (url: string, accepted: string) => {
    const { statusCode, headers } = await answer(url, accepted);
    return [statusCode, headers['content-encoding'], headers['cache-control']];
  };
  const kept = 'public, max-age=31536000, immutable';
  expect(await encodingOf('/assets/main-abc.js', 'gzip, br')).toEqual([200, 'br', kept]);
  expect(await encodingOf('/assets/main-abc.js', 'gzip')).toEqual([200, 'gzip', kept]);
  expect(await encodingOf('/assets/main-abc.js', 'identity')).toEqual([200, undefined, kept]);
  expect(await encodingOf('/', 'gzip, br')).toEqual([200, 'br', 'no-cache']);
  const packed = await answer('/assets/main-abc.js', 'br');
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('export {}');
  expect(packed.headers['content-type']).toContain('javascript');
  await fastify.close();
  await rm(folder, { recursive: true });
});
