import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { ServerOptions } from '../ingestion/kill-point.ts';
import { forkServer, listening, type ServerProcess } from '../ingestion/start-server.ts';
import { pause } from './repeating.ts';

/** The product as a process, bundled once: loading its sources takes many times longer than everything else in a start. */
export interface Product {
  start(options: Omit<ServerOptions, 'killAt'>): Promise<ServerProcess>;
  /** Undefined when it was killed before it listened. */
  startDoomed(options: ServerOptions): Promise<ServerProcess | undefined>;
  /** Kills it after a while, ready or not. */
  startAndKill(options: ServerOptions, milliseconds: number): Promise<void>;
  remove(): Promise<void>;
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));

export async function bundleProduct(): Promise<Product> {
  // Packages are found from here.
  const caches = join(root, 'node_modules/.cache');
  await mkdir(caches, { recursive: true });
  const folder = await mkdtemp(join(caches, 'atrium-product-'));
  const bundle = await rolldown({
    cwd: root,
    input: {
      product: 'apps/server/test/ingestion/product-process.ts',
      'engines-child': 'packages/engines/src/child.ts',
    },
    platform: 'node',
    external: (id) => !/^[./]|^@atrium\//.test(id),
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
  await cp(join(root, 'apps/server/src/registry/migrations'), join(folder, 'migrations'), { recursive: true });
  const fork = (options: ServerOptions) => forkServer(join(folder, 'product.js'), options);
  return {
    start: (options) => listening(fork(options)),
    async startDoomed(options) {
      const child = fork(options);
      return listening(child).catch((error: unknown) => {
        if (child.signalCode !== 'SIGKILL') throw error;
        return undefined;
      });
    },
    async startAndKill(options, milliseconds) {
      const child = fork(options);
      const exit = once(child, 'exit');
      await pause(milliseconds);
      child.kill('SIGKILL');
      await exit;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
