import { dirname, join } from 'node:path/posix';
import { type Node, parseSync, Visitor } from 'oxc-parser';

/** Positions in a file. */
interface Range {
  readonly start: number;
  readonly end: number;
}

interface Named {
  readonly path: string;
  readonly name: string;
}

interface SourceFile {
  readonly tests: readonly (Range & { readonly title: string })[];
  /** Of this name there may be several, such as methods of different objects. */
  readonly functions: readonly (Range & { readonly name: string })[];
  /** What is called, as `expect.poll.toBe`, and functions that are passed on. */
  readonly calls: readonly { readonly at: number; readonly name: string }[];
  /** By local name. */
  readonly imports: ReadonlyMap<string, Named>;
}

/**
 * Finds tests in which nothing can fail: neither they nor what they call contain `expect` or `assert`. `read` returns a
 * file of the checkout, or undefined if there is none.
 */
export function createAssertionCheck(read: (path: string) => string | undefined): (path: string) => string[] {
  const known = new Map<string, SourceFile | undefined>();
  const fileAt = (path: string): SourceFile | undefined => {
    if (!known.has(path)) {
      const text = read(path);
      known.set(path, text === undefined ? undefined : parsed(path, text));
    }
    return known.get(path);
  };

  const canFail = (path: string, file: SourceFile, { start, end }: Range, seen: Set<string>): boolean =>
    file.calls
      .filter(({ at }) => at >= start && at < end)
      .some(({ name: called }) => {
        const [root = '', ...members] = called.split('.');
        if (/^(expect|assert)/.test(root)) return true;
        const name = members.at(-1);
        if (name === undefined) return functionCanFail({ path, name: root }, seen);
        // Whose method it is would need types: one of that name in this file, or in one that it imports, is enough.
        const paths = new Set([path, ...[...file.imports.values()].map((imported) => imported.path)]);
        return [...paths].some((each) => functionCanFail({ path: each, name }, seen));
      });
  const functionCanFail = ({ path, name }: Named, seen: Set<string>): boolean => {
    const key = `${path} ${name}`;
    const file = fileAt(path);
    if (!file || seen.has(key)) return false;
    seen.add(key);
    const imported = file.imports.get(name);
    if (imported) return functionCanFail(imported, seen);
    return file.functions.some((each) => each.name === name && canFail(path, file, each, seen));
  };

  return (path) => {
    const file = fileAt(path);
    return (file?.tests ?? []).flatMap((test) => (file && canFail(path, file, test, new Set()) ? [] : [test.title]));
  };
}

const ofTests = new Set(['each', 'for', 'only', 'concurrent', 'sequential', 'skipIf', 'runIf']);

function parsed(path: string, text: string): SourceFile {
  const tests: (Range & { title: string })[] = [];
  const functions: (Range & { name: string })[] = [];
  const calls: { at: number; name: string }[] = [];
  const imports = new Map<string, Named>();
  const note = (key: Node, value: Node | null) => {
    if (value && isFunction(value)) functions.push({ name: nameOf(key), start: value.start, end: value.end });
  };
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (!source.value.startsWith('.')) return;
      for (const { local, ...specifier } of specifiers) {
        const name = 'imported' in specifier ? nameOf(specifier.imported) : local.name;
        imports.set(local.name, { path: join(dirname(path), source.value), name });
      }
    },
    FunctionDeclaration(node) {
      if (node.id) note(node.id, node);
    },
    VariableDeclarator({ id, init }) {
      note(id, init);
    },
    Property({ key, value }) {
      note(key, value);
    },
    MethodDefinition({ key, value }) {
      note(key, value);
    },
    CallExpression({ callee, arguments: given, start }) {
      calls.push({ at: start, name: nameOf(callee) });
      for (const each of given) if (each.type === 'Identifier') calls.push({ at: each.start, name: each.name });
      const [root = '', ...members] = nameOf(callee).split('.');
      if ((root !== 'it' && root !== 'test') || !members.every((name) => ofTests.has(name))) return;
      const [title, ...rest] = given;
      const body = rest.findLast((each) => each.type === 'Identifier' || isFunction(each));
      if (title && body) tests.push({ title: text.slice(title.start, title.end), start: body.start, end: body.end });
    },
  }).visit(parseSync(path, text).program);
  return { tests, functions, calls, imports };
}

function isFunction({ type }: Node): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration';
}

/** `expect.poll.toBe` of `expect.poll(…).toBe(…)`. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node.name;
  if (node.type === 'CallExpression') return nameOf(node.callee);
  if (node.type === 'AwaitExpression') return nameOf(node.argument);
  if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`;
  return '';
}
