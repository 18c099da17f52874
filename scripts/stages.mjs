// Runs commands one after another, each in a process group of its own, and keeps the score.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './root.mjs';
import { slowestLines, totalLine } from './timings.mjs';

/** @typedef {import('./failures.mjs').Failure} Failure */
/** @typedef {import('./timings.mjs').Timing} Timing */
/** @typedef {{ passed: number, failed: number, failures?: Failure[], flaky?: Failure[], timings?: Timing[] }} Score */
/** @typedef {Required<Score> & { name: string, seconds: number }} StageResult */

/** @type {StageResult[]} */
const results = [];
/** @type {Set<number>} */
const running = new Set();

/**
 * @param {string} name
 * @param {string[]} args what Node runs
 * @param {object} [options]
 * @param {Record<string, string>} [options.env]
 * @param {number} [options.minutes] after which it is stopped
 * @param {number} [options.patience] milliseconds that its processes have to follow it
 * @param {() => Promise<Score>} [options.score] how many tests passed and failed, and which; without it the stage counts as one
 * @returns {Promise<StageResult>}
 */
export async function runStage(name, args, { env, minutes = 30, patience = 5000, score } = {}) {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, ...env },
  });
  const group = child.pid ?? 0;
  running.add(group);
  const timer = setTimeout(() => {
    console.error(`${name} took longer than ${minutes} minutes and was stopped.`);
    killGroup(group);
  }, minutes * 60_000);
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  clearTimeout(timer);
  const clean = await groupEnds(group, patience);
  running.delete(group);
  if (!clean) console.error(`${name} left processes behind; they were stopped.`);

  const seconds = (performance.now() - startedAt) / 1000;
  const ok = code === 0 && clean;
  /** @type {Score} */
  const scored = score ? await score() : { passed: ok ? 1 : 0, failed: 0 };
  const { passed, failed, failures = [], flaky = [], timings = [] } = scored;
  // A stage that fails without a failed test (a crash, an unhandled error) is a failure too.
  const result = { name, passed, failed: ok ? failed : Math.max(1, failed), failures, flaky, timings, seconds };
  results.push(result);
  console.log(`── ${name}: ${result.failed === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  return result;
}

/**
 * Work of this process that counts toward the time of the run but is no test.
 * @param {string} name
 * @param {() => Promise<void>} work
 */
export async function runPreparation(name, work) {
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  results.push({ name, passed: 0, failed: 0, failures: [], flaky: [], timings: [], seconds });
}

/**
 * Prints the slowest, the flaky and the failed tests, the stages, then one plain line, and ends the process.
 * All of it comes last, because a long output may be cut at its beginning.
 * @param {object} [options]
 * @param {number} [options.budget] seconds that the stages may take together; more than that is only reported
 */
export function finish({ budget } = {}) {
  console.log('');
  const timings = results.flatMap((result) => result.timings);
  if (timings.length > 0) console.log([`The slowest of ${timings.length}:`, ...slowestLines(timings), ''].join('\n'));
  const failures = results.flatMap((result) => result.failures);
  const flaky = results.flatMap((result) => result.flaky);
  for (const { file, title, message } of flaky) console.log(`FLAKY ${file}: ${title}: ${message}`);
  for (const { file, title, message } of failures) console.log(`FAILED ${file}: ${title}: ${message}`);
  if (flaky.length + failures.length > 0) console.log('');
  for (const { name, passed, failed, seconds } of results) {
    console.log(`${name.padEnd(14)} ${seconds.toFixed(1).padStart(7)} s  ${passed} passed, ${failed} failed`);
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  console.log(totalLine(seconds, budget));
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const group of running) killGroup(group);
    process.exit(1);
  });
}

/** @param {number} group @param {number} patience */
async function groupEnds(group, patience) {
  for (let waited = 0; waited < patience; waited += 100) {
    if (!groupLives(group)) return true;
    await pause(100);
  }
  killGroup(group);
  return false;
}

/** @param {number} group */
function groupLives(group) {
  if (process.platform !== 'linux') return signalGroup(group, 0);
  // In a container nobody may reap dead processes: they stay in the group but no longer run.
  return readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && runsIn(group, entry));
}

/** @param {number} group @param {string} pid */
function runsIn(group, pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(processGroup) === group && state !== 'Z';
  } catch {
    return false;
  }
}

/** @param {number} group */
function killGroup(group) {
  signalGroup(group, 'SIGKILL');
}

/** @param {number} group @param {NodeJS.Signals | 0} signal @returns whether there was anyone to hear it */
function signalGroup(group, signal) {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}
