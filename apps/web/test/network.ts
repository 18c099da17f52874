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

/** Still waiting: what a page shows while it loads. */
export function withhold(endpoint: Endpoint): Answer {
  return { endpoint, status: 200, reply: undefined };
}

/** The network is gone. */
export function unreachable(endpoint: Endpoint): Answer {
  return { endpoint, status: 0, reply: undefined };
}

let answers: readonly Answer[] = [];
let problems: string[] = [];

/** The last answer for an endpoint counts. */
export function expectCalls(expected: readonly Answer[]): void {
  answers = expected;
  problems = [];
  for (const { endpoint, status, reply } of expected) {
    const parsed = reply === undefined ? undefined : (status === 200 ? endpoint.reply : errorReply).safeParse(reply);
    if (parsed && !parsed.success)
      throw new Error(`${endpoint.name}: the reply breaks the contract: ${parsed.error.message}`);
  }
}

/** Calls that nobody expected and requests that break the contract. */
export function networkProblems(): readonly string[] {
  return problems;
}

const patterns = catalog.flatMap((endpoint) =>
  [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => ({
    endpoint,
    path,
    pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  })),
);

const real = window.fetch.bind(window);

window.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, window.location.origin);
  const method = init?.method ?? 'GET';
  const found = patterns
    .filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(url.pathname))
    // `/api/user/list` before `/api/user/{userId}`.
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
  if (!found) return real(input, init);
  const { endpoint } = found;
  const params = found.pattern.exec(url.pathname)?.groups ?? {};
  check(endpoint, 'path', endpoint.params, { ...params });
  check(endpoint, 'query', endpoint.query, Object.fromEntries(url.searchParams));
  if (typeof init?.body === 'string') check(endpoint, 'body', endpoint.body, JSON.parse(init.body));
  const expected = answers.findLast((candidate) => candidate.endpoint === endpoint);
  if (!expected) {
    problems.push(`nobody expected ${endpoint.name} (${method} ${url.pathname}${url.search})`);
    return new Response('{}', { status: 500 });
  }
  if (expected.status === 0) throw new TypeError('Failed to fetch');
  if (expected.reply === undefined) return new Promise<Response>(() => undefined);
  const { reply } = expected;
  const body = endpoint.plainText && typeof reply === 'string' ? reply : JSON.stringify(reply);
  return new Response(body, { status: expected.status, headers: headersOf(reply) });
};

function headersOf(reply: unknown): Record<string, string> {
  return Array.isArray(reply) ? { 'x-total-count': String(reply.length) } : {};
}

function check(endpoint: Endpoint, part: string, schema: z.ZodMiniType | undefined, value: unknown): void {
  const parsed = schema?.safeParse(value);
  if (parsed && !parsed.success)
    problems.push(`the ${part} of ${endpoint.name} breaks the contract: ${parsed.error.message}`);
}
