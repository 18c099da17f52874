import type { ErrorReply } from '@atrium/contract/envelope';

/** A call that was refused or never answered. `status` is 0 when there was no answer at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What the server said, if it said anything. */
  readonly reply: ErrorReply | undefined;

  constructor(status: number, reply: ErrorReply | undefined, fallback: string) {
    super(reply?.message ?? fallback);
    this.status = status;
    this.reply = reply;
  }
}
