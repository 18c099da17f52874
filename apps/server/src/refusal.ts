import type { ErrorCode } from '@atrium/contract/envelope';

/** A refusal with one of the eight codes; thrown anywhere on the server, turned into HTTP in one place. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: readonly { path: string; message: string }[] | undefined;
  /** Further fields of the reply: `reason` and `failedRules` of a password, a `status` by name, seconds to wait, how many files to ask for. */
  readonly extra:
    | { reason?: string; failedRules?: string[]; status?: string; error?: string; retryAfter?: number; files?: number }
    | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: readonly { path: string; message: string }[]; extra?: Refusal['extra'] } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.details = more.details;
    this.extra = more.extra;
  }
}

/** An invalid value and its field. A message that is not a sentence is prefixed with the field name. */
export function invalidField(path: string, message: string): Refusal {
  return new Refusal('invalid', sentenceOf({ path, message }), { details: [{ path, message }] });
}

function sentenceOf({ path, message }: { path: string; message: string }): string {
  return /^[a-z].*[^.]$/s.test(message) ? `${path} ${message}.` : message;
}

/** The connection broke during a commit: the transaction may be committed or not. */
export class Undecided extends Refusal {}

/** Returned as 413: too large, so a retry cannot succeed. */
export class TooLarge extends Refusal {
  constructor(message: string) {
    super('invalid', message);
  }
}

export const notFound = (what: string) => new Refusal('not_found', `${what} was not found.`);

/** People who sign in through a provider have no password here. */
export const ssoNoResetAllowed = () =>
  new Refusal('forbidden', 'This organization uses Enterprise Single-Sign-On and cannot send password resets', {
    extra: { status: 'ssoNoResetAllowed' },
  });

/** For an edit of a record that has changed since the caller has seen it. */
export function refuseStale(seenVersion: number | undefined, version: number): void {
  if (seenVersion !== undefined && seenVersion !== version) {
    throw new Refusal('stale', 'Someone else changed this in the meantime. Reload it to see the changes.');
  }
}

/** Each problem next to its field; the first of them is the message. */
export function refuseProblems(problems: readonly { path: string; message: string }[]): void {
  const [first] = problems;
  if (first) throw new Refusal('invalid', sentenceOf(first), { details: problems });
}

/**
 * Creates all valid items in one batch and returns a Refusal for each invalid one. They are checked in order, so that
 * of two conflicting ones the second is refused.
 */
export async function createValid<Wanted, Made>(
  wanted: readonly Wanted[],
  problemsOf: (each: Wanted) => readonly { path: string; message: string }[] | Refusal,
  make: (allowed: readonly Wanted[]) => Promise<readonly Made[]>,
): Promise<(Made | Refusal)[]> {
  const refusals = wanted.map((each) => {
    const details = problemsOf(each);
    if (details instanceof Refusal) return details;
    return details[0] && new Refusal('invalid', sentenceOf(details[0]), { details });
  });
  const allowed = wanted.filter((_, index) => refusals[index] === undefined);
  const made = allowed.length === 0 ? [] : await make(allowed);
  let next = 0;
  return refusals.map((refusal) => refusal ?? made[next++]!);
}

/** Creates one item like several: returns it, or throws its refusal. */
export function createdOrThrow<Made>([made]: readonly (Made | Refusal)[]): Made {
  if (made instanceof Refusal) throw made;
  return made!;
}

/** For a `catch` where an exceeded limit must not show. */
export function ignoreTooMany(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 'too_many')) throw error;
}
