import type { Endpoint } from '@atrium/contract/endpoint';
import { otherUser, shownUserHeader } from '@atrium/contract/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDeepStrictEqual } from 'node:util';
import { runAs } from '../payer.ts';
import { notFound, Refusal } from '../refusal.ts';
import { type AnyScope, everyOrganization } from '../scope.ts';
import { admit, scopeOf } from './access.ts';
import type { Actor, Identity, UserActor } from './actor.ts';
import type { Call, FormPart, Handler, Outgoing, StreamHandler, UploadHandler } from './call.ts';
import type { Recognition } from './recognition.ts';
import { createRequestLimit, payerOf } from './request-limit.ts';
import { signedIn } from './signed-in.ts';
import { isOwnOrigin } from './origin.ts';
import { parseBody, parseParams, parseQuery } from './parse.ts';
import { acceptForms, attachmentLimits, formParts } from './uploads.ts';

export interface Bindings {
  bind<E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  stream<E extends Endpoint>(endpoint: E, handler: StreamHandler<E>): void;
  upload<E extends Endpoint>(endpoint: E, handler: UploadHandler<E>): void;
  /** Throws when an endpoint of the catalog has no handler. */
  complete(): void;
}

interface Dependencies {
  readonly fastify: FastifyInstance;
  readonly identity: Identity;
  readonly recognition: Recognition;
  readonly clock: () => Date;
  readonly publicUrl: string | undefined;
  readonly catalog: readonly Endpoint[];
}

/** Body limit for unauthenticated callers. */
const strangersBytes = 64 * 1024;

type AnyHandler = (call: Call<Endpoint>) => unknown;

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    /** The endpoint of the contract behind this route. */
    endpoint?: Endpoint;
  }
}

/** Binds the endpoints of the contract to handlers: the only way an API call gets a route. */
export function createBindings(dependencies: Dependencies): Bindings {
  const { fastify, catalog } = dependencies;
  const bound = new Set<Endpoint>();
  const admitAtOnce = createRequestLimit();
  fastify.decorateRequest('actor', null);

  const add = (endpoint: Endpoint, handler: AnyHandler) => {
    if (bound.has(endpoint)) throw new Error(`${endpoint.name} is bound twice.`);
    if (!catalog.includes(endpoint)) throw new Error(`${endpoint.name} is not in the catalog.`);
    bound.add(endpoint);
    const route = (on: FastifyInstance) => {
      for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
        on.route({
          method: endpoint.method,
          url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
          config: { endpoint },
          ...(endpoint.access.kind === 'public' && { bodyLimit: strangersBytes }),
          ...(endpoint.maxBytes !== undefined && { bodyLimit: endpoint.maxBytes }),
          onRequest: async (request, reply) => {
            request.actor = await dependencies.recognition.recognize(endpoint, request, reply);
            enter(dependencies, endpoint, request);
            admitAtOnce(endpoint, request, reply);
          },
          handler: (request, reply) => answer(dependencies, endpoint, handler, request, reply),
        });
      }
    };
    // Forms are read only where files are expected: a page on another site can send one without a preflight.
    const { multipart } = endpoint;
    if (!multipart) return route(fastify);
    void fastify.register(async (inner) => {
      await acceptForms(inner, multipart === true ? attachmentLimits : multipart);
      route(inner);
    });
  };

  return {
    bind(endpoint, handler) {
      if (endpoint.streamed) throw new Error(`${endpoint.name} is streamed: bind it with stream().`);
      if (endpoint.multipart) throw new Error(`${endpoint.name} takes files: bind it with upload().`);
      add(endpoint, handler);
    },
    upload(endpoint, handler) {
      if (!endpoint.multipart) throw new Error(`${endpoint.name} takes no files: bind it with bind().`);
      add(endpoint, handler as AnyHandler);
    },
    stream(endpoint, handler) {
      if (!endpoint.streamed) throw new Error(`${endpoint.name} is not streamed: bind it with bind().`);
      add(endpoint, handler);
    },
    complete() {
      const missing = catalog.filter((endpoint) => !bound.has(endpoint)).map((endpoint) => endpoint.name);
      if (missing.length > 0) throw new Error(`These endpoints have no handler: ${missing.join(', ')}.`);
    },
  };
}

/** 401 and 403, before the body is read. */
function enter({ clock, publicUrl }: Dependencies, endpoint: Endpoint, request: FastifyRequest) {
  const actor = signedIn(request);
  admit(endpoint, actor, clock());
  if (endpoint.access.kind === 'session') refuseOtherUser(request.headers, actor);
  if (endpoint.method !== 'GET' && !isOwnOrigin(request.headers, publicUrl)) {
    throw new Refusal('forbidden', 'This request came from another site.');
  }
}

