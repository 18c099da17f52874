// `npm run rules`: which product rules have a test. `--area session` shows one area, `--uncovered` what still needs a test.
// `--mutate --area session [--seed 1] [--faults 10]` plants small faults in an area's code until so many have turned a test red.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sourcesOfArea } from './rules/areas.ts';
import { coverageByArea, readRuleList, rulesNamedIn, unknownRules, type AreaCoverage } from './rules/coverage.ts';
import { plantFaults } from './rules/plant-faults.ts';
import { checkout, sourcesBelow } from './source-files.ts';

const { values: options } = parseArgs({
  options: {
    area: { type: 'string' },
    uncovered: { type: 'boolean' },
    mutate: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '10' },
  },
});

const list = readRuleList(readFileSync(join(checkout, 'docs/rules.md'), 'utf8'));
// What must be fast is proven by a bench.
const tests = sourcesBelow('packages', 'apps', 'scripts', 'e2e', 'bench').filter((path) =>
  /\.(test|story|bench)\.tsx?$/.test(path),
);
const named = new Map(tests.map((path) => [path, rulesNamedIn(path, readFileSync(join(checkout, path), 'utf8'))]));
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

const unknown = unknownRules(list, named);
for (const { path, id } of unknown) console.error(`${path} names ${id}, which docs/rules.md does not have`);
process.exitCode = unknown.length === 0 ? 0 : 1;

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
    const sources = sourcesOfArea[area];
    // Stories need a built server each time; the tests beside them run on the sources.
    const provenBy = new Set(rules.flatMap((rule) => rule.tests).filter((path) => path.endsWith('.test.ts')));
    if (!sources || provenBy.size === 0) continue;
    console.log(`${area}: ${provenBy.size} files of tests, seed ${options.seed}`);
    const { found, missed } = plantFaults({
      sources,
      tests: [...provenBy],
      seed: Number(options.seed),
      wanted: Number(options.faults),
      onOutcome: ({ path, line, before, after }, isFound) =>
        console.log(`  ${isFound ? 'red   ' : 'MISSED'} ${path}:${line}  ${before} → ${after || 'nothing'}`),
    });
    console.log(`  ${found} faults turned a test red, ${missed} did not`);
  }
}

function total(pick: (area: AreaCoverage) => readonly unknown[]): number {
  return areas.reduce((sum, area) => sum + pick(area).length, 0);
}
