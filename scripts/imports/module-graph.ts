import { parseSync, Visitor } from 'oxc-parser';
import { dirname, join, normalize } from 'node:path/posix';

/** One source file as the import rules see it. Paths are relative to the checkout. */
export interface Module {
  readonly path: string;
  readonly imports: readonly Import[];
  /** Reads of the clock, of randomness or of the outside world. */
  readonly sideDoors: readonly { readonly what: string; readonly line: number }[];
  /** `export * from`, by line. */
  readonly starExports: readonly number[];
  readonly onlyForwards: boolean;
}

export interface Import {
  /** As written. */
  readonly specifier: string;
  /** The file it means, when that is one of ours. */
  readonly target: string | undefined;
  readonly typeOnly: boolean;
  readonly line: number;
}

export type SourceFiles = ReadonlyMap<string, string>;

/** Throws when a file cannot be parsed: rules that skip a file are no rules. */
export function readModules(files: SourceFiles): Module[] {
  return [...files].map(([path, text]) => readModule(path, text));
}

function readModule(path: string, text: string): Module {
  const { module, program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const imports: Import[] = [];
  const add = (specifier: string, offset: number, typeOnly: boolean) => {
    imports.push({ specifier, target: targetOf(path, specifier), typeOnly, line: lineOf(offset) });
  };
  for (const { moduleRequest, entries, start } of module.staticImports) {
    add(moduleRequest.value, start, entries.length > 0 && entries.every((entry) => entry.isType));
  }
  const starExports: number[] = [];
  for (const { entries, start } of module.staticExports) {
    const source = entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (!source) continue;
    add(
      source.value,
      start,
      entries.every((entry) => entry.isType),
    );
    if (entries.some((entry) => entry.importName.kind.startsWith('All'))) starExports.push(lineOf(start));
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const literal = /^(['"`])(.*)\1$/s.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2];
    if (literal !== undefined) add(literal, start, false);
  }
  const sideDoors: { what: string; line: number }[] = [];
  visitSideDoors(program, (what, offset) => sideDoors.push({ what, line: lineOf(offset) }));
  const forwards = program.body.filter((node) => 'source' in node && node.type.startsWith('Export') && node.source);
  return {
    path,
    imports,
    sideDoors,
    starExports,
    onlyForwards: forwards.length > 0 && forwards.length === program.body.length,
  };
}

/** `@atrium/calendar/zones` is packages/calendar/src/zones.ts: that is what every workspace exports. */
function targetOf(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(importer), specifier));
  const ours = /^@atrium\/([^/]+)\/(.+)$/.exec(specifier);
  if (!ours) return undefined;
  const [, name = '', rest = ''] = ours;
  const workspace = name === 'server' || name === 'web' ? `apps/${name}` : `packages/${name}`;
  return `${workspace}/src/${rest}.ts`;
}

const clockAndChance = new Map([
  ['Date', ['now']],
  ['Math', ['random']],
  ['performance', ['now', 'timeOrigin']],
  ['crypto', ['randomUUID', 'getRandomValues']],
  ['Temporal', ['Now']],
]);
const outside = new Set(['process', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'localStorage', 'document']);

function visitSideDoors(
  program: Parameters<InstanceType<typeof Visitor>['visit']>[0],
  report: (what: string, offset: number) => void,
): void {
  new Visitor({
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0) {
        report('new Date()', node.start);
      }
    },
    CallExpression(node) {
      if (node.callee.type !== 'Identifier') return;
      if (node.callee.name === 'Date') report('Date()', node.start);
      else if (outside.has(node.callee.name)) report(`${node.callee.name}()`, node.start);
    },
    MemberExpression(node) {
      if (node.object.type !== 'Identifier' || node.property.type !== 'Identifier' || node.computed) return;
      const [object, property] = [node.object.name, node.property.name];
      if (clockAndChance.get(object)?.includes(property) || outside.has(object)) {
        report(`${object}.${property}`, node.start);
      }
    },
  }).visit(program);
}
