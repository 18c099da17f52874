import { errorReply, type ErrorReply } from '@atrium/contract/envelope';

/** A call that was refused or never answered. `status` is 0 when there was no response at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's message, if any. */
  readonly reply: ErrorReply | undefined;

  constructor(status: number, reply: ErrorReply | undefined, fallback: string) {
    super(reply?.message ?? fallback);
    this.status = status;
    this.reply = reply;
  }
}

/** The content of a refusal. Replies of others, such as a proxy, may contain only `error` or `err`. */
export function replyIn(body: unknown): ErrorReply | undefined {
  const parsed = errorReply.safeParse(body);
  if (parsed.success) return parsed.data;
  const { message, error, err } = (body ?? {}) as Record<string, unknown>;
  const said = [message, error, err].find((text) => typeof text === 'string' && text.trim() !== '');
  return typeof said === 'string' ? { code: 'unknown', message: said, err: said } : undefined;
}
