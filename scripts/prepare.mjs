// What must exist before anything can run. Node's own modules only: nothing is installed yet.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { staleParts } from './build-parts.mjs';
import { install, isInstalled } from './install.mjs';
import { root } from './root.mjs';

export async function ensureInstalled() {
  if (!isInstalled()) await install();
}

/** Ends the process when the build fails, after the build has reported why. */
export async function ensureBuilt() {
  if (staleParts().length === 0) return;
  console.log('Building.');
  // In a child process, so that the memory of the build tools is free again when the server runs.
  const child = spawn(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' });
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  if (code !== 0) process.exit(code);
}
