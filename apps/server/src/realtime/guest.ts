import type { Acknowledgement, ClientToServer, LiveReading, ServerToClient } from '@atrium/contract/socket-events';
import type { Log } from '../log.ts';
import type { Socket } from 'socket.io';
import type { Actor } from '../http/actor.ts';
import { Refusal } from '../refusal.ts';
import { createAllowance } from './allowance.ts';
import { createOutlet, type Outlet } from './outlet.ts';
import { Seat } from './seat.ts';

export type GuestSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, { actor: Actor }>;

/** One connection and what belongs to it. */
export interface Guest {
  readonly seat: Seat;
  readonly outlet: Outlet;
  isIn(room: string): boolean;
  send(reading: LiveReading): void;
  /** Looks at its rights again. Ends the connection when the session has ended, or when that cannot be found out. */
  recheck(): Promise<void>;
  /** The session has ended. */
  dismiss(): void;
}

/** A page that comes back subscribes to everything at once; nothing it does lasts longer than that. */
const burst = 600;
const eventsPerSecond = 50;
/** Whoever goes on after so many refusals is not one of our pages. */
const mostRefusals = 200;

export function receiveGuest(
  socket: GuestSocket,
  surroundings: ConstructorParameters<typeof Seat>[0],
  log: Log,
): Guest {
  const cookies = socket.handshake.headers.cookie;
  const place = {
    id: socket.id,
    cookies,
    isConnected: () => socket.connected,
    join: (room: string) => void socket.join(room),
    leave: (room: string) => {
      void socket.leave(room);
      outlet.forget(room);
    },
  };
  const outlet = createOutlet(socket, (room) => surroundings.feed.latest(room));
  const seat = new Seat(surroundings, place, socket.data.actor);
  const inTurn = queue(log);
  listen(socket, seat, inTurn, log);
  return {
    seat,
    outlet,
    isIn: (room) => socket.rooms.has(room),
    send: (reading) => void socket.emit('traffic:realtimedata', reading),
    dismiss: () => void socket.disconnect(true),
    recheck: () =>
      inTurn(async () => {
        try {
          if (!(await seat.recheck())) socket.disconnect(true);
        } catch (err) {
          log.warn({ err }, 'The rights of a connection could not be checked; it is cut');
          // Unlike a dismissal this looks like a lost connection, so the page comes back and is asked at the door.
          seat.leaveAll();
          socket.conn.close();
        }
      }),
  };
}

type Turns = (work: () => Promise<void>) => Promise<void>;

/** One thing at a time, in the order it came: a subscription must not overtake the revocation that forbids it. */
function queue(log: Log): Turns {
  let last = Promise.resolve();
  return (work) => {
    // One that fails must not take the following ones along, nor the process.
    last = last.then(work).catch((err: unknown) => log.error({ err }, 'Something about a connection failed'));
    return last;
  };
}

function listen(socket: GuestSocket, seat: Seat, inTurn: Turns, log: Log): void {
  const allowance = createAllowance(burst, eventsPerSecond);
  let refusals = 0;

  const handle =
    (work: (payload: unknown) => Promise<void> | void) =>
    (...content: unknown[]) => {
      const payload = typeof content[0] === 'function' ? undefined : content[0];
      void inTurn(async () => acknowledge(content, await acknowledgementOf(() => work(payload), log)));
    };
  socket.on(
    'traffic:subscribe',
    handle((payload) => seat.subscribe(payload)),
  );
  socket.on(
    'traffic:unsubscribe',
    handle((payload) => seat.unsubscribe(payload)),
  );
  // A broken connection is followed by its end; that is all there is to do.
  socket.on('error', () => {});
  socket.on('disconnect', () => void inTurn(async () => seat.leaveAll()));

  socket.use(([event, ...content], next) => {
    if (!allowance.take(performance.now())) {
      refusals += 1;
      acknowledge(content, { error: 'That was too often. Please wait a moment.' });
      if (refusals > mostRefusals) socket.disconnect(true);
    } else if (event !== 'traffic:subscribe' && event !== 'traffic:unsubscribe') {
      acknowledge(content, { error: 'There is no such event.' });
    } else next();
  });
}

async function acknowledgementOf(work: () => Promise<void> | void, log: Log): Promise<Acknowledgement> {
  try {
    await work();
    return { ok: true };
  } catch (error) {
    if (error instanceof Refusal) return { error: error.message };
    log.error({ err: error }, 'A socket event failed');
    return { error: 'Something went wrong on our side.' };
  }
}

/** The client's callback comes last, whatever else was sent along. */
function acknowledge(content: readonly unknown[], answer: Acknowledgement): void {
  const callback = content.at(-1);
  if (typeof callback === 'function') (callback as (answer: Acknowledgement) => void)(answer);
}
