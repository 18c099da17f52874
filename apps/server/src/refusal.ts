import type { ErrorCode } from '@atrium/contract/envelope';

/** A refusal with one of the eight codes; thrown anywhere on the server, turned into HTTP in one place. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: readonly { path: string; message: string }[] | undefined;
  /** Further fields of the reply: `reason` and `failedRules` of a password, seconds to wait. */
  readonly extra: { reason?: string; failedRules?: string[]; retryAfter?: number } | undefined;

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

export const notFound = (what: string) => new Refusal('not_found', `${what} was not found.`);
