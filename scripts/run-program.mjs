import { resolve } from 'node:path';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { root } from './root.mjs';

/**
 * Runs a program of the server after it was built. A folder in its first argument starts where the command was given.
 * @param {'doctor' | 'backup' | 'restore'} name
 */
export async function runProgram(name) {
  await ensureInstalled();
  await ensureBuilt();
  const [, , first] = process.argv;
  if (first !== undefined && !first.startsWith('-')) process.argv[2] = resolve(process.env.INIT_CWD ?? root, first);
  process.chdir(root);
  process.setSourceMapsEnabled(true);
  await import(new URL(`../apps/server/dist/${name}.js`, import.meta.url).href);
}
