import type { EstateProblem } from '@atrium/contract/estate-files';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { type EstateFile, estateFormat } from './format.ts';
import { estateTexts } from './texts.ts';

export type Path = readonly (string | number)[];

/** A file that was read: what it says, and on which line it says it. */
export interface ReadFile {
  readonly estate: EstateFile;
  /** Of what is written there; of what is not, the line of what it would be part of. */
  readonly lineOf: (path: Path) => number;
}

/** More of them than anybody repairs at a time. */
const mostProblems = 100;

export function readEstate(text: string): ReadFile | EstateProblem[] {
  const lines = new LineCounter();
  // Without tags and merges, and with few aliases: a file is data, and not larger inside than it looks.
  const document = parseDocument(text, { lineCounter: lines, version: '1.2', schema: 'core', prettyErrors: false });
  if (document.errors.length > 0) {
    return document.errors.slice(0, mostProblems).map(({ message, pos: [at] }) => ({
      line: Math.max(1, lines.linePos(at).line),
      path: '',
      message,
    }));
  }
  const lineOf = (path: Path) => findLine(document, lines, path);
  const values = toValues(document);
  if (values === undefined) return [{ line: 1, path: '', message: estateTexts.aliases }];
  const parsed = z.safeParse(estateFormat, values, { error: inWords });
  if (parsed.success) return { estate: parsed.data, lineOf };
  const problems = parsed.error.issues.flatMap((issue): { path: Path; message: string }[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path.map(part), key], message: 'is not a known field' }))
      : [{ path: issue.path.map(part), message: issue.message }],
  );
  return problems
    .slice(0, mostProblems)
    .map(({ path, message }) => ({ line: lineOf(path), path: path.join('.'), message }));
}

/** Undefined where aliases make it larger than it is written. */
function toValues(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 10 }) ?? null;
  } catch {
    return undefined;
  }
}

function findLine(document: Document, lines: LineCounter, path: Path): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return Math.max(1, lines.linePos(node.range[0]).line);
  }
  return 1;
}

function part(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key);
}

const wordsFor: Record<string, string> = {
  string: 'text; put it in quotes',
  number: 'a number',
  boolean: 'true or false',
  object: 'a group of fields',
  array: 'a list',
};

const inWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required' : `must be ${wordsFor[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`;
  return issue.code === 'invalid_union' ? 'must be text or a number' : undefined;
};
