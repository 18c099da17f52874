import { parseSync, Visitor } from 'oxc-parser';

export interface Rule {
  readonly id: string;
  readonly area: string;
  /** Of the roadmap, 1 to 14. */
  readonly capability: number;
  readonly text: string;
}

export interface RuleList {
  readonly rules: readonly Rule[];
  /** Capabilities whose rules must hold, and so must have a test. */
  readonly built: readonly number[];
}

export interface AreaCoverage {
  readonly area: string;
  readonly rules: readonly ProvenRule[];
  readonly built: readonly ProvenRule[];
  /** Rules of built capabilities that a test names. */
  readonly covered: readonly ProvenRule[];
}

export type ProvenRule = Rule & { readonly tests: readonly string[] };

/** Test file → ids of the rules in its titles. */
export type NamedRules = ReadonlyMap<string, readonly string[]>;

/** Reads docs/rules.md. Throws when a line looks like a rule but is not one, or when an id is used twice. */
export function readRuleList(markdown: string): RuleList {
  const rules: Rule[] = [];
  const ids = new Set<string>();
  let area = '';
  let built: number[] | undefined;
  for (const line of markdown.split('\n')) {
    const builtList = /^built: \[([\d, ]*)\]$/.exec(line)?.[1];
    if (builtList !== undefined) built = builtList.split(',').filter(Boolean).map(Number);
    if (line.startsWith('## ')) area = line.slice(3);
    if (!line.startsWith('- ')) continue;
    const [, id, capability, text] = /^- ([RITS]\d{2,4}) \((\d{1,2})\) (\S.*)$/.exec(line) ?? [];
    if (!id || !text || Number(capability) < 1 || Number(capability) > 14) throw new Error(`No rule: ${line}`);
    if (ids.has(id)) throw new Error(`${id} is listed twice`);
    ids.add(id);
    rules.push({ id, area, capability: Number(capability), text });
  }
  if (!built) throw new Error('The line "built: [1]" is missing');
  return { rules, built };
}

/**
 * Ids like `[R081]` in the string literals of a test file: titles, and the tables behind titles. Anything that looks
 * like an id counts, so that one of another numbering is reported as unknown.
 */
export function rulesNamedIn(path: string, text: string): string[] {
  return [...new Set(texts(path, text).flatMap(idsIn))];
}

/** The maximum number of rules in one title: a test that claims more proves too little about each of them. */
export const maxRulesInTitle = 5;

/** Titles with more rules than that. */
export function overloadedTitles(path: string, text: string): string[] {
  return texts(path, text).filter((title) => idsIn(title).length > maxRulesInTitle);
}

/** Whether anything in a file can fail: a call of `expect` or `assert`, or of a shared suite. */
export function asserts(path: string, text: string): boolean {
  let found = false;
  new Visitor({
    CallExpression({ callee }) {
      let called = callee;
      while (called.type === 'MemberExpression' || called.type === 'CallExpression')
        called = called.type === 'MemberExpression' ? called.object : called.callee;
      if (called.type === 'Identifier' && /^(expect|assert|see|look|describe[A-Z])/.test(called.name)) found = true;
    },
  }).visit(parseSync(path, text).program);
  return found;
}

function idsIn(text: string): string[] {
  return [...text.matchAll(/\[([A-Z]{1,4}-?\d{2,4})\]/g)].flatMap(([, id]) => id ?? []);
}

/** The string literals of a file. */
function texts(path: string, text: string): string[] {
  const found: string[] = [];
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') found.push(node.value);
    },
    TemplateElement(node) {
      found.push(node.value.raw);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

export function coverageByArea({ rules, built }: RuleList, named: NamedRules): AreaCoverage[] {
  const areas = new Map<string, ProvenRule[]>();
  for (const rule of rules) {
    const tests = [...named].filter(([, ids]) => ids.includes(rule.id)).map(([path]) => path);
    const list = areas.get(rule.area) ?? [];
    list.push({ ...rule, tests });
    areas.set(rule.area, list);
  }
  return [...areas].map(([area, inArea]) => {
    const expected = inArea.filter(({ capability }) => built.includes(capability));
    return { area, rules: inArea, built: expected, covered: expected.filter(({ tests }) => tests.length > 0) };
  });
}

export function unknownRules({ rules }: RuleList, named: NamedRules): { path: string; id: string }[] {
  const known = new Set(rules.map(({ id }) => id));
  return [...named].flatMap(([path, ids]) => ids.filter((id) => !known.has(id)).map((id) => ({ path, id })));
}
