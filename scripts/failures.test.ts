import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failedStories, failedTests, flakyStories, flakyTests } from './failures.mjs';
import { checkout } from './source-files.ts';

const inCheckout = (path: string) => join(checkout, path);

const story = (title: string, status: string, ...messages: string[]) => ({
  title,
  file: 'spine.story.ts',
  tests: [{ status, results: messages.map((message) => ({ errors: message === '' ? [] : [{ message }] })) }],
});

describe('the failures of a run', () => {
  it('are the failed tests of vitest, and the files that could not be loaded; a second try is flaky', () => {
    const report = {
      testResults: [
        {
          name: inCheckout('packages/a.test.ts'),
          status: 'failed',
          assertionResults: [
            { fullName: 'adds up', status: 'passed', failureMessages: [] },
            { fullName: 'moody', status: 'passed', failureMessages: ['Error: Test timed out\n  at x'] },
            { fullName: 'takes away', status: 'failed', failureMessages: ['AssertionError: expected 1\n  at x'] },
          ],
        },
        {
          name: inCheckout('b.test.ts'),
          status: 'failed',
          message: '\n\u001B[31mCannot find c\u001B[39m',
          assertionResults: [],
        },
        { name: inCheckout('fine.test.ts'), status: 'passed', message: '', assertionResults: [] },
      ],
    };
    expect(failedTests(report)).toEqual([
      { file: 'packages/a.test.ts', title: 'takes away', message: 'AssertionError: expected 1' },
      { file: 'b.test.ts', title: 'the file could not be run', message: 'Cannot find c' },
    ]);
    expect(flakyTests(report)).toEqual([
      { file: 'packages/a.test.ts', title: 'moody', message: 'Error: Test timed out' },
    ]);
    expect([...failedTests({}), ...flakyTests({})]).toEqual([]);
  });

  it('are the failed stories, including those in a group; a story that passed on its second try is flaky', () => {
    const report = {
      suites: [
        {
          specs: [story('fine', 'expected', ''), story('late', 'unexpected', 'Error: too late\nmore')],
          suites: [
            {
              specs: [
                story('broken', 'unexpected', 'Error: no'),
                story('moody', 'flaky', '\u001B[2mexpect\u001B[22m(failed)', ''),
              ],
            },
          ],
        },
      ],
      errors: [{ message: 'No server' }],
    };
    expect(failedStories(report)).toEqual([
      { file: 'e2e/stories/spine.story.ts', title: 'late', message: 'Error: too late' },
      { file: 'e2e/stories/spine.story.ts', title: 'broken', message: 'Error: no' },
      { file: 'e2e', title: 'the stories could not be run', message: 'No server' },
    ]);
    expect(flakyStories(report)).toEqual([
      { file: 'e2e/stories/spine.story.ts', title: 'moody', message: 'expect(failed)' },
    ]);
    expect([...failedStories({}), ...flakyStories({})]).toEqual([]);
  });

  it('are printed at the end, one line each, right above the totals', () => {
    const run = `
      import { finish, runStage } from './scripts/stages.mjs';
      const failures = [{ file: 'a.test.ts', title: 'takes away', message: 'expected 1' }];
      const flaky = [{ file: 'b.story.ts', title: 'moody', message: 'too late' }];
      await runStage('vitest', ['-e', 'process.exit(1)'], { score: async () => ({ passed: 2, failed: 1, failures, flaky }) });
      finish();`;
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', run], {
      cwd: checkout,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stdout.trim().split('\n').slice(-6)).toEqual([
      'FLAKY b.story.ts: moody: too late',
      'FAILED a.test.ts: takes away: expected 1',
      '',
      expect.stringMatching(/^vitest +[\d.]+ s {2}2 passed, 1 failed$/),
      expect.stringMatching(/^Took \d+ s\.$/),
      '2 passed, 1 failed',
    ]);
  });
});
