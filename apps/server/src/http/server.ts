import { generateClient } from '@atrium/client/generate';
import { catalog as wholeCatalog } from '@atrium/contract/catalog';
import type { Endpoint } from '@atrium/contract/endpoint';
import { proofRequired, secondFactorRequired } from '@atrium/contract/second-factor';
import { socketPath } from '@atrium/contract/socket-address';
import { topics } from '@atrium/contract/topics';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Refusal } from '../refusal.ts';
import type { Rate } from '../token-bucket.ts';
import type { Identity, UserActor } from './actor.ts';
import { type Bindings, createBindings } from './bindings.ts';
import { sessionCookie } from './cookies.ts';
import { serveDocs } from './docs.ts';
import { answerTo } from './errors.ts';
import { describeApi } from './openapi.ts';
import { createRecognition } from './recognition.ts';
import { ownRawSockets, refuseUnreadable } from './raw-sockets.ts';
import { createRefusalCount, type RefusalCount, type RefusedTotal } from './refusal-count.ts';
import { signedIn } from './signed-in.ts';
import { serveWeb } from './web.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The sender of refusals that come in bulk. They are counted instead of logged one by one. */
    sender?: (request: FastifyRequest) => string;
  }
}

export interface HttpOptions {
  readonly identity: Identity;
  readonly log: FastifyBaseLogger;
  readonly clock: () => Date;
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  /** The built web app; absent in tests of the server alone. */
  readonly webFolder?: string;
  /** The responses of `/healthz` and `/readyz`. */
  readonly health: Health;
  readonly catalog?: readonly Endpoint[];
  /** A call that is not open to every role was refused to someone. */
  readonly onForbidden?: (refused: Forbidden) => void;
  readonly patience?: Patience;
  /** An API client has made a call. */
  readonly onClientCall?: (clientId: string) => void;
  /** How often one API client may call; overrides the default. */
  readonly clientRate?: Rate | undefined;
}

export interface Health {
  /** Names the problems that keep the product from working; none when it is healthy. */
  problems(): Promise<readonly string[]>;
  /** Whether requests should be sent here: without the registry none can be answered. */
  isReady(): Promise<boolean>;
}

export interface Forbidden {
  readonly actor: UserActor;
  readonly call: string;
  readonly address: string;
}

/** How long a whole request may take to arrive, and how often that is checked. */
export interface Patience {
  readonly requestMs: number;
  readonly lookEveryMs: number;
}

/** The HTTP server of the product. Features bind to the contract. */
export interface Http extends Pick<Bindings, 'bind' | 'stream' | 'upload'> {
  /** For pages that browsers visit outside of the contract. */
  readonly pages: FastifyInstance;
  /** For push routes and sockets, which need nothing of the browser setup. */
  readonly fastify: FastifyInstance;
  /** Refused requests since the start, counted instead of logged one by one. */
  refused(): readonly RefusedTotal[];
  /** Throws if an endpoint has no handler. Call it after everything is bound. */
  ready(): Promise<void>;
  /** The public address, for links; never taken from a request. */
  publicUrl(): string;
  /** Returns the public address. */
  listen(address: { port: number; host: string }): Promise<string>;
  close(): Promise<void>;
}

const bodyLimit = 1024 * 1024;
/** An address with a thousand ids fits. */
const maxHeaderSize = 64 * 1024;
const headersMs = 60_000;
/**
 * Long enough for files on a slow connection. Without it a client that sends a byte now and then keeps a connection and
 * its memory forever: the framework disables Node's limit.
 */
const defaultPatience: Patience = { requestMs: 5 * 60_000, lookEveryMs: 10_000 };

