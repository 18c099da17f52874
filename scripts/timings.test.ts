import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkout } from './source-files.ts';
import { slowestLines, storyTimings, testTimings, totalLine } from './timings.mjs';

const story = (title: string, ...durations: number[]) => ({
  title,
  file: 'spine.story.ts',
  tests: [{ results: durations.map((duration) => ({ duration })) }],
});

describe('the timings of a run', () => {
  it('are read for every test of vitest', () => {
    const report = {
      testResults: [
        {
          name: join(checkout, 'packages/a.test.ts'),
          assertionResults: [
            { fullName: 'adds up', duration: 1500 },
            { fullName: 'was skipped', duration: null },
          ],
        },
      ],
    };
    expect(testTimings(report)).toEqual([
      { file: 'packages/a.test.ts', title: 'adds up', seconds: 1.5 },
      { file: 'packages/a.test.ts', title: 'was skipped', seconds: 0 },
    ]);
    expect(testTimings({})).toEqual([]);
  });

  it('are read for every story with all its attempts, including inside a group', () => {
    const report = { suites: [{ specs: [story('fine', 800)], suites: [{ specs: [story('moody', 2000, 1000)] }] }] };
    expect(storyTimings(report)).toEqual([
      { file: 'e2e/stories/spine.story.ts', title: 'fine', seconds: 0.8 },
      { file: 'e2e/stories/spine.story.ts', title: 'moody', seconds: 3 },
    ]);
    expect(storyTimings({})).toEqual([]);
  });

  it('are listed slowest first, as many as asked for', () => {
    const timings = [0.04, 12, 3].map((seconds, index) => ({ file: 'a.test.ts', title: `test ${index}`, seconds }));
    expect(slowestLines(timings, 2)).toEqual(['   12.0 s  a.test.ts: test 1', '    3.0 s  a.test.ts: test 2']);
  });

  it('are compared with the budget, without failing the run', () => {
    expect(totalLine(500, 540)).toBe('Took 500 s of a budget of 540 s.');
    expect(totalLine(600.4, 540)).toBe('Took 600 s, 60 s over the budget of 540 s.');
    const run = `
      import { finish, runStage } from './scripts/stages.mjs';
      const timings = [{ file: 'a.test.ts', title: 'is slow', seconds: 70 }];
      await runStage('vitest', ['-e', ''], { score: async () => ({ passed: 1, failed: 0, timings }) });
      finish({ budget: 0 });`;
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', run], {
      cwd: checkout,
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(stdout.trim().split('\n').slice(-6)).toEqual([
      'The slowest of 1:',
      '   70.0 s  a.test.ts: is slow',
      '',
      expect.stringMatching(/^vitest +[\d.]+ s {2}1 passed, 0 failed$/),
      expect.stringMatching(/^Took \d+ s, \d+ s over the budget of 0 s\.$/),
      '1 passed, 0 failed',
    ]);
  });
});
