import type { BodyInput, Endpoint, QueryInput, ReplyOf } from '@atrium/contract/endpoint';
import { proofRequired } from '@atrium/contract/second-factor';
import { shownUserHeader } from '@atrium/contract/session';
import type * as z from 'zod/mini';
import { ApiError, replyIn } from './api-error.ts';
import { noteBuild } from './build.ts';
import { beginBusy } from './busy.ts';
import { credentials, kioskSecret } from './kiosk-credential.ts';
import { announce } from './notices.ts';
import { requestProof } from './proof.ts';
import { reactionToFailure, noticesFor } from './reactions.ts';
import { shownUser } from './shown-user.ts';
import { texts } from './texts.ts';

type Scalar = string | number | boolean | null | undefined;
type ParamsInput<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R> ? z.input<P> : never;

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Partial<Value> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

/** The input of an endpoint: only the parts the endpoint has. */
export type RequestOf<E> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>> & {
    signal?: AbortSignal | undefined;
    /** The version that the caller has seen; a newer one is not overwritten. */
    seenVersion?: number | undefined;
    /** Is sent even if the page is closed at once. Browsers allow this only for small bodies. */
    keepalive?: boolean | undefined;
  };

export interface Page<Row> {
  rows: Row[];
  total: number;
  /** The server's warnings about them. */
  remarks: string[];
}

/** Calls an endpoint of the contract and returns its parsed reply, or throws an `ApiError`. */
export async function call<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<ReplyOf<E>> {
  return (await send(endpoint, request)).reply;
}

/** Calls a list: its rows, and their total number. */
export async function callList<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
): Promise<Page<ReplyOf<E> extends (infer Row)[] ? Row : never>> {
  const { reply, headers } = await send(endpoint, request);
  const rows = reply as (ReplyOf<E> extends (infer Row)[] ? Row : never)[];
  return { rows, total: Number(headers.get('x-total-count') ?? rows.length), remarks: remarksIn(headers) };
}

function remarksIn(headers: Headers): string[] {
  const remarks: unknown = JSON.parse(decodeURIComponent(headers.get('x-atrium-messages') ?? '[]'));
  return Array.isArray(remarks) ? remarks.filter((remark) => typeof remark === 'string') : [];
}

/** Calls an endpoint that accepts files. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  form: FormData,
): Promise<ReplyOf<E>> {
  return (await send(endpoint, { ...request, body: form })).reply;
}

/** The same for large files: tells which share of them was sent. Only `XMLHttpRequest` knows that. */
export function uploadWatched<E extends Endpoint>(
  endpoint: E,
  typedRequest: RequestOf<E>,
  form: FormData,
  onProgress: (share: number) => void,
): Promise<ReplyOf<E>> {
  const request = { ...typedRequest, body: form } as AnyRequest;
  const endBusy = beginBusy(endpoint.path);
  return new Promise<ReplyOf<E>>((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(endpoint.method, urlOf(endpoint.path, request));
    for (const [name, value] of Object.entries(headersOf(endpoint, request))) sending.setRequestHeader(name, value);
    sending.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total));
    const lost = () => reject(new ApiError(0, undefined, texts.noAnswer));
    sending.addEventListener('error', lost);
    sending.addEventListener('abort', lost);
    sending.addEventListener('load', () => {
      const { status, responseText } = sending;
      if (status === 200) resolve(endpoint.reply.parse(JSON.parse(responseText)) as ReplyOf<E>);
      else void refusal(new Response(responseText, { status })).then(reject, reject);
    });
    typedRequest.signal?.addEventListener('abort', () => sending.abort());
    sending.send(form);
  }).finally(endBusy);
}

interface AnyRequest {
  params?: Record<string, Scalar>;
  query?: Record<string, Scalar>;
  body?: unknown;
  signal?: AbortSignal;
  seenVersion?: number;
  keepalive?: boolean;
}

interface Sent<E> {
  reply: ReplyOf<E>;
  headers: Headers;
}

/** A call that needs a recent proof asks for one and is sent again. */
async function send<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<Sent<E>> {
  try {
    return await sendOnce(endpoint, request);
  } catch (error) {
    const asksForProof = error instanceof ApiError && error.reply?.status === proofRequired;
    if (!asksForProof || !(await requestProof())) throw error;
    return sendOnce(endpoint, request);
  }
}