export async function createHttp(options: HttpOptions): Promise<Http> {
  const patience = options.patience ?? defaultPatience;
  const fastify: FastifyInstance = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit,
    requestTimeout: patience.requestMs,
    http: {
      maxHeaderSize,
      connectionsCheckingInterval: patience.lookEveryMs,
      headersTimeout: Math.min(headersMs, patience.requestMs),
    },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: true,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
  });
  const refusals = createRefusalCount(options.log);
  const refuse = createRefuse(refusals, options.onForbidden);
  fastify.addHook('onClose', async () => refusals.flush());
  // The socket server takes upgrades under its own path; everything else is answered here.
  ownRawSockets(fastify.server, (path) => path.startsWith(`${socketPath}/`));
  fastify.server.on('error', (err) => options.log.error({ err }, 'The web server reported an error'));
  fastify.setErrorHandler(refuse);
  const publicUrl = () => {
    const address = fastify.server.address();
    const port = typeof address === 'object' && address ? `:${address.port}` : '';
    return options.publicUrl ?? `http://localhost${port}`;
  };
  const catalog = options.catalog ?? wholeCatalog;
  /** For browsers and API callers. Sensors use a separate endpoint without any of this. */
  let calls = fastify;
  await fastify.register(async (scope) => {
    calls = scope;
    scope.setNotFoundHandler((request, reply) =>
      options.webFolder !== undefined && isPageVisit(request)
        ? // Someone typed an address of the app without its hash.
          reply.redirect(`/#${request.url}`)
        : refuse(new Refusal('not_found', 'There is nothing at this address.'), request, reply),
    );
    acceptOnlyJson(scope);
    scope.addHook('onSend', forbidCaching);
    scope.addHook('onResponse', logAnswer);
    await scope.register(helmet, securityHeaders(options.publicUrl?.startsWith('https:') ?? false));
    await scope.register(compress, {
      threshold: 1400,
      encodings: ['br', 'gzip'],
      // Others wait for the same processor meanwhile: rows get hardly smaller with more effort, which costs twice as much.
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
      zlibOptions: { level: 1 },
    });
    scope.get('/healthz', async (_request, reply) => {
      const problems = await options.health.problems();
      const isWell = problems.length === 0;
      return reply.status(isWell ? 200 : 503).send({ status: isWell ? 'ok' : 'degraded', problems });
    });
    scope.get('/readyz', async (_request, reply) => {
      const ready = await options.health.isReady();
      return reply.status(ready ? 200 : 503).send({ ready });
    });
    serveDocs(scope, {
      describe: () => describeApi(catalog, topics, sessionCookie(options.publicUrl)),
      generateClient: () => generateClient(catalog),
      publicUrl,
    });
    if (options.webFolder !== undefined) await serveWeb(scope, options.webFolder);
  });

  const bindings = createBindings({
    fastify: calls,
    identity: options.identity,
    recognition: createRecognition({
      identity: options.identity,
      onClientCall: (clientId) => options.onClientCall?.(clientId),
      clientRate: options.clientRate,
    }),
    clock: options.clock,
    publicUrl: options.publicUrl,
    catalog,
  });
  return {
    bind: (endpoint, handler) => bindings.bind(endpoint, handler),
    stream: (endpoint, handler) => bindings.stream(endpoint, handler),
    upload: (endpoint, handler) => bindings.upload(endpoint, handler),
    pages: calls,
    refused: () => refusals.totals(),
    fastify,
    publicUrl,
    async ready() {
      bindings.complete();
      await fastify.ready();
    },
    async listen(address) {
      const local = await fastify.listen(address);
      return options.publicUrl ?? local;
    },
    close: () => fastify.close(),
  };
}

/** Server errors are logged in full; frequent refusals are counted. */
function createRefuse(refusals: RefusalCount, onForbidden: HttpOptions['onForbidden']) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, body, retryAfter, fault } = answerTo(error, request.id);
    // The route pattern, never the address, which may contain a push key or a reset key.
    const { url: route, config } = request.routeOptions;
    const { endpoint } = config;
    const isAsked = body.status === secondFactorRequired || body.status === proofRequired;
    const person = signedIn(request);
    if (status === 403 && !isAsked && person && endpoint?.access.kind === 'session' && endpoint.access.roles) {
      onForbidden?.({ actor: person, call: endpoint.name, address: request.ip });
    }
    if (status === 503 || (config.sender && status < 500)) {
      const sender = config.sender?.(request) ?? request.ip;
      refusals.note({ route, status, reason: body.message, sender, cause: causeOf(error) });
    } else if (fault && !reply.raw.destroyed) {
      // The caller disconnected, which aborted the work; there is nobody to reply to.
      request.log.error({ err: error, route, requestId: request.id }, 'A request failed');
    }
    if (retryAfter !== undefined) reply.header('Retry-After', String(Math.ceil(retryAfter)));
    return reply.status(status).type('application/json; charset=utf-8').send(body);
  };
}

function causeOf(error: unknown): string | undefined {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error ? cause.message : undefined;
}

function isPageVisit({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !/^\/(api|ss|veart)\//.test(url) && (headers.accept ?? '').includes('text/html');
}

/** A form or text/plain body can be sent across sites without a preflight, so none is read. An empty body is no body. */
function acceptOnlyJson(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else void parseJson(request, String(text), done);
  });
}

async function forbidCaching(request: FastifyRequest, reply: FastifyReply) {
  const { endpoint } = request.routeOptions.config;
  if (endpoint?.browserSeconds !== undefined && reply.statusCode === 200) {
    // Another person at the same browser asks again.
    reply
      .header('Cache-Control', `private, max-age=${endpoint.browserSeconds}`)
      .header('Vary', 'Cookie, Authorization');
  } else if (endpoint !== undefined || request.url.startsWith('/api/') || request.url.startsWith('/ss/')) {
    reply.header('Cache-Control', 'no-cache, no-store').header('Pragma', 'no-cache');
  }
}

async function logAnswer(request: FastifyRequest, reply: FastifyReply) {
  request.log.debug(
    {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      requestId: request.id,
      userId: signedIn(request)?.userId,
    },
    'Answered',
  );
}

/** Scripts only from our own files. Inline style stays allowed: the component library positions with it. */
function securityHeaders(https: boolean) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        // Cards of dashboards show images of other sites.
        'img-src': ["'self'", 'data:', 'blob:', 'https:', ...(https ? [] : ['http:'])],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'worker-src': ["'self'", 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'self'"],
      },
    },
    strictTransportSecurity: https && { maxAge: 31_536_000 },
    // Browsers ignore these two on plain http and complain in the console.
    crossOriginOpenerPolicy: https && ({ policy: 'same-origin' } as const),
    originAgentCluster: https,
    referrerPolicy: { policy: 'same-origin' } as const,
  };
}
