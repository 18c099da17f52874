import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runStage } from './stages.mjs';

const script = (code: string) => ['-e', code];

const score = async () => ({ passed: 7, failed: 0 });

it('counts a stage without tests as one', async () => {
  expect(await runStage('fine', script(''))).toMatchObject({ passed: 1, failed: 0 });
  expect(await runStage('broken', script('process.exit(3)'))).toMatchObject({ passed: 0, failed: 1 });
});

it('takes the number of tests from the report, and never lets a crash pass', async () => {
  expect(await runStage('fine', script(''), { score })).toMatchObject({ passed: 7, failed: 0 });
  expect(await runStage('crash', script('process.exit(1)'), { score })).toMatchObject({ passed: 7, failed: 1 });
});

it('stops processes that a stage left behind, and fails it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-stages-'));
  const beats = join(folder, 'beats');
  try {
    const beat = `setInterval(() => require('fs').appendFileSync(${JSON.stringify(beats)}, '.'), 20)`;
    const leave = `
      require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(beat)}], { stdio: 'ignore' });
      setInterval(() => require('fs').existsSync(${JSON.stringify(beats)}) && process.exit(0), 20);`;
    expect(await runStage('messy', script(leave), { patience: 300 })).toMatchObject({ passed: 0, failed: 1 });
    await pause(100);
    const counted = readFileSync(beats, 'utf8').length;
    expect(counted).toBeGreaterThan(0);
    await pause(200);
    expect(readFileSync(beats, 'utf8')).toHaveLength(counted);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('stops a stage that takes too long', async () => {
  const result = await runStage('endless', script('setInterval(() => {}, 1000)'), { minutes: 0.005 });
  expect(result).toMatchObject({ passed: 0, failed: 1 });
  expect(result.seconds).toBeLessThan(5);
});
