import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { supervise } from './supervisor.ts';

let folder: string;
let program: string;
/** Where the last server logged its starts. */
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-supervisor-'));
  program = join(folder, 'server.mjs');
  // Runs one life after another: each defines whether it becomes ready and how it ends.
  await writeFile(
    program,
    `import { appendFileSync, readFileSync } from 'node:fs';
     const [, , lives, file] = process.argv;
     appendFileSync(file, '.');
     appendFileSync(file + '-restarts', process.argv.at(-1));
     const [isReady, end] = JSON.parse(lives)[readFileSync(file, 'utf8').length - 1];
     if (isReady) await new Promise((sent) => process.send('ready', sent));
     if (typeof end === 'string') process.kill(process.pid, end);
     else process.exit(end);
     setInterval(() => {}, 1000);`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Life = readonly [isReady: boolean, end: number | NodeJS.Signals];
const ready = true;
const notReady = false;

async function outcomeOf(...lives: Life[]): Promise<{ code: number; starts: number }> {
  file = join(folder, `starts-${Math.random()}`);
  const pause = { first: 1, longest: 4 };
  const code = await supervise({ program, args: [JSON.stringify(lives), file], pause });
  return { code, starts: (await readFile(file, 'utf8')).length };
}

describe('[I60] [S67] a server', () => {
  it('that dies once it was ready is restarted, however it died', async () => {
    const lives = [
      [ready, 70],
      [ready, 'SIGKILL'],
      [ready, 'SIGSEGV'],
      [ready, 0],
    ] as const;
    expect(await outcomeOf(...lives)).toEqual({ code: 0, starts: 4 });
    expect(await readFile(`${file}-restarts`, 'utf8'), '[I60] and is told how often').toBe(
      '--restarts=0--restarts=1--restarts=2--restarts=3',
    );
  });

  it('whose first start fails is not restarted', async () => {
    expect(await outcomeOf([notReady, 70])).toEqual({ code: 1, starts: 1 });
    expect(await outcomeOf([notReady, 'SIGKILL'])).toEqual({ code: 1, starts: 1 });
    expect(await outcomeOf([notReady, 1])).toEqual({ code: 1, starts: 1 });
  });

  it('that refuses a later start is not restarted either', async () => {
    expect(await outcomeOf([ready, 70], [notReady, 1])).toEqual({ code: 1, starts: 2 });
  });

  it('whose later start fails is given up after five attempts', async () => {
    const fails: Life[] = Array.from({ length: 9 }, () => [notReady, 70] as const);
    expect(await outcomeOf([ready, 70], [notReady, 70], [ready, 'SIGKILL'], ...fails)).toEqual({ code: 1, starts: 8 });
  });
});