async function enterAgain(dependencies: Dependencies, endpoint: Endpoint, request: FastifyRequest) {
  request.actor = await dependencies.recognition.recognizeAgain(endpoint, request);
  enter(dependencies, endpoint, request);
}

function refuseOtherUser(headers: FastifyRequest['headers'], person: UserActor | null): void {
  const shown = headers[shownUserHeader];
  if (shown === undefined || shown === person?.userId) return;
  throw new Refusal('conflict', 'Someone else has signed in with this browser. Reload the page.', {
    extra: { status: otherUser },
  });
}

/** 400, then 404, then the handler. */
async function answer(
  dependencies: Dependencies,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { identity } = dependencies;
  // A body that is sent slowly must not outlast the rights of its sender.
  if (endpoint.method !== 'GET') await enterAgain(dependencies, endpoint, request);
  const query = parseQuery(endpoint.query, request.query as Record<string, unknown>);
  const body = endpoint.multipart ? undefined : parseBody(endpoint.body, request.body);
  const inBody = (body as { orgId?: string } | undefined)?.orgId;
  const named = namedOrganization(request.params, query) ?? inBody;
  const actor = signedIn(request);
  const scope = await scopeOf(identity, endpoint.access, actor, named);
  refuseForeign(scope, inBody);
  const allowed = async () => {
    await enterAgain(dependencies, endpoint, request);
    const current = await scopeOf(identity, endpoint.access, signedIn(request), named);
    if (!isDeepStrictEqual(current, scope)) throw new Refusal('forbidden', 'Your access has changed. Send it again.');
  };
  const params = parseParams(endpoint.params, request.params);
  const outgoing = createOutgoing(reply);
  const signal = callerSignal(reply);
  const call = {
    actor,
    scope,
    params,
    query,
    body,
    seenVersion: seenVersion(request.headers['if-match']),
    accept: request.headers.accept,
    signal,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    cookies: request.headers.cookie,
    requestId: request.id,
    reply: outgoing,
    ...(endpoint.multipart && {
      parts: whileAllowed(
        formParts(request, endpoint.multipart === true ? attachmentLimits : endpoint.multipart),
        allowed,
      ),
    }),
  } as Call<Endpoint>;
  const isRead = endpoint.method === 'GET' || endpoint.readsOnly === true;
  const payer = payerOf(request, isRead ? signal : undefined);
  const result = await runAs(payer, () => handler(call));
  // A person who changed what people may do meets the change with the next call, before its notification returns.
  if (!isRead) identity.forget();
  if (endpoint.list && !outgoing.counted()) throw new Error(`${endpoint.name} returned a list without its total.`);
  if (endpoint.plainText) {
    return reply.type('text/plain; charset=utf-8').send(endpoint.streamed ? result : String(result));
  }
  if (!reply.hasHeader('Content-Type')) reply.type('application/json; charset=utf-8');
  return reply.send(result);
}

/** A form is handled while it arrives, and kept when it ends: that is when the rights of its sender are checked again. */
async function* whileAllowed(parts: AsyncIterable<FormPart>, check: () => Promise<void>): AsyncGenerator<FormPart> {
  yield* parts;
  await check();
}

/** The address of a call names its organization where it can; a parameter may only say the same. */
function namedOrganization(params: unknown, query: unknown): string | undefined {
  const inPath = (params as { orgId?: string }).orgId;
  const inQuery = (query as { orgId?: string } | undefined)?.orgId;
  // Staff have no organization of their own: a parameter defines which one `myorg` is.
  if (inPath === 'myorg' && inQuery !== undefined) return inQuery;
  if (inPath !== undefined && inQuery !== undefined && inPath !== inQuery) {
    const message = 'differs from the organization in the address';
    throw new Refusal('invalid', `orgId ${message}.`, { details: [{ path: 'orgId', message }] });
  }
  return inPath ?? inQuery;
}

/** The organization named in a body must be that of the call, or it is unknown. */
function refuseForeign(scope: AnyScope | null, named: string | undefined): void {
  if (scope === null || scope === everyOrganization || named === undefined || named === 'myorg') return;
  if (named.toLowerCase() !== scope.orgId) throw notFound('The organization');
}

/** A value that is not one of our versions matches none. */
function seenVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(ifMatch.trim())?.[1];
  return version === undefined ? -1 : Number(version);
}

function createOutgoing(reply: FastifyReply): Outgoing & { counted(): boolean } {
  let counted = false;
  const messages: string[] = [];
  return {
    total(count) {
      counted = true;
      reply.header('X-Total-Count', String(count));
    },
    message(text) {
      messages.push(text);
      reply.header('X-Atrium-Messages', encodeURIComponent(JSON.stringify(messages)));
    },
    header: (name, value) => void reply.header(name, value),
    counted: () => counted,
  };
}

function callerSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
