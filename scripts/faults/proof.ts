import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './targets.ts';

/** A fault may make a loop endless. */
const patienceMs = 10 * 60_000;

export interface Bench {
  readonly folder: string;
  /** Of engines that all runs share. */
  readonly engines: string | undefined;
  readonly signal: AbortSignal;
}

/** Whether nothing of a stage is red. */
export async function isGreen(bench: Bench, stage: Stage): Promise<boolean> {
  if ('tests' in stage) {
    if (stage.tests.length === 0) return true;
    const project = stage.tests.some((path) => path.includes('.browser.')) ? 'browser' : 'node';
    const given = ['--project', project, '--bail', '1', '--retry', '0', ...stage.tests];
    return succeeds(bench, 'vitest/vitest.mjs', 'run', ...given);
  }
  if (stage.stories.length === 0) return true;
  return (
    (await succeeds(bench, '../scripts/build.mjs')) &&
    succeeds(bench, '@playwright/test/cli.js', 'test', '-c', 'e2e', '--max-failures', '1', ...stage.stories)
  );
}

/** What the compiler refuses is no fault that anyone could ship. On the server it reads only the file and what that imports. */
export async function compiles(bench: Bench, path: string): Promise<boolean> {
  const config = { extends: './tsconfig.json', include: [], files: [path], compilerOptions: { incremental: false } };
  writeFileSync(join(bench.folder, 'tsconfig.fault.json'), JSON.stringify(config));
  return succeeds(bench, 'typescript/bin/tsc', '-p', path.startsWith('apps/web/') ? 'apps/web' : 'tsconfig.fault.json');
}

async function succeeds(
  { folder, engines, signal }: Bench,
  program: string,
  ...given: readonly string[]
): Promise<boolean> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [join(folder, 'node_modules', program), ...given], {
    cwd: folder,
    stdio: 'ignore',
    // Of its own group: a run that hangs is ended with all of its processes.
    detached: true,
    env: { ...process.env, ...(engines && { ATRIUM_TEST_ENGINES: engines }) },
  });
  const end = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  };
  const timer = setTimeout(end, patienceMs);
  signal.addEventListener('abort', end);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    signal.throwIfAborted();
    return code === 0;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    end();
  }
}
