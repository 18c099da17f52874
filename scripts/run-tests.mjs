import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { finish, runStage } from './stages.mjs';

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
      const { numPassedTests = 0, numFailedTests = 0 } = await readReport(report);
      return { passed: numPassedTests, failed: numFailedTests };
    },
  });
}

/** @param {string} report */
async function runStories(report) {
  await runStage('stories', ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    score: async () => {
      const { expected = 0, unexpected = 0, flaky = 0 } = (await readReport(report)).stats ?? {};
      return { passed: expected, failed: unexpected + flaky };
    },
  });
}

/**
 * A runner that died before its report has passed nothing; its exit code makes that a failure.
 * @param {string} path
 * @returns {Promise<{ numPassedTests?: number, numFailedTests?: number, stats?: { expected: number, unexpected: number, flaky: number } }>}
 */
async function readReport(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return {};
  }
}
