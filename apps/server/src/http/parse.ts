import * as z from 'zod/mini';
import { Refusal } from '../refusal.ts';

z.config(z.locales.en());

interface Detail {
  readonly path: string;
  readonly message: string;
}

/** A part of the path that has the wrong shape names nothing: 404, never 400. */
export function parseParams(schema: z.ZodMiniType | undefined, raw: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, raw);
  if (!parsed.success || findText(raw, isUnstorable) !== undefined)
    throw new Refusal('not_found', 'There is nothing under this address.');
  return parsed.data;
}

/** Every parameter once, and only those the endpoint knows: an ignored filter would answer with wrong numbers. */
export function parseQuery(schema: z.ZodMiniType | undefined, raw: Record<string, unknown>): unknown {
  const known = schema instanceof z.ZodMiniObject ? schema.shape : {};
  const details: Detail[] = [];
  for (const [path, value] of Object.entries(raw)) {
    if (!Object.hasOwn(known, path)) details.push({ path, message: 'is not a parameter of this call' });
    else if (typeof value !== 'string') details.push({ path, message: 'was given more than once' });
    else if (value.includes('\0')) details.push({ path, message: 'contains a character that cannot be stored' });
  }
  if (details.length > 0) throw invalid(details);
  return schema && parse(schema, raw);
}

export function parseBody(schema: z.ZodMiniType | undefined, raw: unknown): unknown {
  if (!schema) {
    if (raw == null || (typeof raw === 'object' && Object.keys(raw).length === 0)) return undefined;
    throw new Refusal('invalid', 'This call takes no body.');
  }
  if (raw === undefined) throw new Refusal('invalid', 'This call needs a JSON body.');
  const unstorable = findText(raw, isUnstorable);
  if (unstorable !== undefined) {
    const what = unstorable.includes('\0') ? 'NUL' : 'half of one';
    throw new Refusal('invalid', `The body contains a character that cannot be stored (${what}).`);
  }
  return parse(schema, raw);
}

function parse(schema: z.ZodMiniType, raw: unknown): unknown {
  const parsed = z.safeParse(schema, raw, { error: inWords });
  if (!parsed.success) throw invalid(parsed.error.issues.flatMap(detailsOf));
  return parsed.data;
}

function invalid(details: readonly Detail[]): Refusal {
  const shown = details.slice(0, 20);
  const [first] = shown;
  const sentence = first ? `${first.path ? `${first.path} ` : ''}${first.message}.` : 'The request is not valid.';
  return new Refusal('invalid', sentence, { details: shown });
}

function detailsOf(issue: z.core.$ZodIssue): Detail[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not a known field' }));
  }
  return [{ path: issue.path.join('.'), message: issue.message }];
}

/** Where the library's own words would puzzle a person: "expected string, received undefined". */
const inWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is required' : `must be ${wordsFor[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'too_small') {
    if (issue.origin !== 'string') return `must be at least ${issue.minimum}`;
    return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} characters`;
  }
  if (issue.code === 'too_big') {
    return `must ${issue.origin === 'string' ? 'have' : 'be'} at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
  }
  if (issue.code === 'invalid_value') {
    return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
  }
  if (issue.code === 'invalid_format') {
    return issue.format === 'email' ? 'must be an e-mail address' : 'has the wrong form';
  }
  return undefined;
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

/** A loop, because a hostile body may be nested very deeply. */
function findText(root: unknown, isWanted: (text: string) => boolean): string | undefined {
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') {
      if (isWanted(value)) return value;
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) left.push(key, item);
    }
  }
  return undefined;
}
