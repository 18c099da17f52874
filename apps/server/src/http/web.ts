import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/**
 * The built web app. Hashed files may be cached forever, the page itself is revalidated each time; every response has
 * the build id, so that an open page notices a new version.
 */
export async function serveWeb(fastify: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'));
  const buildId = createHash('sha256').update(page).digest('hex').slice(0, 12);
  const hashed = join(folder, 'assets') + sep;
  fastify.addHook('onSend', async (_request, reply) => {
    reply.header('X-Atrium-Build', buildId);
  });
  await fastify.register(fastifyStatic, {
    root: folder,
    index: ['index.html'],
    cacheControl: false,
    wildcard: false,
    // Compressed by the build.
    preCompressed: true,
    setHeaders(reply, path) {
      void reply.header('Cache-Control', path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
