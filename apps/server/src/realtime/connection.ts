import {
  counterAccess,
  type CounterAction,
  counterActions,
  type CounterPayload,
} from '@atrium/contract/manual-occupancy';
import { type Acknowledgement, bareName, type ClientToServer } from '@atrium/contract/topics';
import type { Socket } from 'socket.io';
import type { Identity, LiveActor } from '../http/actor.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { authenticateLive } from './authenticate-live.ts';
import { type BackPressure, createBackPressure } from './back-pressure.ts';
import { createRateLimit } from './rate-limit.ts';
import type { Outgoing, OutgoingEvents } from './outgoing.ts';
import type { Scope } from '../scope.ts';
import { read, Subscriptions } from './subscriptions.ts';
import type { TopicFeed } from './topic-feed.ts';

export type ServerSocket = Socket<ClientToServer, OutgoingEvents, Record<string, never>, { actor: LiveActor }>;

/** One open socket and what belongs to it. */
export interface Connection {
  readonly subscriptions: Subscriptions;
  readonly backPressure: BackPressure;
  isIn(roomKey: string): boolean;
  send(outgoing: Outgoing): void;
  /** Checks its rights again. Closes the connection when the session has ended, or when that cannot be determined. */
  recheck(): Promise<void>;
  /** The session has ended. */
  end(): void;
}

/** What people do at a counter, and the number of people after it. */
export type Count = (scope: Scope, action: CounterAction, payload: CounterPayload) => Promise<number>;

interface Dependencies {
  readonly identity: Identity;
  readonly feeds: readonly TopicFeed[];
  readonly count: Count;
  readonly clock: () => Date;
  readonly log: Log;
}

/** A page that reconnects subscribes to everything at once; nothing else takes as many events. */
const burst = 600;
const eventsPerSecond = 50;
/** After this many refusals the connection is closed; our own pages never reach it. */
const maxRefusals = 200;

export function openConnection(socket: ServerSocket, dependencies: Dependencies): Connection {
  const { log } = dependencies;
  const backPressure = createBackPressure(socket);
  const subscriptions = new Subscriptions(
    dependencies,
    {
      id: socket.id,
      authenticate: () => authenticateLive(dependencies.identity, socket.handshake),
      isConnected: () => socket.connected,
      join: ({ key }) => void socket.join(key),
      send: ({ event, message }) => void socket.emit(event, message),
      leave: (room) => {
        void socket.leave(room.key);
        backPressure.forget(room);
      },
    },
    socket.data.actor,
  );
  const inOrder = queue(log);
  listen(socket, subscriptions, inOrder, dependencies);
  return {
    subscriptions,
    backPressure,
    isIn: (roomKey) => socket.rooms.has(roomKey),
    send: ({ event, message }) => void socket.emit(event, message),
    end: () => void socket.disconnect(true),
    recheck: () =>
      inOrder(async () => {
        try {
          if (!(await subscriptions.recheck())) socket.disconnect(true);
        } catch (err) {
          log.warn({ err }, 'The rights of a connection could not be checked; closing it');
          // Unlike an ended session this looks like a lost connection, so the page reconnects and is authenticated again.
          subscriptions.leaveAll();
          socket.conn.close();
        }
      }),
  };
}

type InOrder = (work: () => Promise<void>) => Promise<void>;

/** One event at a time, in order: a subscription must not overtake the revocation that forbids it. */
function queue(log: Log): InOrder {
  let last = Promise.resolve();
  return (work) => {
    // A failure must stop neither the following work nor the process.
    last = last.then(work).catch((err: unknown) => log.error({ err }, 'A connection failed'));
    return last;
  };
}

function listen(
  socket: ServerSocket,
  subscriptions: Subscriptions,
  inOrder: InOrder,
  { feeds, count, log }: Dependencies,
): void {
  const limit = createRateLimit(burst, eventsPerSecond);
  const known = new Set<string>();
  let refusals = 0;

  const handle =
    (work: (payload: unknown) => Promise<number | void> | void) =>
    (...content: unknown[]) => {
      const payload = typeof content[0] === 'function' ? undefined : content[0];
      void inOrder(async () => acknowledge(content, await acknowledgementOf(() => work(payload), log)));
    };
  const on = (event: keyof ClientToServer, work: (payload: unknown) => Promise<number | void> | void) => {
    for (const name of [event, bareName(event)]) {
      if (name === undefined) continue;
      known.add(name);
      socket.on(name as keyof ClientToServer, handle(work));
    }
  };
  for (const feed of feeds) {
    const { subscribe, unsubscribe } = feed.topic.events;
    on(subscribe, (payload) => subscriptions.subscribe(feed, payload));
    on(unsubscribe, (payload) => subscriptions.unsubscribe(feed, payload));
  }
  for (const [action, { event, payload: schema }] of Object.entries(counterActions)) {
    on(event, async (payload) => {
      const asked = read(schema, payload);
      const scope = await subscriptions.scopeFor(counterAccess, asked.orgId);
      return count(scope, action as CounterAction, asked);
    });
  }
  // An error is followed by the end of the connection; nothing else to do.
  socket.on('error', () => {});
  socket.on('disconnect', () => void inOrder(async () => subscriptions.leaveAll()));

  socket.use(([event, ...content], next) => {
    if (!limit.take(performance.now())) {
      refusals += 1;
      acknowledge(content, { error: 'Too many requests. Try again in a moment.', code: 'too_many' });
      if (refusals > maxRefusals) socket.disconnect(true);
    } else if (!known.has(event)) {
      acknowledge(content, { error: 'This event does not exist.', code: 'invalid' });
    } else next();
  });
}

async function acknowledgementOf(work: () => Promise<number | void> | void, log: Log): Promise<Acknowledgement> {
  try {
    const occupancy = await work();
    return { ok: true, ...(typeof occupancy === 'number' && { occupancy }) };
  } catch (error) {
    if (error instanceof Refusal) return { error: error.message, code: error.code };
    log.error({ err: error }, 'A socket event failed');
    return { error: 'Something went wrong on our side.', code: 'internal' };
  }
}

/** The client's callback is the last argument, whatever else was sent. */
function acknowledge(content: readonly unknown[], answer: Acknowledgement): void {
  const callback = content.at(-1);
  if (typeof callback === 'function') (callback as (answer: Acknowledgement) => void)(answer);
}
