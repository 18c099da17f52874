import { catalog } from '@atrium/contract/catalog';
import type { Endpoint, ReplyOf } from '@atrium/contract/endpoint';
import { errorReply } from '@atrium/contract/envelope';
import type * as z from 'zod/mini';
import { type Part, sample } from './sample.ts';

/**
 * The edge of the network: fixed replies of the contract, checked against it as the requests are. It knows nothing of
 * what the server does, and a call that no test expects fails the test.
 */
export interface Answer {
  readonly endpoint: Endpoint;
  readonly status: number;
  /** Undefined never answers. */
  readonly reply: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** For requests that accept this format, instead of JSON. */
  readonly format?: string;
  /** Answers when this is over. */
  readonly after?: Promise<void>;
}

/** What a screen has sent. */
export interface Sent {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Headers;
  /** Whether the screen gave it up before it was answered, as effects do that run twice in strict mode. */
  readonly isAborted: () => boolean;
}

/** A reply of an endpoint, in which only what matters is written down. */
export function answer<E extends Endpoint>(endpoint: E, part?: Part<ReplyOf<E>>): Answer {
  return { endpoint, status: 200, reply: sample(endpoint.reply, part as Part<unknown>) };
}

export function refuse(
  endpoint: Endpoint,
  status: number,
  message: string,
  more: Part<z.output<typeof errorReply>> = {},
): Answer {
  return { endpoint, status, reply: sample(errorReply, { code: 'invalid', message, err: message, ...more }) };
}

/** The reply in a format besides JSON. */
export function answerFile(endpoint: Endpoint, format: string, text: string): Answer {
  return { endpoint, status: 200, reply: text, format };
}

/** Another server answers in the place of this one, such as a proxy without anything behind it. */
export function answerEmpty(endpoint: Endpoint, status: number): Answer {
  return { endpoint, status, reply: '' };
}

/** Still waiting: what a page shows while it loads. */
export function withhold(endpoint: Endpoint): Answer {
  return { endpoint, status: 200, reply: undefined };
}

/** The network is gone. */
export function unreachable(endpoint: Endpoint): Answer {
  return { endpoint, status: 0, reply: undefined };
}

let answers: readonly Answer[] = [];
let endWithheld = new AbortController();
let problems: string[] = [];
let sent: { endpoint: Endpoint; request: Sent }[] = [];

/** The last answer for an endpoint counts. */
export function expectCalls(expected: readonly Answer[]): void {
  for (const one of expected) checkReply(one);
  answers = expected;
  problems = [];
  sent = [];
}

/** From here on these answers count, in addition to the ones before. */
export function expectNow(...expected: readonly Answer[]): void {
  for (const one of expected) checkReply(one);
  answers = [...answers, ...expected];
}

let exceptions: readonly Answer[] = [];

/** Answers a call in another way until `work` is over, on whatever screen. */
export async function expectDuring(other: Answer, work: () => Promise<void>): Promise<void> {
  checkReply(other);
  exceptions = [...exceptions, other];
  try {
    await work();
  } finally {
    exceptions = exceptions.filter((one) => one !== other);
  }
}

function checkReply({ endpoint, status, reply, format }: Answer): void {
  const isChecked = reply !== undefined && reply !== '' && format === undefined;
  const parsed = isChecked ? (status === 200 ? endpoint.reply : errorReply).safeParse(reply) : undefined;
  if (parsed && !parsed.success)
    throw new Error(`${endpoint.name}: the reply breaks the contract: ${parsed.error.message}`);
}

/** What was sent to an endpoint since the screen was opened, the oldest first. */
export function sentTo(endpoint: Endpoint): readonly Sent[] {
  return sent.filter((one) => one.endpoint === endpoint).map(({ request }) => request);
}

/** The paths of all that was asked for since the screen was opened. */
export function askedPaths(): readonly string[] {
  return sent.map(({ endpoint }) => endpoint.path);
}

/** Calls that nobody expected and requests that break the contract. */
export function networkProblems(): readonly string[] {
  return problems;
}

const patternsOf = (endpoint: Endpoint) =>
  [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => ({
    endpoint,
    path,
    pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }));
const patterns = catalog.flatMap(patternsOf);

const real = window.fetch.bind(window);

window.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, window.location.origin);
  const method = init?.method ?? 'GET';
  const answered = answers.map(({ endpoint }) => endpoint).filter((endpoint) => !catalog.includes(endpoint));
  const found = [...patterns, ...answered.flatMap(patternsOf)]
    .filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(url.pathname))
    // `/api/user/list` before `/api/user/{userId}`.
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
  if (!found) return real(input, init);
  const { endpoint } = found;
  const params = found.pattern.exec(url.pathname)?.groups ?? {};
  const request = {
    params: { ...params },
    query: Object.fromEntries(url.searchParams),
    body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : init?.body,
    headers: new Headers(init?.headers),
    isAborted: () => init?.signal?.aborted === true,
  };
  sent.push({ endpoint, request });
  check(endpoint, 'path', endpoint.params, request.params);
  check(endpoint, 'query', endpoint.query, request.query);
  if (typeof init?.body === 'string') check(endpoint, 'body', endpoint.body, request.body);
  const accepted = request.headers.get('accept');
  const isFile = endpoint.formats?.some((format) => format === accepted) === true;
  const expected = [...answers, ...exceptions].findLast(
    ({ endpoint: own, format, status, reply }) =>
      own === endpoint && (isFile ? format === accepted || status !== 200 || reply === undefined : !format),
  );
  if (!expected) {
    problems.push(`nobody expected ${endpoint.name} (${method} ${url.pathname}${url.search})`);
    return new Response('{}', { status: 500 });
  }
  await expected.after;
  if (expected.status === 0) throw new TypeError('Failed to fetch');
  if (expected.reply === undefined) return untilLeft(init?.signal);
  const { reply } = expected;
  const isText = endpoint.plainText || isFile || expected.status !== 200;
  const body = isText && typeof reply === 'string' ? reply : JSON.stringify(reply);
  return new Response(body, { status: expected.status, headers: headersOf(expected) });
};

async function untilLeft(stopped?: AbortSignal | null): Promise<never> {
  const { signal } = endWithheld;
  const ends = stopped ? AbortSignal.any([signal, stopped]) : signal;
  ends.throwIfAborted();
  return new Promise((_, reject) =>
    ends.addEventListener('abort', () => reject(new DOMException('left', 'AbortError'))),
  );
}

/** Ends the calls that were never answered: the page is shared by all tests, and would look busy in the next one. */
export function abortWithheld(): void {
  endWithheld.abort();
  endWithheld = new AbortController();
}

function headersOf({ reply, headers }: Answer): Record<string, string> {
  return { ...(Array.isArray(reply) && { 'x-total-count': String(reply.length) }), ...headers };
}

function check(endpoint: Endpoint, part: string, schema: z.ZodMiniType | undefined, value: unknown): void {
  const parsed = schema?.safeParse(value);
  if (parsed && !parsed.success)
    problems.push(`the ${part} of ${endpoint.name} breaks the contract: ${parsed.error.message}`);
}
