import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changedSince } from './changed.mjs';

it('counts changes since the branch left main, or since the last commit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-changed-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  const commit = (message: string) => git('commit', '--quiet', '--allow-empty', '-m', message);
  try {
    git('init', '--quiet', '--initial-branch=main');
    commit('first');
    const left = git('rev-parse', 'HEAD');
    git('switch', '--quiet', '-c', 'feature');
    commit('second');
    expect(changedSince(folder)).toBe(left);
    git('branch', '--quiet', '-m', 'main', 'trunk');
    expect(changedSince(folder)).toBe('HEAD');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
