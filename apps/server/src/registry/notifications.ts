import { Client, type ClientConfig } from 'pg';
import type { Transaction } from './registry.ts';

/**
 * Notifications from one node to all nodes, itself included, when a transaction commits. Hints only: state is in the
 * tables.
 */
export interface Channels {
  /** Series that got readings. */
  readings: number[];
  /** A user whose role, scope, password or status changed; sessions and sockets must be checked again. */
  access: string;
  /** An organization whose places, sensors, zones or series changed. */
  estate: string;
  /** Spaces whose number of people, state or limit changed. */
  spaces: string[];
  /** Spaces whose number of people was corrected. */
  corrections: string[];
  /** Zones whose live numbers changed. */
  zones: string[];
  /** The inbox has something new. */
  inbox: null;
  /** The outbox has something new. */
  outbox: null;
  /** A push key or a broker that someone looks at. */
  watched: string;
  /** A file waits to be imported, or an import to be undone. */
  imports: null;
  /** A broker was added, changed or deleted. */
  mqtt: null;
  /** An alarm has something to tell. */
  alarms: null;
  /** A public display was changed, switched on or off, renewed or deleted. */
  displays: string;
}
type Channel = keyof Channels;

export interface Notifications {
  on<C extends Channel>(channel: C, handler: (payload: Channels[C]) => void): () => void;
  /** Called after a lost connection was replaced: hints may have been missed. */
  onResync(handler: () => void): () => void;
  close(): Promise<void>;
}

/** The statement that sends a notification when its transaction commits. */
export function notification<C extends Channel>(channel: C, payload: Channels[C]): { text: string; values: string[] } {
  return { text: 'SELECT pg_notify($1, $2)', values: [`atrium_${channel}`, JSON.stringify(payload)] };
}

/** Makes every node forget what it knows of the credentials of a user, and check open pages and screens again. */
export async function announceAccess({ client }: Transaction, userId: string): Promise<void> {
  await client.query(notification('access', userId));
}

const channels: readonly Channel[] = [
  'readings',
  'access',
  'estate',
  'spaces',
  'corrections',
  'zones',
  'inbox',
  'outbox',
  'watched',
  'imports',
  'mqtt',
  'alarms',
  'displays',
];

export async function listen(connection: ClientConfig): Promise<Notifications> {
  const handlers = new Map<Channel, Set<(payload: never) => void>>(channels.map((channel) => [channel, new Set()]));
  const resyncs = new Set<() => void>();
  let closed = false;
  let client: Client | undefined;

  const connect = async () => {
    const next = new Client(connection);
    next.on('error', () => {});
    next.on('notification', ({ channel, payload }) => {
      const known = handlers.get(channel.replace(/^atrium_/, '') as Channel);
      const read = readPayload(payload);
      if (read) known?.forEach((handler) => handler(read.value));
    });
    try {
      await next.connect();
      for (const channel of channels) await next.query(`LISTEN atrium_${channel}`);
    } catch (error) {
      next.end().catch(() => {});
      throw error;
    }
    // Only now: a failed attempt also ends, and must not start a second chain of attempts.
    next.on('end', () => void reconnect());
    client = next;
  };

  const reconnect = async () => {
    while (!closed) {
      try {
        await connect();
        resyncs.forEach((handler) => handler());
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    }
  };

  await connect();
  return {
    on(channel, handler) {
      const set = handlers.get(channel);
      set?.add(handler);
      return () => set?.delete(handler);
    },
    onResync(handler) {
      resyncs.add(handler);
      return () => resyncs.delete(handler);
    },
    async close() {
      closed = true;
      client?.removeAllListeners('end');
      await client?.end().catch(() => {});
    },
  };
}

/** Any database client can send notifications, so unknown payloads are ignored. */
function readPayload(payload: string | undefined): { value: never } | undefined {
  try {
    return { value: JSON.parse(payload ?? 'null') as never };
  } catch {
    return undefined;
  }
}
