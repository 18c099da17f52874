// Since when the inner loop counts a file as changed.
import { spawnSync } from 'node:child_process';
import { root } from './root.mjs';

const mainBranches = ['main', 'origin/main'];

/**
 * The commit where the current branch left the main branch; without one, the last commit.
 * @param {string} [folder]
 * @returns {string}
 */
export function changedSince(folder = root) {
  for (const branch of mainBranches) {
    const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', branch], { cwd: folder, encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return 'HEAD';
}
