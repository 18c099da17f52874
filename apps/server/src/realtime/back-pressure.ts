import type { Outgoing } from './outgoing.ts';
import type { Room } from './rooms.ts';

/** What is needed to see whether a connection keeps up. */
interface Transport {
  readonly conn: { on(event: 'packetCreate' | 'drain', listener: () => void): unknown };
  emit(event: Outgoing['event'], message: Outgoing['message']): unknown;
}

type Followed = Pick<Room, 'latest'>;

/**
 * A connection that does not keep up is sent nothing more: the rooms whose messages it missed are remembered, and when
 * it has caught up it gets the newest message of each. So a slow reader costs a fixed amount of memory, and the last
 * thing it reads is current.
 */
export interface BackPressure {
  /** Whether a message of the room may be sent now; if not, its newest message follows later. */
  admits(room: Followed): boolean;
  forget(room: Followed): void;
}

/** Many rooms may change at once, so a short queue is normal; a longer one means that nobody reads it. */
const maxQueue = 64;

export function createBackPressure(transport: Transport): BackPressure {
  const missed = new Set<Followed>();
  /** Packets that wait until the transport accepts the next ones. */
  let queued = 0;
  transport.conn.on('packetCreate', () => {
    queued += 1;
  });
  transport.conn.on('drain', () => {
    queued = 0;
    for (const room of missed) {
      if (queued >= maxQueue) return;
      missed.delete(room);
      if (room.latest) transport.emit(room.latest.event, room.latest.message);
    }
  });
  return {
    admits(room) {
      if (missed.size === 0 && queued < maxQueue) return true;
      missed.add(room);
      return false;
    },
    forget: (room) => void missed.delete(room),
  };
}
