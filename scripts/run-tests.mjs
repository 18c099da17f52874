import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedSince } from './changed.mjs';
import { runChecks } from './checks.mjs';
import { failedStories, failedTests, flakyStories, flakyTests } from './failures.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { finish, runPreparation, runStage } from './stages.mjs';
import { budgetSeconds, storyTimings, testTimings } from './timings.mjs';

/** @typedef {import('./failures.mjs').VitestReport & import('./timings.mjs').TimedTests & { numPassedTests?: number, numFailedTests?: number }} VitestTotals */
/** @typedef {import('./failures.mjs').StoryReport & import('./timings.mjs').TimedStories & { stats?: { expected: number, unexpected: number, flaky: number } }} StoryTotals */
/** @typedef {VitestTotals & StoryTotals} Report */

/**
 * On a busy machine a test may fail only because it timed out: it gets another try, and the report lists it as flaky.
 * A single test that a developer runs gets no second try.
 */
const moreTries = 1;
/** For the same reason, all timeouts of the whole run are doubled. */
process.env.ATRIUM_TEST_PATIENCE ??= '2';

/** An engine that runs out of memory sooner needs more of them. */
const parts = Number(process.env.ATRIUM_TEST_PARTS ?? 2);

/** The inner loop: the checks, and the vitest tests that a change affects. */
const onlyChanged = process.argv.includes('--changed');

await runPreparation('install', ensureInstalled);
if (!onlyChanged) await runPreparation('build', ensureBuilt);
await runChecks();
const reports = await mkdtemp(join(tmpdir(), 'atrium-results-'));
try {
  if (onlyChanged) await runVitest('vitest', ['--passWithNoTests', `--changed=${changedSince()}`]);
  else {
    // In parts, each with databases of its own: what those once needed, they keep.
    for (let part = 1; part <= parts; part += 1)
      await runVitest(`tests ${part} of ${parts}`, ['--project=node', `--shard=${part}/${parts}`]);
    await runVitest('components', ['--project=browser', '--project=cards']);
    await runStories(join(reports, 'stories.json'));
  }
} finally {
  await rm(reports, { recursive: true });
}
finish(onlyChanged ? {} : { budget: budgetSeconds });

/** @param {string} name @param {string[]} selection */
async function runVitest(name, selection) {
  const report = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await runStage(name, ['node_modules/vitest/vitest.mjs', 'run', `--retry=${moreTries}`, ...reporters, ...selection], {
    // A machine that gives half of its time to others takes longer than the usual limit for each half of the tests.
    minutes: 45,
    score: async () => {
      const read = await readReport(report);
      const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = read;
      return { passed, failed, failures: failedTests(read), flaky: flakyTests(read), timings: testTimings(read) };
    },
  });
}

/** @param {string} report */
async function runStories(report) {
  const options = ['-c', 'e2e', `--retries=${moreTries}`, '--reporter=list,json'];
  await runStage('stories', ['node_modules/@playwright/test/cli.js', 'test', ...options], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    score: async () => {
      const read = await readReport(report);
      const { expected = 0, unexpected = 0, flaky = 0 } = read.stats ?? {};
      return {
        passed: expected + flaky,
        failed: unexpected,
        failures: failedStories(read),
        flaky: flakyStories(read),
        timings: storyTimings(read),
      };
    },
  });
}

/**
 * A runner that died before its report has passed nothing; its exit code makes that a failure.
 * @param {string} path
 * @returns {Promise<Report>}
 */
async function readReport(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return {};
  }
}
