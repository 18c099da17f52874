// `npm run rules`: which product rules have a test. `--area session` shows one area, `--uncovered` what still needs a
// test. `--mutate --area session [--seed 1] [--faults 10]` plants small faults in an area's code until that many have
// failed a test, with `--screens` in its part of the web app, where stories prove it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sourcesOfArea } from './rules/areas.ts';
import {
  asserts,
  coverageByArea,
  maxRulesInTitle,
  overloadedTitles,
  readRuleList,
  rulesNamedIn,
  unknownRules,
  type AreaCoverage,
  type ProvenRule,
} from './rules/coverage.ts';
import { plantFaults, type Proof, provenByStories, provenByTests } from './rules/plant-faults.ts';
import { checkout, sourcesBelow } from './source-files.ts';

const { values: options } = parseArgs({
  options: {
    area: { type: 'string' },
    uncovered: { type: 'boolean' },
    mutate: { type: 'boolean' },
    screens: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '10' },
  },
});

const list = readRuleList(readFileSync(join(checkout, 'docs/rules.md'), 'utf8'));
// Speed requirements are proven by a benchmark.
const tests = sourcesBelow('packages', 'apps', 'scripts', 'e2e', 'bench').filter((path) =>
  /\.(test|story|bench)\.tsx?$/.test(path),
);
const texts = new Map(tests.map((path) => [path, readFileSync(join(checkout, path), 'utf8')]));
const named = new Map([...texts].map(([path, text]) => [path, rulesNamedIn(path, text)]));
const wanted = options.area?.toLowerCase() ?? '';
const areas = coverageByArea(list, named).filter(({ area }) => area.toLowerCase().startsWith(wanted));

if (options.mutate) mutate();
else if (options.uncovered) printUncovered();
else if (options.area) printRules();
else printAreas();
console.log(
  `${total(({ rules }) => rules)} rules, ${total(({ built }) => built)} of built capabilities, ` +
    `${total(({ covered }) => covered)} of those tested`,
);

const problems = [
  ...unknownRules(list, named).map(({ path, id }) => `${path} names ${id}, which docs/rules.md does not have`),
  ...[...texts].flatMap(([path, text]) =>
    overloadedTitles(path, text).map((title) => `${path} names more than ${maxRulesInTitle} rules in: ${title}`),
  ),
  ...[...texts]
    .filter(([path, text]) => mustAssert(path) && !asserts(path, text))
    .map(([path]) => `${path} asserts nothing`),
  ...missingSources().map((source) => `scripts/rules/areas.ts names ${source}, which does not exist`),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** A benchmark may only measure, unless it claims to prove a rule. */
function mustAssert(path: string): boolean {
  return !path.endsWith('.bench.ts') || (named.get(path) ?? []).length > 0;
}

/** Otherwise faults would be planted in deleted files, and deleted tests run. */
function missingSources(): string[] {
  return Object.values(sourcesOfArea)
    .flatMap(({ sources, screens = [], tests: further = [] }) => [...sources, ...screens, ...further])
    .filter((source) => !existsSync(join(checkout, source)));
}

function printAreas(): void {
  console.log(`${'area'.padEnd(28)}  rules  built  tested  untested`);
  for (const { area, rules, built, covered } of areas) {
    const counts = [rules.length, built.length, covered.length, built.length - covered.length];
    const [all, expected, proven, open] = counts.map((count, column) =>
      `${count}`.padStart([7, 7, 8, 10][column] ?? 0),
    );
    console.log(`${area.padEnd(28)}${all}${expected}${proven}${open}`);
  }
}

function printRules(): void {
  for (const { id, text, tests: provenBy } of areas.flatMap(({ rules }) => rules)) {
    console.log([`${id} ${text}`, ...provenBy].join('\n     '));
  }
}

function printUncovered(): void {
  for (const { id, text, tests: provenBy } of areas.flatMap(({ built }) => built)) {
    if (provenBy.length === 0) console.log(`${id} ${text}`);
  }
}

function mutate(): void {
  for (const { area, rules } of areas) {
    const planting = options.screens ? inScreens(area, rules) : inSources(area, rules);
    if (!planting) continue;
    console.log(`${area}: seed ${options.seed}`);
    const { found, missed } = plantFaults({
      ...planting,
      seed: Number(options.seed),
      wanted: Number(options.faults),
      onOutcome: ({ path, line, before, after }, isFound) =>
        console.log(
          `  ${isFound ? 'red   ' : 'MISSED'} ${path}:${line}  ${before || 'nothing'} → ${after || 'nothing'}`,
        ),
    });
    console.log(`  ${found} faults turned a test red, ${missed} did not`);
  }
}

interface Place {
  readonly sources: readonly string[];
  readonly prove: Proof;
}

function inSources(area: string, rules: readonly ProvenRule[]): Place | undefined {
  const { sources, tests: further } = sourcesOfArea[area] ?? { sources: [] };
  if (sources.length === 0) return undefined;
  // Stories need a built server each time; the tests next to them run on the sources.
  const naming = rules.flatMap((rule) => rule.tests).filter((path) => path.endsWith('.test.ts'));
  return { sources, prove: provenByTests([...new Set([...naming, ...(further ?? [])])]) };
}

function inScreens(area: string, rules: readonly ProvenRule[]): Place | undefined {
  const sources = sourcesOfArea[area]?.screens;
  if (!sources) return undefined;
  const units = sourcesBelow('apps/web/src').filter((path) => path.endsWith('.test.ts'));
  const ids = rules.filter((rule) => rule.tests.some((path) => path.endsWith('.story.ts'))).map(({ id }) => id);
  return { sources, prove: provenByStories(units, ids) };
}

function total(pick: (area: AreaCoverage) => readonly unknown[]): number {
  return areas.reduce((sum, area) => sum + pick(area).length, 0);
}
