import { InvalidPeriod } from '@atrium/calendar/invalid-period';
import type { ErrorCode, ErrorReply } from '@atrium/contract/envelope';
import { statusOf } from '@atrium/contract/envelope';
import { attachmentTexts } from '@atrium/rules/attachment';
import { Refusal, TooLarge } from '../refusal.ts';

export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorReply;
  readonly retryAfter: number | undefined;
  /** A bug in the program or a failing dependency; logged for the operator. */
  readonly fault: boolean;
}

/** The one place that turns a thrown error into an HTTP response. Texts of engines and libraries never get out. */
export function answerTo(error: unknown, requestId: string): ErrorAnswer {
  const refusal =
    error instanceof Refusal ? error : (fromCalendar(error) ?? fromDatabase(error) ?? fromFramework(error));
  if (!refusal) {
    const message = `Something went wrong on our side. If it happens again, mention the number ${requestId}.`;
    return {
      status: 500,
      body: { code: 'internal', message, err: message, requestId },
      retryAfter: undefined,
      fault: true,
    };
  }
  const { code, message, details, extra } = refusal;
  return {
    status: exactStatus(refusal) ?? statusOf[code],
    body: {
      code,
      message,
      err: message,
      ...(details && { details: [...details] }),
      ...(extra?.reason !== undefined && { reason: extra.reason }),
      ...(extra?.failedRules && { failedRules: extra.failedRules }),
      ...(extra?.status !== undefined && { status: extra.status }),
      ...(extra?.files !== undefined && { files: extra.files }),
      ...(extra?.error !== undefined && { error: extra.error }),
      requestId,
    },
    retryAfter: extra?.retryAfter ?? (code === 'unavailable' ? 2 : code === 'too_many' ? 60 : undefined),
    fault: code === 'unavailable',
  };
}

function exactStatus(refusal: Refusal): number | undefined {
  if (refusal instanceof TooLarge) return 413;
  return refusal instanceof FrameworkRefusal ? refusal.status : undefined;
}

function fromCalendar(error: unknown): Refusal | undefined {
  if (!(error instanceof InvalidPeriod)) return undefined;
  const { field: path, message } = error;
  return new Refusal('invalid', message, { details: [{ path, message }] });
}

/** Constraint violations of a statement. Any other state is a fault in our SQL. */
const sqlStates: Record<string, readonly [ErrorCode, string]> = {
  ...states(['23505'], 'conflict', 'This already exists.'),
  ...states(
    ['23503'],
    'conflict',
    'Something else still depends on this, or it depends on something that was deleted.',
  ),
  ...states(['22001', '22003', '23502', '23514'], 'invalid', 'These values cannot be stored together.'),
  ...states(
    ['25P03', '40001', '40P01', '53300', '55P03', '57014'],
    'unavailable',
    'The database is busy right now. Please try again shortly.',
  ),
};

function states(names: readonly string[], code: ErrorCode, message: string) {
  return Object.fromEntries(names.map((name) => [name, [code, message] as const]));
}

function fromDatabase(error: unknown): Refusal | undefined {
  const known = sqlStates[sqlState(error) ?? ''];
  return known && new Refusal(...known);
}

function sqlState(error: unknown): string | undefined {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    const { code } = e as { code?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

/** A refusal of the web framework keeps its more specific status: 413, 415, 431. */
class FrameworkRefusal extends Refusal {
  readonly status: number;
  constructor(status: number, code: ErrorCode, message: string) {
    super(code, message);
    this.status = status;
  }
}

const frameworkSentences: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body of the request is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as application/json.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The length of the body does not match its Content-Length.',
  FST_FILES_LIMIT: attachmentTexts.tooMany,
  FST_FIELDS_LIMIT: 'The form has too many fields.',
  FST_MP_PREMATURE_CLOSE: 'The upload ended too early.',
  FST_ERR_BAD_URL: 'The address is not a valid URL.',
};

function fromFramework(error: unknown): Refusal | undefined {
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown };
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return undefined;
  const sentence = typeof code === 'string' ? frameworkSentences[code] : undefined;
  return new FrameworkRefusal(statusCode, 'invalid', sentence ?? 'The request cannot be read.');
}
