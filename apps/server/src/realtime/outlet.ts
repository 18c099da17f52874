import type { LiveReading } from '@atrium/contract/socket-events';

/** What is needed of a connection to see whether it keeps up. */
interface Connection {
  readonly conn: { on(event: 'packetCreate' | 'drain', listener: () => void): unknown };
  emit(event: 'traffic:realtimedata', reading: LiveReading): unknown;
}

/**
 * The way to one screen. A connection that does not keep up is not sent more: it is remembered which rooms it is owed,
 * and when it has caught up it gets their newest number. So a slow reader costs a fixed amount of memory, and what it
 * reads last is true.
 */
export interface Outlet {
  /** Whether a message may be sent now; if not, the room is owed. */
  admits(room: string): boolean;
  forget(room: string): void;
}

/** Many rooms may change at once, so a short queue is usual; a longer one is not being read. */
const longestQueue = 64;

export function createOutlet(connection: Connection, latest: (room: string) => LiveReading | undefined): Outlet {
  const owed = new Set<string>();
  /** Packets that wait until the transport takes the next ones. */
  let queued = 0;
  connection.conn.on('packetCreate', () => {
    queued += 1;
  });
  connection.conn.on('drain', () => {
    queued = 0;
    for (const room of owed) {
      if (queued >= longestQueue) return;
      owed.delete(room);
      const reading = latest(room);
      if (reading) connection.emit('traffic:realtimedata', reading);
    }
  });
  return {
    admits(room) {
      if (owed.size === 0 && queued < longestQueue) return true;
      owed.add(room);
      return false;
    },
    forget: (room) => void owed.delete(room),
  };
}
