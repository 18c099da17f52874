import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { failedStories, failedTests, flakyStories } from './failures.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { finish, runStage } from './stages.mjs';

/** @typedef {import('./failures.mjs').VitestReport & { numPassedTests?: number, numFailedTests?: number }} VitestTotals */
/** @typedef {import('./failures.mjs').StoryReport & { stats?: { expected: number, unexpected: number, flaky: number } }} StoryTotals */
/** @typedef {VitestTotals & StoryTotals} Report */

await ensureInstalled();
await ensureBuilt();
await runChecks();
const reports = await mkdtemp(join(tmpdir(), 'atrium-results-'));
try {
  await runVitest(join(reports, 'vitest.json'));
  await runStories(join(reports, 'stories.json'));
} finally {
  await rm(reports, { recursive: true });
}
finish();

/** @param {string} report */
async function runVitest(report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await runStage('vitest', ['node_modules/vitest/vitest.mjs', 'run', ...reporters], {
    score: async () => {
      const read = await readReport(report);
      const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = read;
      return { passed, failed, failures: failedTests(read) };
    },
  });
}

/** @param {string} report */
async function runStories(report) {
  await runStage('stories', ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    score: async () => {
      const read = await readReport(report);
      const { expected = 0, unexpected = 0, flaky = 0 } = read.stats ?? {};
      return { passed: expected + flaky, failed: unexpected, failures: failedStories(read), flaky: flakyStories(read) };
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
