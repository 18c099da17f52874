import { getDisplayState, getRawOccupancy } from '@atrium/contract/displays';
import { statusOf } from '@atrium/contract/envelope';
import { displayTexts, isDisplayKind, occupancyView } from '@atrium/rules/display';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { createFailureLimit, createRateLimit } from '../../http/rate-limit.ts';
import type { Http } from '../../http/server.ts';
import { Refusal } from '../../refusal.ts';
import type { Notifications } from '../../registry/notifications.ts';
import type { Registry } from '../../registry/registry.ts';
import { type Board, createBoards, type LiveNumbers } from './board.ts';
import type { DisplayRow } from './display-store.ts';
import { chooserPage, displayPage, unavailablePage } from './page.ts';
import { findPublic } from './public-store.ts';
import { createDisplayStreams } from './streams.ts';

export interface PublicDependencies {
  readonly registry: Registry;
  readonly notifications: Notifications;
  readonly live: LiveNumbers;
  readonly clock: () => Date;
  readonly log: FastifyBaseLogger;
}

/** Wrong codes of one address, and of everyone together: guessing one of a billion codes takes years. */
export const wrongCodes = { most: 120, minutes: 10, maxInAll: 5_000 } as const;
/** Of one address: two hundred screens behind one of them may ask every few seconds. */
const requests = { most: 3_000 } as const;
/** A state that was read just now serves everyone who asks. */
const stateForMs = 250;

/** Public pages and what they ask for. None of them knows a session. */
export function bindPublicDisplays(http: Http, dependencies: PublicDependencies): { close(): void } {
  const { registry, notifications, clock, log } = dependencies;
  const boards = createBoards(dependencies);
  const failures = createFailureLimit(wrongCodes);
  const limit = createRateLimit(requests);

  const find = async (kind: string, code: string): Promise<DisplayRow | undefined> => {
    if (!isDisplayKind(kind) || code.length > 40) return undefined;
    return registry.system((tx) => findPublic(tx, kind, code, clock()));
  };
  /** Refuses an unknown, a revoked and a disabled organization's code alike. */
  const found = async (kind: string, code: string, address: string): Promise<DisplayRow> => {
    limit(address);
    failures.check(address);
    const row = await find(kind, code);
    if (row) return row;
    failures.failed(address);
    throw new Refusal('not_found', displayTexts.unavailable);
  };

  const recent = createRecent((row: DisplayRow) => boards.read(row));
  const streams = createDisplayStreams({
    notifications,
    onError: (err) => log.warn({ err }, 'A display could not be read'),
    async read(key) {
      const [kind = '', code = ''] = key.split('/');
      const row = await find(kind, code);
      return row && boards.read(row);
    },
  });

  http.bind(getDisplayState, async ({ params: { kind, code }, address }) => {
    const row = await found(kind, code, address);
    return (await recent(row)).state;
  });
  http.bind(getRawOccupancy, async ({ params: { code }, address, reply }) => {
    // Any site may show the number.
    reply.header('Access-Control-Allow-Origin', '*');
    return boards.raw(await found('live-occupancy', code, address));
  });

  const showPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { kind = '', code = '', view } = { ...(request.query as Params), ...(request.params as Params) };
    if (!isDisplayKind(kind)) throw nothingHere();
    const page = { kind, code, view: occupancyView(view) };
    try {
      await found(kind, code, request.ip);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // A screen that starts while something is wrong recovers without anyone touching it.
      return sendPage(reply.status(statusOf[error.code]), unavailablePage(page));
    }
    return sendPage(reply, displayPage(page));
  };
  const ownPolicy = { helmet: pagePolicy };
  http.pages.get('/api/display/:kind/:code', ownPolicy, showPage);
  http.pages.get('/api/display/:kind/:code/:view', ownPolicy, showPage);
  http.pages.get('/api/display/:kind', ownPolicy, async (request, reply) => {
    const { kind = '' } = request.params as Params;
    const { code = '' } = request.query as Params;
    if (!isDisplayKind(kind)) throw nothingHere();
    if (code === '') return sendPage(reply, chooserPage(kind));
    return reply.redirect(`/api/display/${kind}/${encodeURIComponent(code.trim().toLowerCase())}`);
  });
  http.pages.get('/api/display/:kind/:code/logo', async (request, reply) => {
    const { kind = '', code = '' } = request.params as Params;
    const { logo } = (await found(kind, code, request.ip)).display;
    const [, type, data] = /^data:(image\/(?:png|jpeg));base64,(.*)$/.exec(logo ?? '') ?? [];
    if (type === undefined || data === undefined) throw nothingHere();
    return reply.type(type).header('X-Content-Type-Options', 'nosniff').send(Buffer.from(data, 'base64'));
  });
  http.pages.get('/api/display/:kind/:code/events', async (request, reply) => {
    const { kind = '', code = '' } = request.params as Params;
    const row = await found(kind, code, request.ip);
    const stream = streams.open(`${kind}/${code}`, request.ip, await recent(row));
    reply.raw.once('close', () => stream.destroy());
    return reply.type('text/event-stream').header('X-Accel-Buffering', 'no').send(stream);
  });
  return streams;
}

type Params = { readonly kind?: string; readonly code?: string; readonly view?: string };

function nothingHere(): Refusal {
  return new Refusal('not_found', 'There is nothing at this address.');
}

function sendPage(reply: FastifyReply, page: string) {
  return reply.type('text/html; charset=utf-8').send(page);
}

/** Pages may be part of other sites; they have no buttons that someone could be tricked into pressing. */
const pagePolicy = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ['*'],
    },
  },
  xFrameOptions: false,
  crossOriginResourcePolicy: false,
} as const;

/** Requests for the same display in quick succession share one reading. */
function createRecent(read: (row: DisplayRow) => Promise<Board>): (row: DisplayRow) => Promise<Board> {
  const known = new Map<string, { readonly at: number; readonly board: Promise<Board> }>();
  return (row) => {
    const now = performance.now();
    for (const [key, { at }] of known) {
      if (now - at < stateForMs) break;
      known.delete(key);
    }
    const { displayId, version } = row.display;
    const key = `${displayId}/${version}`;
    const kept = known.get(key);
    if (kept) return kept.board;
    const board = read(row);
    known.set(key, { at: now, board });
    board.catch(() => known.delete(key));
    return board;
  };
}
