import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkout } from '../source-files.ts';
import { asserts, coverageByArea, overloadedTitles, readRuleList, rulesNamedIn, unknownRules } from './coverage.ts';

const markdown = `# Rules
built: [1, 2]

## Shell
- R001 (1) One page.
- R002 (3) Later.

## Time
- T01 (2) UTC.
`;
// Split, so that this file itself names no rule.
const named = (id: string) => `[${id}]`;

describe('the list of rules', () => {
  it('is read with area, capability and built state', () => {
    expect(readRuleList(markdown)).toEqual({
      built: [1, 2],
      rules: [
        { id: 'R001', area: 'Shell', capability: 1, text: 'One page.' },
        { id: 'R002', area: 'Shell', capability: 3, text: 'Later.' },
        { id: 'T01', area: 'Time', capability: 2, text: 'UTC.' },
      ],
    });
  });

  it.each([
    ['an id twice', `${markdown}- R001 (1) Again.\n`, /R001 is listed twice/],
    ['a line that is no rule', `${markdown}- R9 One.\n`, /No rule: - R9 One\./],
    ['a capability beyond the roadmap', `${markdown}- R003 (15) One.\n`, /No rule/],
    ['no word on what is built', markdown.replace(/built.*/, ''), /built/],
  ])('refuses %s', (_case, text, message) => {
    expect(() => readRuleList(text)).toThrow(message);
  });

  it('of the product has no gap: R001 to R510, each once, in order, and its own rules above', () => {
    const { rules } = readRuleList(readFileSync(join(checkout, 'docs/rules.md'), 'utf8'));
    const behavior = rules.map(({ id }) => id).filter((id) => id.startsWith('R'));
    const specified = behavior.filter((id) => Number(id.slice(1)) <= 510);
    expect(specified).toEqual(Array.from({ length: 510 }, (_, index) => `R${String(index + 1).padStart(3, '0')}`));
    expect(new Set(behavior).size).toBe(behavior.length);
  });
});

it('finds rules in titles, tables and templates, and not in comments', () => {
  const text = `
    // ${named('R009')}
    it('${named('R001')} one', () => {});
    it.each(['${named('T01')}${named('I01')}'])('%s', () => {});
    test(\`${named('S02')} \${1}\`, () => {});
    const list = [R003];
  `;
  expect(rulesNamedIn('a.test.ts', text)).toEqual(['R001', 'T01', 'I01', 'S02']);
});

it('counts a rule as covered when a test names it and its capability is built', () => {
  const list = readRuleList(markdown);
  const areas = coverageByArea(list, new Map([['a.test.ts', ['R001', 'R002']]]));
  expect(
    areas.map(({ area, rules, built, covered }) => [area, rules.length, built.length, covered.map(({ id }) => id)]),
  ).toEqual([
    ['Shell', 2, 1, ['R001']],
    ['Time', 1, 1, []],
  ]);
});

it('reports an id of another numbering as an unknown rule', () => {
  expect(rulesNamedIn('a.test.ts', `it('${named('SEC-12')} one', () => {});`)).toEqual(['SEC-12']);
});

it('names the tests that claim an unknown rule', () => {
  expect(unknownRules(readRuleList(markdown), new Map([['a.test.ts', ['R001', 'R777']]]))).toEqual([
    { path: 'a.test.ts', id: 'R777' },
  ]);
});

const title = (count: number) => Array.from({ length: count }, (_, index) => named(`R10${index}`)).join(' ');

it('finds titles that name more than five rules', () => {
  const text = `it('${title(5)} one', () => {}); test(\`${title(6)} two\`, () => {});`;
  expect(overloadedTitles('a.test.ts', text)).toEqual([`${title(6)} two`]);
});

it.each([
  ['expect(1).toBe(1);', true],
  ['await expect.poll(() => 1).toBe(1);', true],
  ['assert.equal(1, 1);', true],
  ["describeFacts('the oracle', open);", true],
  ["it('expects nothing', () => run());", false],
  ['console.log(`${expected}`);', false],
])('detects whether a file asserts anything: %s', (text, result) => {
  expect(asserts('a.test.ts', text)).toBe(result);
});
