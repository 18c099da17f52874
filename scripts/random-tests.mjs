// Finds the tests that draw at random: they read the seed of the run, or use fast-check with it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** @param {string} text */
export function drawsAtRandom(text) {
  return /process\.env(\.|\[')ATRIUM_SEED\b|from 'fast-check'/.test(text);
}

/** @returns {string[]} */
export function randomTests() {
  return ['packages', 'apps/server', 'apps/web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
      .map((path) => `${folder}/${path}`)
      .filter((path) => drawsAtRandom(readFileSync(join(root, path), 'utf8'))),
  );
}
