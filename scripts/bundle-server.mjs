import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { serverAssets } from './build-parts.mjs';
import { root } from './root.mjs';

/**
 * One file per entry, and what they share, as the product runs.
 * @param {Record<string, string>} entries
 * @param {string} dist
 */
export async function bundleServer(entries, dist) {
  const bundle = await rolldown({
    cwd: root,
    input: entries,
    platform: 'node',
    // npm packages stay where npm put them; our own workspaces become part of the bundle.
    external: (id) => !/^[./]|^@atrium\//.test(id),
  });
  await bundle.write({
    dir: dist,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    // Beside the entries, so that `import.meta.url` means the same folder everywhere.
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  await Promise.all(
    Object.entries(serverAssets).map(([from, to]) => cp(join(root, from), join(dist, to), { recursive: true })),
  );
}
