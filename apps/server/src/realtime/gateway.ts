import type { ErrorReply } from '@atrium/contract/envelope';
import {
  type ClientToServer,
  connectTimeout,
  type LiveReading,
  type ServerToClient,
  socketPath,
} from '@atrium/contract/socket-events';
import type { Facts } from '@atrium/facts/face';
import type { Log } from '../log.ts';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { Actor, Identity } from '../http/actor.ts';
import { isOwnOrigin } from '../http/origin.ts';
import type { Directory } from '../registry/directory/directory.ts';
import type { Notifications } from '../registry/notifications.ts';
import type { Registry } from '../registry/registry.ts';
import { type Guest, receiveGuest } from './guest.ts';
import { createLiveFeed } from './live-feed.ts';
import { watchAccess } from './revocation.ts';

export interface Gateway {
  /** To be called before the web server is closed, which would wait for its sockets. */
  close(): void;
}

interface Surroundings {
  readonly server: HttpServer;
  readonly identity: Identity;
  readonly registry: Registry;
  readonly facts: Pick<Facts, 'sums'>;
  readonly directory: Directory;
  readonly notifications: Notifications;
  readonly clock: () => Date;
  readonly publicUrl: string | undefined;
  readonly log: Log;
}

type Io = Server<ClientToServer, ServerToClient, Record<string, never>, { actor: Actor }>;

/** Longer messages end the connection; the longest that means anything has some 150 bytes. */
const largestMessage = 10_000;

/**
 * The socket server. Several nodes need no adapter between them: each hears the same notifications of PostgreSQL and
 * serves its own sockets from the same tables, so they have nothing to tell each other.
 */
export function openGateway(surroundings: Surroundings): Gateway {
  const { server, identity, clock, publicUrl, log } = surroundings;
  const guests = new Map<string, Guest>();
  const io: Io = new Server(server, {
    path: socketPath,
    serveClient: false,
    connectTimeout,
    maxHttpBufferSize: largestMessage,
    // The web server answers upgrades under other paths itself.
    destroyUpgrade: false,
    allowRequest: (request, decide) => decide(null, isOwnOrigin(request.headers, publicUrl)),
  });
  io.engine.use(refuseOtherMethods);
  const feed = createLiveFeed({
    ...surroundings,
    deliver: (room, reading, listeners) => deliver(io, guests, room, reading, listeners),
    closed: (room, listeners) => {
      for (const id of listeners) guests.get(id)?.seat.closed(room);
    },
    failed: (err) => log.warn({ err }, 'Live numbers could not be read; trying again'),
  });

  const askAtTheDoor = async (socket: Socket, next: (refusal?: Error) => void) => {
    try {
      const actor = await identity.authenticate(socket.handshake.headers.cookie);
      if (actor) socket.data = { actor };
      next(actor ? undefined : new Error('Please sign in.'));
    } catch {
      next(new Error('The server is not ready. Please try again shortly.'));
    }
  };
  io.use((socket, next) => void askAtTheDoor(socket, next));
  io.on('connection', (socket) => {
    const guest = receiveGuest(socket, { identity, feed, clock }, log);
    guests.set(socket.id, guest);
    socket.on('disconnect', () => guests.delete(socket.id));
    // The session may have ended between the door and this seat, unseen by the watch.
    void guest.recheck();
  });
  const stopWatching = watchAccess(surroundings, () => guests.values());

  return {
    close() {
      stopWatching();
      feed.close();
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}

/** The protocol has these two; for others its library answers 500. */
function refuseOtherMethods({ method }: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (method === 'GET' || method === 'POST') next();
  else {
    response.writeHead(405, { Allow: 'GET, POST', 'Content-Type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(refusedMethod));
  }
}

const refusedMethod: ErrorReply = {
  code: 'invalid',
  message: 'This method is not served here.',
  err: 'This method is not served here.',
};

/** Written once for a whole room. Connections that do not keep up are passed over and catch up later. */
function deliver(
  io: Io,
  guests: ReadonlyMap<string, Guest>,
  room: string,
  reading: LiveReading,
  listeners: readonly string[] | 'all',
): void {
  if (listeners === 'all') {
    const present = [...(io.sockets.adapter.rooms.get(room) ?? [])];
    const held = present.filter((id) => !guests.get(id)?.outlet.admits(room));
    io.to(room).except(held).emit('traffic:realtimedata', reading);
    return;
  }
  for (const id of listeners) {
    const guest = guests.get(id);
    if (guest?.isIn(room) && guest.outlet.admits(room)) guest.send(reading);
  }
}