async function sendOnce<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<Sent<E>> {
  return exchange(endpoint, request as AnyRequest, acceptOf(endpoint), async (response) => {
    const raw: unknown = endpoint.plainText ? await response.text() : await response.json();
    if (endpoint.method === 'GET') for (const notice of noticesFor(raw)) announce(notice);
    return { reply: endpoint.reply.parse(raw) as ReplyOf<E>, headers: response.headers };
  });
}

/** The reply of an endpoint in one of its formats besides JSON; tells how many bytes have arrived. */
export async function download<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  format: string,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  return exchange(endpoint, request as AnyRequest, format, async ({ body, headers }) => {
    const parts: BlobPart[] = [];
    const reader = body?.getReader();
    let bytes = 0;
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value);
      onBytes((bytes += part.value.length));
    }
    return new Blob(parts, { type: headers.get('content-type') ?? format });
  });
}

/** Sends a request and reads the answer; a refusal is thrown, and one that everything on screen depends on announced. */
async function exchange<Result>(
  asked: Endpoint,
  askedRequest: AnyRequest,
  accept: string,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const { endpoint, request } = asSent(asked, askedRequest);
  const endBusy = beginBusy(endpoint.path);
  try {
    const response = await fetch(urlOf(endpoint.path, request), {
      method: endpoint.method,
      headers: headersOf(endpoint, request, accept),
      body: bodyOf(request.body),
      signal: request.signal ?? null,
      keepalive: request.keepalive ?? false,
      credentials: credentials().credentials,
    });
    noteBuild(response.headers);
    if (!response.ok) throw await refusal(response);
    return await read(response);
  } catch (error) {
    if (error instanceof ApiError) {
      const notice = reactionToFailure(error, screen());
      if (notice) announce(notice);
      throw error;
    }
    if (error instanceof TypeError) throw new ApiError(0, undefined, texts.noAnswer);
    throw error;
  } finally {
    endBusy();
  }
}

/** What servers and proxies accept at least. */
const maxAddress = 8000;

/** A query that is too long for an address is sent as a body where that is possible. */
function asSent(endpoint: Endpoint, request: AnyRequest): { endpoint: Endpoint; request: AnyRequest } {
  const { inBody } = endpoint;
  if (!inBody || urlOf(endpoint.path, request).length <= maxAddress) return { endpoint, request };
  const { query = {}, ...others } = request;
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return { endpoint: inBody, request: { ...others, body: Object.fromEntries(given) } };
}

function acceptOf({ plainText }: Endpoint): string {
  return plainText ? 'text/plain' : 'application/json';
}

/** The path and query of a call, exactly as they are sent. */
export function addressOf<E extends Endpoint>(endpoint: E, request: RequestOf<E>): string {
  return urlOf(endpoint.path, request);
}

/** Every row of a list, a thousand at a time. */
export async function callAll<Row>(
  load: (part: { limit: number; offset: number }) => Promise<{ rows: readonly Row[]; total: number }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let total = 1; rows.length < total;) {
    const part = await load({ limit: 1000, offset: rows.length });
    if (part.rows.length === 0) break;
    rows.push(...part.rows);
    total = part.total;
  }
  return rows;
}

function urlOf(path: string, { params = {}, query = {} }: AnyRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

/** A form defines its own boundary. */
function bodyOf(body: unknown): string | FormData | null {
  if (body instanceof FormData) return body;
  return body === undefined ? null : JSON.stringify(body);
}

function headersOf(
  endpoint: Endpoint,
  { body, seenVersion }: AnyRequest,
  accept = acceptOf(endpoint),
): Record<string, string> {
  const headers: Record<string, string> = { Accept: accept, ...credentials().headers };
  if (body !== undefined && !(body instanceof FormData)) headers['Content-Type'] = 'application/json';
  // A wall screen may be opened in a browser in which someone is signed in.
  const userId = kioskSecret() === undefined ? shownUser() : undefined;
  if (userId !== undefined) headers[shownUserHeader] = userId;
  if (seenVersion !== undefined) headers['If-Match'] = `"${seenVersion}"`;
  if (endpoint.method === 'GET') Object.assign(headers, { 'Cache-Control': 'no-cache', Pragma: 'no-cache' });
  return headers;
}

async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  return new ApiError(response.status, replyIn(body), response.statusText);
}

/** The path of the current screen: the hash without its query. */
function screen(): string {
  return window.location.hash.slice(1).split('?')[0] ?? '';
}
