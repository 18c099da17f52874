import type { ErrorReply } from '@atrium/contract/envelope';
import { connectTimeout, socketPath } from '@atrium/contract/socket-address';
import { type ClientToServer, topics } from '@atrium/contract/topics';
import type { Facts } from '@atrium/facts/facts-interface';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { Identity, LiveActor } from '../http/actor.ts';
import { authenticateLive } from './authenticate-live.ts';
import { isOwnOrigin } from '../http/origin.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';
import type { Directory } from '../registry/directory/directory.ts';
import type { Notifications } from '../registry/notifications.ts';
import type { Registry } from '../registry/registry.ts';
import { type Connection, type Count, openConnection } from './connection.ts';
import { watchAccess } from './revocation.ts';
import type { Outgoing, OutgoingEvents } from './outgoing.ts';
import type { Room } from './rooms.ts';
import type { ReadSpaces } from './manual-occupancy/counter-reader.ts';
import { createTopicFeed } from './topic-feed.ts';
import { createTopicReaders } from './topic-readers.ts';

export interface Gateway {
  /** Call this before the web server is closed, which would wait for its sockets. */
  close(): void;
}

interface Dependencies {
  readonly server: HttpServer;
  readonly identity: Identity;
  readonly registry: Registry;
  readonly facts: Pick<Facts, 'sums' | 'aggregate' | 'levels'>;
  readonly directory: Directory;
  readonly notifications: Notifications;
  readonly clock: () => Date;
  readonly publicUrl: string | undefined;
  /** The address of the caller, behind trusted proxies too. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly log: Log;
  readonly readSpaces: ReadSpaces;
  readonly count: Count;
}

type Io = Server<ClientToServer, OutgoingEvents, Record<string, never>, { actor: LiveActor }>;

/** Longer messages end the connection; the longest valid one has some 150 bytes. */
const largestMessage = 10_000;

/**
 * The socket server. Several nodes need no adapter between them: each receives the same PostgreSQL notifications and
 * serves its own sockets from the same tables, so they have nothing to exchange.
 */
export function openGateway(dependencies: Dependencies): Gateway {
  const { server, clock, publicUrl, log } = dependencies;
  const connections = new Map<string, Connection>();
  const io: Io = new Server(server, {
    path: socketPath,
    serveClient: false,
    connectTimeout,
    maxHttpBufferSize: largestMessage,
    // The web server handles upgrades under other paths itself.
    destroyUpgrade: false,
    allowRequest: (request, decide) => decide(null, isOwnOrigin(request.headers, publicUrl)),
  });
  io.engine.use(refuseOtherMethods);

  const readers = createTopicReaders(dependencies);
  const feeds = topics.map((topic) =>
    createTopicFeed(topic, readers[topic.name], {
      ...dependencies,
      send: (room, outgoing, recipients) => send(io, connections, room, outgoing, recipients),
      announce: ({ key }, { event, message }) => void io.to(key).emit(event, message),
      closed: (room) => {
        for (const id of room.subscribers) connections.get(id)?.subscriptions.leaveRoom(room);
      },
      failed: (err) => log.warn({ err, topic: topic.name }, 'Live numbers could not be read; trying again'),
    }),
  );

  admitConnections(io, dependencies);
  io.on('connection', (socket) => {
    const connection = openConnection(socket, { ...dependencies, feeds, clock });
    connections.set(socket.id, connection);
    socket.on('disconnect', () => connections.delete(socket.id));
    // The session may have ended after it was authenticated and before it was watched.
    void connection.recheck();
  });
  const stopWatching = watchAccess(dependencies, () => connections.values());

  return {
    close() {
      stopWatching();
      for (const feed of feeds) feed.close();
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}

/** Open pages and displays of one organization, or of one staff user. */
const maxConnections = 2_000;
/** Of one kiosk link among them. */
const maxOfLink = 100;

const payerOf = ({ organization, userId }: LiveActor) => organization?.orgId ?? userId;
/** Whose connections are counted, with how many at most. */
const countedFor = (actor: LiveActor): readonly (readonly [key: string, most: number])[] => [
  [payerOf(actor), maxConnections],
  ...(actor.kind === 'kiosk' ? [[`link ${actor.kioskLinkId}`, maxOfLink] as const] : []),
];

/** Admits signed-in callers, unless too many connections of the same organization are open. */
function admitConnections(io: Io, { identity, addressOf }: Pick<Dependencies, 'identity' | 'addressOf'>): void {
  const open = new Map<string, number>();
  const count = (actor: LiveActor, more: number) => {
    for (const [key] of countedFor(actor)) {
      const next = (open.get(key) ?? 0) + more;
      if (next > 0) open.set(key, next);
      else open.delete(key);
    }
  };
  const authenticate = async (socket: Socket, next: (refusal?: Error) => void) => {
    try {
      const actor = await authenticateLive(identity, socket.handshake, addressOf(socket.request));
      if (!actor) return next(new Error('Please sign in.'));
      if (countedFor(actor).some(([key, most]) => (open.get(key) ?? 0) >= most))
        return next(new Error('Your organization has too many open live connections.'));
      socket.data = { actor };
      next();
    } catch (error) {
      const isRefused = error instanceof Refusal && error.code === 'too_many';
      next(new Error(isRefused ? error.message : 'The server is not ready. Please try again shortly.'));
    }
  };
  io.use((socket, next) => void authenticate(socket, next));
  io.on('connection', (socket) => {
    const { actor } = socket.data;
    count(actor, 1);
    socket.on('disconnect', () => count(actor, -1));
  });
}

/** The protocol has these two; for others its library returns 500. */
function refuseOtherMethods({ method }: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (method === 'GET' || method === 'POST') next();
  else {
    response.writeHead(405, { Allow: 'GET, POST', 'Content-Type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(refusedMethod));
  }
}

const refusedMethod: ErrorReply = {
  code: 'invalid',
  message: 'This endpoint does not support this method.',
  err: 'This endpoint does not support this method.',
};

/** Encoded once for a whole room. Connections that do not keep up are skipped and catch up later. */
function send(
  io: Io,
  connections: ReadonlyMap<string, Connection>,
  room: Room,
  outgoing: Outgoing,
  recipients: readonly string[] | 'all',
): void {
  if (recipients === 'all') {
    const present = [...(io.sockets.adapter.rooms.get(room.key) ?? [])];
    const behind = present.filter((id) => !connections.get(id)?.backPressure.admits(room));
    io.to(room.key).except(behind).emit(outgoing.event, outgoing.message);
    return;
  }
  for (const id of recipients) {
    const connection = connections.get(id);
    if (connection?.isIn(room.key) && connection.backPressure.admits(room)) connection.send(outgoing);
  }
}
