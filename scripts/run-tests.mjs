import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { finish, runStage } from './stages.mjs';

await ensureInstalled();
await ensureBuilt();
await runChecks();

const folder = await mkdtemp(join(tmpdir(), 'atrium-results-'));
try {
  const vitestReport = join(folder, 'vitest.json');
  await runStage(
    'vitest',
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ],
    { score: () => readScore(vitestReport, (report) => [report.numPassedTests, report.numFailedTests]) },
  );
  const browserReport = join(folder, 'playwright.json');
  await runStage('browser', ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
    score: () => readScore(browserReport, ({ stats }) => [stats.expected, stats.unexpected + stats.flaky]),
  });
} finally {
  await rm(folder, { recursive: true });
}
finish();

/** A runner that died before its report passed nothing. */
async function readScore(path, pick) {
  try {
    const [passed, failed] = pick(JSON.parse(await readFile(path, 'utf8')));
    return { passed, failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
