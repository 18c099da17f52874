import type { Logger } from 'pino';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Outgoing, OutgoingTimeout } from '../../outgoing/guarded-fetch.ts';
import { OutgoingError } from '../../outgoing/outgoing-error.ts';
import { Refusal } from '../../refusal.ts';

export interface FreshdeskAccount {
  /** Without a path. */
  readonly origin: string;
  readonly apiKey: string;
}

interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v2`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Errors that are shown to the caller. */
  readonly or?: readonly number[];
  /** The timeout for optional requests. */
  readonly patienceMs?: number;
}

export interface Asked {
  readonly status: number;
  readonly body: unknown;
  /** There is another page. */
  readonly hasNext: boolean;
}

/** Calls a Freshdesk account. Every failure is a `Refusal` with a readable message. */
export type Ask = (question: Question) => Promise<Asked>;

/** The known fields of a response. */
export function readAs<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const read = z.safeParse(schema, body);
  if (!read.success) throw new Refusal('unavailable', 'The help desk sent an unreadable response.');
  return read.data;
}

/** Someone is waiting at a screen: they decide about a longer pause. */
const maxPauseSeconds = 3;

export function createAsk({ origin, apiKey }: FreshdeskAccount, outgoing: Outgoing, log: Logger): Ask {
  const authorization = `Basic ${Buffer.from(`${apiKey}:X`).toString('base64')}`;

  async function send({ method, path, query, body, patienceMs }: Question): Promise<Response> {
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    try {
      return await outgoing.fetch(`${origin}/api/v2${path}${search}`, {
        method,
        headers: { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        ...(patienceMs !== undefined && { signal: AbortSignal.timeout(patienceMs) }),
      });
    } catch (error) {
      if (error instanceof Refusal) throw error;
      log.warn({ err: error, method, path }, 'The help desk cannot be reached');
      throw new Refusal(
        'unavailable',
        error instanceof OutgoingError && !(error instanceof OutgoingTimeout)
          ? 'The help desk is unavailable. The server log has the reason.'
          : 'The help desk cannot be reached right now.',
      );
    }
  }

  return async (question) => {
    let response = await send(question);
    const wait = pauseOf(response);
    if (wait !== undefined && wait <= maxPauseSeconds) {
      await pause(wait * 1000);
      response = await send(question);
    }
    const { status } = response;
    const text = await response.text();
    const hasNext = /rel="?next"?/.test(response.headers.get('link') ?? '');
    if (response.ok || question.or?.includes(status)) return { status, body: parsed(text), hasNext };
    log.warn({ status, method: question.method, path: question.path }, 'The help desk refused');
    throw refusalOf(response, parsed(text));
  };
}

/** Seconds to wait after too many calls. */
function pauseOf({ status, headers }: Response): number | undefined {
  if (status !== 429) return undefined;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : 60;
}

const validation = z.object({ errors: z.array(z.object({ field: z.optional(z.string()), message: z.string() })) });

function refusalOf(response: Response, body: unknown): Refusal {
  const { status } = response;
  const problems = z.safeParse(validation, body);
  if ((status === 400 || status === 409) && problems.success) {
    const words = problems.data.errors.map(({ field, message }) => (field ? `${field}: ${message}` : message));
    const details = problems.data.errors.map(({ field = 'ticket', message }) => ({ path: field, message }));
    return new Refusal('invalid', `The help desk rejected this. ${words.join(' ')}`.slice(0, 500), { details });
  }
  if (status === 401 || status === 403) {
    return new Refusal('unavailable', 'The help desk rejected the API key of this installation.');
  }
  const retryAfter = pauseOf(response);
  if (retryAfter !== undefined) {
    const seconds = retryAfter === 1 ? '1 second' : `${retryAfter} seconds`;
    return new Refusal('unavailable', `The help desk is busy. Please try again in ${seconds}.`, {
      extra: { retryAfter },
    });
  }
  return new Refusal('unavailable', 'The help desk cannot do this right now.');
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
