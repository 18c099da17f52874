// `npm run build`: bundles the server's processes and builds the web app, whichever is stale, side by side.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib';
import { build as viteBuild } from 'vite';
import { parts, serverEntries, staleParts } from './build-parts.mjs';
import { bundleServer } from './bundle-server.mjs';
import { root } from './root.mjs';
import { removeStamp, saveStamp, takeFingerprint } from './stamp.mjs';

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);
const builders = { server: buildServer, web: buildWeb };
const stale = staleParts();
if (stale.length === 0) console.log('Everything is built.');
else await Promise.all(stale.map(buildPart)).catch(fail);

/** @param {import('./build-parts.mjs').PartName} name */
async function buildPart(name) {
  const startedAt = performance.now();
  const { stamp, inputs } = parts[name];
  const fingerprint = takeFingerprint(inputs);
  removeStamp(stamp);
  await builders[name]();
  saveStamp(stamp, fingerprint);
  console.log(`  built ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

async function buildServer() {
  const dist = join(root, 'apps/server/dist');
  await clear(dist);
  await bundleServer(serverEntries, dist);
}

async function buildWeb() {
  const web = join(root, 'apps/web');
  await viteBuild({ root: web, logLevel: 'warn' });
  await viteBuild({ configFile: join(web, 'vite.display.config.ts'), logLevel: 'warn' });
  await compressBelow(join(web, 'dist'));
}

/**
 * Compresses as well as possible, once, what would otherwise be compressed less well for every visitor.
 * @param {string} folder
 */
async function compressBelow(folder) {
  const files = await readdir(folder, { recursive: true });
  const compressible = files.filter((name) => /\.(css|html|js|json|svg)$/.test(name)).map((name) => join(folder, name));
  await Promise.all(
    compressible.map(async (file) => {
      const content = await readFile(file);
      const packed = {
        br: await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
        gz: await gzip(content, { level: constants.Z_BEST_COMPRESSION }),
      };
      for (const [ending, bytes] of Object.entries(packed))
        if (bytes.length < content.length) await writeFile(`${file}.${ending}`, bytes);
    }),
  );
}

/** @param {string} dist */
async function clear(dist) {
  const names = await readdir(dist).catch(() => /** @type {string[]} */ ([]));
  // The stamps of both parts live here.
  await Promise.all(
    names.filter((name) => name !== '.stamps').map((name) => rm(join(dist, name), { recursive: true })),
  );
}

/** @param {unknown} error */
function fail(error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('The build failed.');
  process.exit(1);
}
