// `npm run rules`: which product rules have a test. `--area session` shows one area, `--uncovered` what still needs a test.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createAssertionCheck } from './rules/assertions.ts';
import {
  asserts,
  coverageByArea,
  maxRulesInTitle,
  overloadedTitles,
  readRuleList,
  rulesNamedIn,
  unknownRules,
  type AreaCoverage,
} from './rules/coverage.ts';
import { checkout, sourcesBelow } from './source-files.ts';

const { values: options } = parseArgs({
  options: {
    area: { type: 'string' },
    uncovered: { type: 'boolean' },
  },
});

const list = readRuleList(readFileSync(join(checkout, 'docs/rules.md'), 'utf8'));
// Speed requirements are proven by a benchmark; suites are run by more than one test.
const tests = sourcesBelow('packages', 'apps', 'scripts', 'e2e', 'bench').filter((path) =>
  /(\.(test|story|bench)|contract-suite[\w-]*)\.tsx?$/.test(path),
);
const texts = new Map(tests.map((path) => [path, readFileSync(join(checkout, path), 'utf8')]));
const named = new Map([...texts].map(([path, text]) => [path, rulesNamedIn(path, text)]));
const wanted = options.area?.toLowerCase() ?? '';
const areas = coverageByArea(list, named).filter(({ area }) => area.toLowerCase().startsWith(wanted));

if (options.uncovered) printUncovered();
else if (options.area) printRules();
else printAreas();
console.log(
  `${total(({ rules }) => rules)} rules, ${total(({ built }) => built)} of built capabilities, ` +
    `${total(({ covered }) => covered)} of those tested`,
);

const unasserted = createAssertionCheck((path) => {
  const file = join(checkout, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
});

const problems = [
  ...unknownRules(list, named).map(({ path, id }) => `${path} names ${id}, which docs/rules.md does not have`),
  ...[...texts].flatMap(([path, text]) =>
    overloadedTitles(path, text).map((title) => `${path} names more than ${maxRulesInTitle} rules in: ${title}`),
  ),
  ...[...texts]
    .filter(([path, text]) => mustAssert(path) && !asserts(path, text))
    .map(([path]) => `${path} asserts nothing`),
  ...tests.flatMap((path) => unasserted(path).map((title) => `${path} has a test that asserts nothing: ${title}`)),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** A benchmark may only measure, and a suite only build what another asserts, unless it claims to prove a rule. */
function mustAssert(path: string): boolean {
  return /\.(test|story)\.tsx?$/.test(path) || (named.get(path) ?? []).length > 0;
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

function total(pick: (area: AreaCoverage) => readonly unknown[]): number {
  return areas.reduce((sum, area) => sum + pick(area).length, 0);
}
