// Runs commands one after the other, each in a process group of its own, and keeps the score.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './root.mjs';

/** @type {{ name: string, passed: number, failed: number, seconds: number }[]} */
const results = [];
const running = new Set();

/**
 * @param {string} name
 * @param {string[]} args what Node runs
 * @param {{ env?: Record<string, string>, minutes?: number, score?: (ok: boolean) => Promise<{ passed: number, failed: number }> }} options
 *   `score` reads how many tests passed and failed; without it the stage counts as one.
 */
export async function runStage(name, args, { env = {}, minutes = 12, score = asOne } = {}) {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, ...env },
  });
  running.add(child.pid);
  const timer = setTimeout(() => {
    console.error(`${name} took longer than ${minutes} minutes and was stopped.`);
    killGroup(child.pid);
  }, minutes * 60_000);
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  clearTimeout(timer);
  const clean = await groupEnds(child.pid);
  running.delete(child.pid);
  if (!clean) console.error(`${name} left processes behind; they were stopped.`);
  const seconds = (performance.now() - startedAt) / 1000;
  const ok = code === 0 && clean;
  const { passed, failed } = await score(ok);
  // A stage that fails without a failed test (a crash, an unhandled error) is a failure too.
  results.push({ name, passed, failed: ok ? failed : Math.max(1, failed), seconds });
  console.log(`── ${name}: ${ok ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
}

/** Ends the process: the table of stages, then one plain line. */
export function finish() {
  console.log('');
  for (const { name, passed, failed, seconds } of results) {
    console.log(`${name.padEnd(14)} ${seconds.toFixed(1).padStart(7)} s  ${passed} passed, ${failed} failed`);
  }
  console.log(`Took ${sum('seconds').toFixed(0)} s.`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(sum('failed') === 0 ? 0 : 1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const group of running) killGroup(group);
    process.exit(1);
  });
}

function sum(key) {
  return results.reduce((total, result) => total + result[key], 0);
}

async function asOne(ok) {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Grandchildren may need a moment to notice that their parent is gone. */
async function groupEnds(group) {
  for (let waited = 0; waited < 5000; waited += 100) {
    if (!groupLives(group)) return true;
    await pause(100);
  }
  killGroup(group);
  return false;
}

function groupLives(group) {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

function killGroup(group) {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
