import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, sourcesBelow } from '../source-files.ts';
import { type Mutant, mutantsOf, planted } from './mutants.ts';

export interface Planting {
  readonly sources: readonly string[];
  /** The tests that name a rule of the area. */
  readonly tests: readonly string[];
  readonly seed: number;
  /** Stop when so many faults were found. */
  readonly wanted: number;
  readonly onOutcome: (mutant: Mutant, isFound: boolean) => void;
}

/** Plants faults, one at a time, and runs the tests; a fault that turns none red says that something is not proven. */
export function plantFaults({ sources, tests, seed, wanted, onOutcome }: Planting): { found: number; missed: number } {
  refuseUnsaved();
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
      isFound = isRed(tests);
    } finally {
      writeFileSync(join(checkout, mutant.path), text);
    }
    outcome[isFound ? 'found' : 'missed'] += 1;
    onOutcome(mutant, isFound);
  }
  return outcome;
}

function isRed(tests: readonly string[]): boolean {
  const vitest = join(checkout, 'node_modules/vitest/vitest.mjs');
  const run = spawnSync(process.execPath, [vitest, 'run', '--bail', '1', ...tests], { cwd: checkout, stdio: 'ignore' });
  if (run.error) throw run.error;
  return run.status !== 0;
}

/** The faults are planted in the files themselves. */
function refuseUnsaved(): void {
  const changed = execFileSync('git', ['status', '--porcelain', '--untracked-files=no'], { cwd: checkout });
  if (changed.length > 0) throw new Error('Faults are planted only where everything is committed.');
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
