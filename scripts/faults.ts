// `npm run faults -- spaces [--count 10] [--seed 1]`: plants small faults, one at a time, in a copy of the checkout and runs the
// tests that belong to the file. A fault that turns none red says that something is not proven.
// `--near` runs only the tests beside the file, `--tests sockets,scope` further ones, `--web` plants in the screens of a feature.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { offerTestEngines } from '../packages/engines/src/testing-setup.ts';
import { type Mutant, mutantsOf, planted, shuffled } from './faults/mutants.ts';
import { compiles, isGreen } from './faults/proof.ts';
import { makeScratch } from './faults/scratch.ts';
import { sourcesOf, type Stage, stagesOf } from './faults/targets.ts';
import { checkout, sourcesBelow } from './source-files.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    near: { type: 'boolean', default: false },
    tests: { type: 'string' },
    web: { type: 'boolean', default: false },
  },
});
if (positionals.length === 0) throw new Error('Faults in what? npm run faults -- spaces');
const sources = positionals.flatMap((name) => sourcesOf(name, { inWeb: options.web }));
const named = options.tests?.split(',') ?? [];
const further = sourcesBelow('packages', 'apps').filter(
  (path) => /\.test\.tsx?$/.test(path) && named.some((each) => path.includes(each)),
);

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stopping.abort(new Error(signal)));
const scratch = makeScratch();
const engines = await offerTestEngines();
const bench = { folder: scratch.folder, engines: engines.socket, signal: stopping.signal };
const provenGreen = new Set<string>();
const counts = { red: 0, missed: 0, refused: 0 };
try {
  const mutants = shuffled(
    sources.flatMap((path) => mutantsOf(path, readFileSync(join(checkout, path), 'utf8'))),
    Number(options.seed),
  );
  console.log(`${mutants.length} faults possible in ${sources.length} files, seed ${options.seed}`);
  for (const mutant of mutants) {
    if (counts.red + counts.missed >= Number(options.count)) break;
    const outcome = await outcomeOf(mutant);
    counts[outcome] += 1;
    const { path, line, before, after } = mutant;
    console.log(`  ${outcome.padEnd(7)} ${path}:${line}  ${shown(before)} → ${shown(after)}`);
  }
} finally {
  const { red, missed, refused } = counts;
  console.log(`${positionals.join(', ')}: ${red} red, ${missed} missed, ${refused} refused by the compiler`);
  await engines.close();
  scratch.remove();
}

async function outcomeOf(mutant: Mutant): Promise<keyof typeof counts> {
  // Databases are copies of one that was made without the fault.
  const sharesEngines = !mutant.path.startsWith('apps/server/src/registry/');
  const own = { ...bench, engines: sharesEngines ? bench.engines : undefined };
  const stages = stagesOf(mutant.path);
  for (const stage of [...(options.near ? stages.slice(0, 2) : stages), { tests: further }]) {
    await proveGreen(stage);
    if (!(await withFault(mutant, () => isGreen(own, stage)))) return 'red';
  }
  return (await withFault(mutant, () => compiles(own, mutant.path))) ? 'missed' : 'refused';
}

/** What is red without a fault proves nothing. */
async function proveGreen(stage: Stage): Promise<void> {
  const key = JSON.stringify(stage);
  if (provenGreen.has(key)) return;
  if (!(await isGreen(bench, stage))) throw new Error(`Red without a fault: ${key}`);
  provenGreen.add(key);
}

async function withFault<T>(mutant: Mutant, work: () => Promise<T>): Promise<T> {
  const file = join(scratch.folder, mutant.path);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, planted(text, mutant));
  try {
    return await work();
  } finally {
    writeFileSync(file, text);
  }
}

function shown(text: string): string {
  return text === '' ? 'nothing' : text.replaceAll(/\s+/g, ' ').slice(0, 100);
}
