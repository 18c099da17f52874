import type { BodyInput, Endpoint, QueryInput, ReplyOf } from '@atrium/contract/endpoint';
import type * as z from 'zod/mini';
import { checkReply } from './reply-check.ts';

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  /** The cookies of `Set-Cookie`, by name: value and attributes. */
  readonly setCookies: ReadonlyMap<string, { value: string; attributes: string }>;
}

type ParamsInput<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R> ? z.input<P> : never;
export interface RequestParts<E extends Endpoint = Endpoint> {
  params?: ParamsInput<E>;
  query?: QueryInput<E>;
  body?: BodyInput<E>;
  /** Files instead of a body. */
  form?: () => FormData;
}

/** A caller with its own cookie jar: a browser without a screen. */
export class Client {
  readonly url: string;
  readonly jar = new Map<string, string>();
  /** Sent with every request. */
  readonly headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url;
    this.headers = headers;
  }

  /** Calls an endpoint of the contract and returns its reply; anything but success fails the test. */
  async call<E extends Endpoint>(endpoint: E, parts: RequestParts<E> = {}): Promise<ReplyOf<E>> {
    const path = pathOf(endpoint.path, parts.params as Record<string, unknown> | undefined);
    const answer = await this.send(endpoint.method, `${path}${queryOf(parts.query)}`, parts.form?.() ?? parts.body);
    if (answer.status !== 200) {
      throw new Error(`${endpoint.name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer.body as ReplyOf<E>;
  }

  get<Body = unknown>(path: string, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    return this.send('GET', path, undefined, headers);
  }

  post<Body = unknown>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    return this.send('POST', path, body, headers);
  }

  async send<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...this.headers,
        ...(this.jar.size > 0 && { cookie: this.cookieHeader() }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
      }),
    });
    const setCookies = this.keepCookies(response.headers);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const answered: unknown = isJson && text !== '' ? JSON.parse(text) : text;
    if (response.status === 200) checkReply(method, path, answered);
    return { status: response.status, headers: response.headers, body: answered as Body, setCookies };
  }

  cookieHeader(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private keepCookies(headers: Headers): Answer['setCookies'] {
    const found = new Map<string, { value: string; attributes: string }>();
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*);?\s*(.*)$/.exec(line) ?? [];
      found.set(name, { value, attributes });
      if (/Max-Age=0/i.test(attributes)) this.jar.delete(name);
      else this.jar.set(name, value);
    }
    return found;
  }
}

export function pathOf(pattern: string, params: Record<string, unknown> = {}): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

export function queryOf(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, string | number | undefined>)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}
