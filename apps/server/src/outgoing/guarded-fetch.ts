import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { createFairShares } from '../fair-shares.ts';
import { currentPayer } from '../payer.ts';
import { guardedLookup, refuseLiteral } from './guarded-lookup.ts';
import { OutgoingError } from './outgoing-error.ts';
import { trustIn } from './pem.ts';
import { isPublicAddress } from './public-address.ts';

/** The other server did not respond in time. */
export class OutgoingTimeout extends OutgoingError {
  override readonly name = 'OutgoingTimeout';
}

interface OutgoingRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Private addresses that this host may have, which may also be called without TLS; nothing else is called without. */
  readonly approvedAddresses?: readonly string[] | undefined;
  /** PEM: trusted instead of the public authorities. */
  readonly ca?: string | undefined;
}

/** Calls other servers at addresses that users entered. */
export interface Outgoing {
  /** Never follows a redirect: anyone could choose the next address. */
  fetch(url: string, request?: OutgoingRequest): Promise<Response>;
  /** A host in the private network, listed by the operator: it may be called, even without TLS. */
  isInternal(url: URL): boolean;
}

/** Other servers can be slow, and one help desk serves everyone: nobody may use up all calls. */
const bounds = {
  atOnce: 64,
  perKey: 8,
  waitingPerKey: 64,
  waiting: 1_000,
  message: 'Too many requests from your organization are waiting. Try again in a moment.',
};
const defaultTimeoutMs = 10_000;
const maxBytes = 1024 * 1024;

/**
 * Calls the open internet with TLS, and nothing else: the address is checked when the connection is made, so that a
 * name cannot point somewhere else a moment later.
 */
export function createOutgoing(internalHosts: readonly string[], maxMs = defaultTimeoutMs): Outgoing {
  const isInternal = ({ host, hostname }: URL) => internalHosts.includes(host) || internalHosts.includes(hostname);
  const inTurn = createFairShares(bounds);

  return {
    isInternal,

    fetch: (address, request = {}) =>
      inTurn.run(currentPayer()?.key ?? '', () => send(address, request), request.signal),
  };

  async function send(address: string, options: OutgoingRequest) {
    const { method = 'GET', headers = {}, body, signal, approvedAddresses, ca } = options;
    const url = new URL(address);
    const internal = isInternal(url);
    const tls = url.protocol === 'https:';
    if (!internal && !tls && !approvedAddresses) throw new OutgoingError(`${url.origin} does not use https`);
    const isAllowed = (found: string) => (tls && isPublicAddress(found)) || approvedAddresses?.includes(found) === true;
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (!internal) refuseLiteral(literal, isAllowed);
    const open = tls ? requestTls : requestPlain;
    signal?.throwIfAborted();
    const request = open(url, {
      method,
      headers,
      agent: false,
      ...(ca !== undefined && trustIn(ca)),
      ...(!internal && { lookup: guardedLookup(isAllowed) }),
    });
    return answerTo(request, body, signal, maxMs);
  }
}

/**
 * One timeout for everything: resolving the address, connecting, the headers and the whole body. A peer that sends a
 * byte now and then is never silent, so per-step timeouts would not stop it; and the signal that Node accepts for a
 * request ends with the request, not with its response.
 */
function answerTo(
  request: ClientRequest,
  body: string | undefined,
  signal: AbortSignal | undefined,
  longest: number,
): Promise<Response> {
  return new Promise<Response>((fulfil, reject) => {
    const giveUp = (error: unknown) => {
      reject(error);
      request.destroy();
    };
    const timer = setTimeout(() => giveUp(new OutgoingTimeout('the response took too long')), longest);
    const leave = () => giveUp(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    // As long as the request exists: it may fail more than once.
    request.on('error', reject);
    request.once('close', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      reject(new OutgoingError('the connection was closed'));
    });
    request.once('response', (answer) => void read(answer).then(fulfil, giveUp));
    request.end(body);
  });
}

async function read(answer: IncomingMessage): Promise<Response> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new OutgoingError('the response is too large');
    pieces.push(piece);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const status = answer.statusCode ?? 0;
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : Buffer.concat(pieces), { status, headers });
}
