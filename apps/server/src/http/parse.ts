import * as z from 'zod/mini';
import { invalidField, Refusal } from '../refusal.ts';

z.config(z.locales.en());

interface Detail {
  readonly path: string;
  readonly message: string;
}

/** A malformed part of the path names nothing: 404, never 400. */
export function parseParams(schema: z.ZodMiniType | undefined, raw: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, raw);
  if (!parsed.success || findText(raw, isUnstorable) !== undefined)
    throw new Refusal('not_found', 'There is nothing at this address.');
  // Ids are compared in their stored form.
  const named = Object.entries(parsed.data as Record<string, unknown>);
  return Object.fromEntries(named.map(([name, value]) => [name, isId(value) ? value.toLowerCase() : value]));
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

/** Only known parameters, and each once unless it is a list: an ignored filter would return wrong numbers. */
export function parseQuery(schema: z.ZodMiniType | undefined, raw: Record<string, unknown>): unknown {
  const known: Record<string, z.core.$ZodType> = schema instanceof z.ZodMiniObject ? schema.shape : {};
  const details: Detail[] = [];
  for (const [path, value] of Object.entries(raw)) {
    if (!Object.hasOwn(known, path)) details.push({ path, message: 'is not a parameter of this call' });
    else if (Array.isArray(value) && !isList(known[path]!)) details.push({ path, message: 'was given more than once' });
    else if ([value].flat().some((text) => String(text).includes('\0')))
      details.push({ path, message: 'contains a NUL character' });
  }
  if (details.length > 0) throw invalid(details);
  return schema && parse(schema, raw);
}

/** It turns an empty list into one; numbers would be made of it too. */
function isList(schema: z.core.$ZodType): boolean {
  const parsed = z.safeParse(schema, []);
  return parsed.success && Array.isArray(parsed.data);
}

export function parseBody(schema: z.ZodMiniType | undefined, raw: unknown): unknown {
  if (!schema) {
    if (raw == null || (typeof raw === 'object' && Object.keys(raw).length === 0)) return undefined;
    throw invalidField('body', 'This call does not accept a body.');
  }
  if (raw === undefined) {
    if (z.safeParse(schema, undefined).success) return undefined;
    throw invalidField('body', 'This call needs a JSON body.');
  }
  const unstorable = findText(raw, isUnstorable);
  if (unstorable) {
    const what = unstorable.text.includes('\0') ? 'a NUL character' : 'invalid Unicode (an unpaired surrogate)';
    throw invalidField(unstorable.path, `The body contains ${what}.`);
  }
  return parse(schema, raw);
}

function parse(schema: z.ZodMiniType, raw: unknown): unknown {
  const parsed = z.safeParse(schema, raw, { error: inWords });
  if (!parsed.success) throw invalid(parsed.error.issues.flatMap((issue) => detailsOf(issue)));
  return parsed.data;
}

function invalid(details: readonly Detail[]): Refusal {
  const shown = details.slice(0, 20);
  const [first] = shown;
  const subject = first?.path === 'body' ? 'The body' : first?.path;
  const sentence = first ? `${subject} ${first.message}.` : 'The request is not valid.';
  return new Refusal('invalid', sentence, { details: shown });
}

function detailsOf(issue: z.core.$ZodIssue, outside: readonly PropertyKey[] = []): Detail[] {
  const path = [...outside, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'is not a known field' }));
  }
  // Of several alternatives that do not match, the closest one supplies the message.
  if (issue.code === 'invalid_union' && issue.message === unionWords) {
    const nearest = issue.errors.toSorted((one, other) => depthOf(other) - depthOf(one))[0] ?? [];
    if (nearest.length > 0) return nearest.flatMap((each) => detailsOf(each, path));
  }
  return [{ path: path.join('.') || 'body', message: issue.message }];
}

function depthOf(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map(({ path }) => path.length));
}

const unionWords = 'has the wrong format';

/** Where the library's own message would confuse people: "expected string, received undefined". */
const inWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is required' : `must be ${wordsFor[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'too_small') {
    const parts = partsOf[issue.origin];
    if (parts === undefined) return `must be at least ${issue.minimum}`;
    return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} ${parts}`;
  }
  if (issue.code === 'too_big') {
    const parts = partsOf[issue.origin];
    return parts === undefined ? `must be at most ${issue.maximum}` : `must have at most ${issue.maximum} ${parts}`;
  }
  if (issue.code === 'invalid_value') {
    return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
  }
  if (issue.code === 'invalid_format') {
    return formats[issue.format] ?? 'has the wrong format';
  }
  if (issue.code === 'invalid_union') return unionWords;
  if (issue.code === 'not_multiple_of') return `must be a multiple of ${issue.divisor}`;
  if (issue.code === 'invalid_key') return 'has a name that is not allowed';
  if (issue.code === 'invalid_element') return 'has an element that is not allowed';
  return 'is not valid';
};

/** The units of texts and lists. */
const partsOf: Record<string, string> = { string: 'characters', array: 'entries', set: 'entries', map: 'entries' };

const formats: Record<string, string> = {
  email: 'must be an email address',
  date: 'must be a date, YYYY-MM-DD',
  datetime: 'must be an instant, such as 2030-05-01T20:00:00Z',
  time: 'must be a time, HH:mm',
  uuid: 'must be an id',
  url: 'must be a URL',
};

const wordsFor: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  date: 'a date',
};

/** PostgreSQL's text cannot hold U+0000, nor its JSON a lone surrogate. */
function isUnstorable(text: string): boolean {
  return text.includes('\0') || /\p{Surrogate}/u.test(text);
}

/** The text and its field. A loop, because a hostile body may be deeply nested. */
function findText(root: unknown, isWanted: (text: string) => boolean): { text: string; path: string } | undefined {
  const isObject = typeof root === 'object' && root !== null;
  const left = isObject
    ? Object.entries(root).flatMap(([key, item]) => [
        { value: key, path: 'body' },
        { value: item as unknown, path: key },
      ])
    : [{ value: root, path: 'body' }];
  while (left.length > 0) {
    const { value, path } = left.pop()!;
    if (typeof value === 'string') {
      if (isWanted(value)) return { text: value, path };
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) left.push({ value: key, path }, { value: item, path });
    }
  }
  return undefined;
}
