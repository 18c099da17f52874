import { emailPattern } from '@atrium/rules/email';
import * as z from 'zod/mini';

/** The eight kinds of refusal. One table on the server turns them into HTTP statuses. */
export const errorCodes = [
  'unauthenticated',
  'forbidden',
  'invalid',
  'not_found',
  'conflict',
  'stale',
  'too_many',
  'unavailable',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const statusOf: Record<ErrorCode, number> = {
  unauthenticated: 401,
  forbidden: 403,
  invalid: 400,
  not_found: 404,
  conflict: 409,
  stale: 412,
  too_many: 429,
  unavailable: 503,
};

/** The server itself failed; its reason is in the log. */
export type FailureCode = ErrorCode | 'internal';

const temporary: readonly FailureCode[] = ['unauthenticated', 'too_many', 'unavailable', 'internal'];

/** Refusals that end without a change of the request: sent again later, it may be accepted. */
export function isTemporary(code: FailureCode): boolean {
  return temporary.includes(code);
}

/**
 * `err` repeats the message for clients that read it, as does `error` for weather cards; `reason` and `failedRules` belong to refused passwords; a few
 * refusals have a named `status`.
 */
export const errorReply = z.object({
  code: z.string(),
  message: z.string(),
  err: z.string(),
  error: z.optional(z.string()),
  details: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  reason: z.optional(z.string()),
  failedRules: z.optional(z.array(z.string())),
  status: z.optional(z.string()),
  /** How many files to request instead of one. */
  files: z.optional(z.number()),
  requestId: z.optional(z.string()),
});
export type ErrorReply = z.output<typeof errorReply>;

export const id = z.uuid();
/** Ids in a body. A malformed one is as unknown as any other: 404. */
export const namedIds = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(2_000));
export const instant = z.iso.datetime();

/** Text on one line, trimmed: it becomes part of a title, a mail header or a file name. */
export const line = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most), z.regex(/^\P{Cc}*$/u, 'must be on one line'));
export const email = z.string().check(z.trim(), z.maxLength(254), z.regex(emailPattern, 'must be an email address'));

/** A whole number in a query, in plain digits: an empty text, `1e3` and `0x10` are invalid. */
export const wholeNumber = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/))], 'must be a whole number'),
  z.pipe(z.transform(Number), z.number().check(z.int(), z.nonnegative())),
);

/** The parameters of every list: `limit`, `offset`, `order=-name`, `search`. */
export const listQuery = {
  limit: z.prefault(wholeNumber.check(z.maximum(1000)), 25),
  offset: z.prefault(wholeNumber, 0),
  order: z.optional(z.string().check(z.maxLength(60))),
  search: z.optional(z.string().check(z.maxLength(200))),
};

/**
 * A call inside one organization, in the path or in the body. Staff must send it; for others it is their own, `myorg`
 * or absent.
 */
export const orgBound = { orgId: z.optional(z.string()) };
