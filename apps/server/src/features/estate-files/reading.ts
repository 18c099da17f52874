import type { EstateProblem } from '@atrium/contract/estate-files';
import { type Document, isCollection, isMap, isPair, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { type EstateFile, estateFormat } from './format.ts';
import { estateTexts } from './texts.ts';

export type Path = readonly (string | number)[];

/** A parsed file: its content, and the line of each part. Plain values, so that a thread can transfer it. */
export interface ReadFile {
  readonly estate: EstateFile;
  readonly lines: Lines;
}

/** The line on which a value begins, and the values inside it. */
export interface Lines {
  readonly line: number;
  readonly inside?: ReadonlyMap<string, Lines>;
}

/** Reads a file of an organization, here or in a thread. */
export type ReadEstate = (text: string, orgId: string, signal?: AbortSignal) => Promise<ReadFile | EstateProblem[]>;

/** More problems than anyone fixes at a time. */
const maxProblems = 100;

export function readEstate(text: string): ReadFile | EstateProblem[] {
  const counter = new LineCounter();
  // Without tags and merges, and with few aliases: a file is data, and not larger than it looks.
  const document = parseDocument(text, { lineCounter: counter, version: '1.2', schema: 'core', prettyErrors: false });
  const lineAt = (offset: number) => Math.max(1, counter.linePos(offset).line);
  if (document.errors.length > 0) {
    return document.errors.slice(0, maxProblems).map(({ message, pos: [at] }) => ({
      line: lineAt(at),
      path: '',
      message,
    }));
  }
  const lines = linesOf(document.contents, lineAt);
  const values = toValues(document);
  if (values === undefined) return [{ line: 1, path: '', message: estateTexts.aliases }];
  const unstorable = pathToUnstorable(values);
  if (unstorable)
    return [{ line: lineOf(lines, unstorable), path: unstorable.join('.'), message: estateTexts.unstorable }];
  const parsed = z.safeParse(estateFormat, values, { error: inWords });
  if (parsed.success) return { estate: parsed.data, lines };
  const problems = parsed.error.issues.flatMap((issue): { path: Path; message: string }[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path.map(part), key], message: 'is not a known field' }))
      : [{ path: issue.path.map(part), message: issue.message }],
  );
  return problems
    .slice(0, maxProblems)
    .map(({ path, message }) => ({ line: lineOf(lines, path), path: path.join('.'), message }));
}

/** The line of a value; for an absent one, the line of its parent. */
export function lineOf(lines: Lines, path: Path): number {
  let found = lines;
  for (const key of path) {
    const next = found.inside?.get(String(key));
    if (!next) break;
    found = next;
  }
  return found.line;
}

/** Texts written as `\0` or `\uD800` pass every other check; the registry can store neither. */
function pathToUnstorable(root: unknown): Path | undefined {
  const left: { value: unknown; path: Path }[] = [{ value: root, path: [] }];
  // An alias can make a value contain itself.
  const seen = new Set<object>();
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && /\0|\p{Surrogate}/u.test(value)) return path;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [key, item] of Object.entries(value))
      left.push({ value: key, path }, { value: item, path: [...path, key] });
  }
  return undefined;
}

/** Undefined where aliases expand it beyond its size. */
function toValues(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 10 }) ?? null;
  } catch {
    return undefined;
  }
}

function linesOf(node: Node | null, lineAt: (offset: number) => number): Lines {
  const line = node?.range ? lineAt(node.range[0]) : 1;
  if (!isCollection(node)) return { line };
  const inside = new Map<string, Lines>();
  for (const [index, item] of node.items.entries()) {
    if (isMap(node) && isPair(item)) {
      const { key, value } = item as { key: Node | null; value: Node | null };
      const known = linesOf(value?.range ? value : key, lineAt);
      inside.set(String(isScalar(key) ? key.value : index), known);
    } else inside.set(String(index), linesOf(item as Node | null, lineAt));
  }
  return { line, inside };
}

function part(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key);
}

const wordsFor: Record<string, string> = {
  string: 'text; put it in quotes',
  number: 'a number',
  boolean: 'true or false',
  object: 'a group of fields',
  record: 'a group of fields',
  array: 'a list',
};

const inWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required' : `must be ${wordsFor[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`;
  return issue.code === 'invalid_union' ? 'must be text or a number' : undefined;
};
