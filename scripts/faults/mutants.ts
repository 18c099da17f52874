import { parseSync, Visitor } from 'oxc-parser';

/** A small fault: this text instead of that one. */
export interface Mutant {
  readonly path: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

const turned: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
};

/** Calls that can be left out of a chain: `rows.filter(isOpen).map(nameOf)`. */
const steps = new Set(['filter', 'toSorted', 'toReversed', 'trim', 'toLowerCase', 'where', 'orderBy', 'limit']);

/** Calls that make lists. */
const lists = new Set(['map', 'filter', 'flatMap', 'toSorted']);

/** What a condition can be besides a comparison, which is turned as one. */
const asks = new Set(['Identifier', 'MemberExpression', 'CallExpression']);

/**
 * Every small fault that can be planted in a file: comparisons, sums, conditions, switches, numbers and sentences
 * changed; a statement, a refusal, a step of a chain or a condition of a query left out; an empty list returned.
 */
export function mutantsOf(path: string, text: string): Mutant[] {
  const found: Mutant[] = [];
  const plant = (start: number, end: number, after: string) => {
    const line = text.slice(0, start).split('\n').length;
    found.push({ path, line, start, end, before: text.slice(start, end), after });
  };
  const turn = ({ left, right, operator }: { left: Span; right: Span; operator: string }) => {
    const after = turned[operator];
    const at = text.indexOf(operator, left.end);
    if (after !== undefined && at >= 0 && at < right.start) plant(at, at + operator.length, after);
  };
  const negate = ({ test }: { test: Span & { type: string } }) => {
    if (asks.has(test.type)) plant(test.start, test.start, '!');
  };
  const spared: Span[] = [];
  const spare = (node: Span) => void spared.push(node);
  new Visitor({
    ImportDeclaration: spare,
    TSLiteralType: spare,
    BinaryExpression: turn,
    LogicalExpression: turn,
    IfStatement: negate,
    ConditionalExpression: negate,
    // What cannot happen is said to nobody.
    NewExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && callee.name === 'Error') given.forEach(spare);
    },
    // A sentence of the API page.
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'summary') spare(value);
    },
    ExpressionStatement({ expression, start, end }) {
      const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
      if (call.type === 'CallExpression') plant(start, end, ';');
    },
    ThrowStatement({ argument, start, end }) {
      if (argument.type !== 'NewExpression') plant(start, end, ';');
    },
    ReturnStatement({ argument }) {
      // Nothing at all, where there is a list.
      if (argument?.type === 'CallExpression' && argument.callee.type === 'MemberExpression') {
        const { property } = argument.callee;
        if (property.type === 'Identifier' && lists.has(property.name)) plant(argument.start, argument.end, '[]');
      }
    },
    CallExpression({ callee, arguments: given, end }) {
      if (
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        steps.has(callee.property.name)
      )
        plant(callee.object.end, end, '');
      if (callee.type !== 'Identifier' || callee.name !== 'and' || given.length < 2) return;
      for (const condition of given) plant(condition.start, condition.end, 'undefined');
    },
    UnaryExpression(node) {
      if (node.operator === '!') plant(node.start, node.argument.start, '');
    },
    JSXText({ start, value }) {
      const spoilt = value.search(/\p{L}/u);
      if (spoilt >= 0) plant(start + spoilt, start + spoilt + 1, '');
    },
    Literal(node) {
      const { start, end, value } = node;
      if (typeof value === 'boolean') plant(start, end, String(!value));
      if (typeof value === 'number') plant(start, end, String(value + 1));
      if (typeof value === 'string' && /\p{L} \p{L}/u.test(value)) plant(start + 1, start + 2, '');
    },
  }).visit(parseSync(path, text).program);
  return found
    .filter(({ start }) => !spared.some((span) => start >= span.start && start < span.end))
    .toSorted((a, b) => a.start - b.start);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

export function planted(text: string, { start, end, after }: Mutant): string {
  return text.slice(0, start) + after + text.slice(end);
}

/** The same order for the same seed. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
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
