import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, sourcesBelow } from '../source-files.ts';
import { type Mutant, mutantsOf, planted } from './mutants.ts';

export interface Planting {
  readonly sources: readonly string[];
  /** Fails when a test does. */
  readonly prove: Proof;
  readonly seed: number;
  /** Stop after this many faults were found. */
  readonly wanted: number;
  readonly onOutcome: (mutant: Mutant, isFound: boolean) => void;
}

/** Whether all tests that ran passed. */
export type Proof = () => boolean;

/** Plants faults, one at a time, and runs the tests; a fault that fails none shows that something is not tested. */
export function plantFaults({ sources, prove, seed, wanted, onOutcome }: Planting): { found: number; missed: number } {
  refuseUnsaved();
  if (!prove()) throw new Error('A test already fails.');
  const mutants = shuffled(
    filesOf(sources).flatMap((path) => mutantsOf(path, read(path))),
    seed,
  );
  const outcome = { found: 0, missed: 0 };
  for (const mutant of mutants) {
    if (outcome.found === wanted) break;
    const text = read(mutant.path);
    let isFound: boolean;
    try {
      writeFileSync(join(checkout, mutant.path), planted(text, mutant));
      isFound = !prove();
    } finally {
      writeFileSync(join(checkout, mutant.path), text);
    }
    outcome[isFound ? 'found' : 'missed'] += 1;
    onOutcome(mutant, isFound);
  }
  return outcome;
}

/** These test files. */
export function provenByTests(tests: readonly string[]): Proof {
  return () => isGreen('node_modules/vitest/vitest.mjs', 'run', '--bail', '1', ...tests);
}

/** These unit test files, then the stories that name one of the rules, in a rebuilt web app. */
export function provenByStories(tests: readonly string[], rules: readonly string[]): Proof {
  const isUnitGreen = provenByTests(tests);
  const titles = rules.map((id) => `\\[${id}\\]`).join('|');
  return () =>
    (tests.length === 0 || isUnitGreen()) &&
    isGreen('scripts/build.mjs') &&
    isGreen('node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e', '--max-failures', '1', '--grep', titles);
}

function isGreen(program: string, ...parameters: readonly string[]): boolean {
  const run = spawnSync(process.execPath, [join(checkout, program), ...parameters], {
    cwd: checkout,
    stdio: 'ignore',
    // A fault may cause an endless loop.
    timeout: 600_000,
  });
  if (run.error && run.signal === null) throw run.error;
  return run.status === 0;
}

/** The faults are planted in the files themselves. */
function refuseUnsaved(): void {
  const changed = execFileSync('git', ['status', '--porcelain', '--untracked-files=no'], { cwd: checkout });
  if (changed.length > 0) throw new Error('Faults are planted only in a clean working tree.');
}

function filesOf(sources: readonly string[]): string[] {
  const paths = sources.flatMap((source) => {
    if (!existsSync(join(checkout, source))) throw new Error(`There is no ${source}`);
    return statSync(join(checkout, source)).isDirectory() ? sourcesBelow(source) : [source];
  });
  return paths.filter((path) => !/\.test\.tsx?$/.test(path));
}

function read(path: string): string {
  return readFileSync(join(checkout, path), 'utf8');
}

/** The same order for the same seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed >>> 0;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
