import type { MqttTopic } from '@atrium/rules/mqtt';
import type { MqttClient as Client } from 'mqtt';
import { BoundedConnection, openSocket, type SocketSettings } from './socket.ts';
import { LinkError, linkTexts } from './words.ts';

export interface BrokerSettings extends SocketSettings {
  readonly username: string | null;
  readonly password: string | null;
  readonly clientId: string;
  readonly topics: readonly MqttTopic[];
}

export interface ConnectionOptions {
  readonly settings: BrokerSettings;
  readonly isInternal: (host: string, port: number) => boolean;
  /** Bytes of a message. */
  readonly maxBytes: number;
  /** Whether the broker keeps messages while nobody is connected. */
  readonly keepsSession: boolean;
  readonly onReady: () => void;
  readonly onOversized: (topic: string, bytes: number) => void;
  /** The message is acknowledged when this resolves; when it rejects, the connection ends without. */
  readonly onMessage: (topic: string, payload: Buffer) => Promise<void>;
  readonly connectMs?: number | undefined;
}

export interface Connection {
  /** Resolves when it has ended, with the reason. */
  readonly ended: Promise<unknown>;
  /** Ends it; first unsubscribes from these filters. */
  close(unsubscribe?: readonly string[]): Promise<void>;
}

/** Until the broker has accepted the connection and every topic. */
const connectMs = 15_000;
const closeMs = 2_000;
/** Room for the topic and the header of a message. */
const overhead = 70_000;

/** One connection, from the first byte to the last; it is never reused. The library is loaded when first needed. */
export async function connectTo(options: ConnectionOptions): Promise<Connection> {
  const { settings, onMessage, connectMs: patience = connectMs } = options;
  const { MqttClient, Store } = await import('mqtt');
  let reason: unknown;
  const note = (error: unknown) => {
    reason ??= error;
  };
  const client = new MqttClient(
    () => {
      const socket = openSocket(settings, options.isInternal);
      socket.once('error', note);
      const bounded = new BoundedConnection(socket, options.maxBytes + overhead, options.onOversized);
      return bounded.once('error', note);
    },
    {
      protocolVersion: 4,
      clean: !options.keepsSession,
      clientId: settings.clientId,
      ...(settings.username !== null && { username: settings.username }),
      ...(settings.password !== null && { password: settings.password }),
      keepalive: 60,
      connectTimeout: patience,
      // The caller decides when to connect again.
      reconnectPeriod: 0,
      resubscribe: false,
      manualConnect: true,
      // The library goes on reading what had arrived before the end, and throws if its stores are emptied by then.
      incomingStore: new Store({ clean: false }),
      outgoingStore: new Store({ clean: false }),
      log: () => {},
    },
  );
  const end = (error: unknown) => {
    note(error);
    client.end(true);
  };
  let isHandling = false;
  // A broker may accept the connection and never answer a subscription. Messages before that answer take their time.
  const slow: NodeJS.Timeout = setTimeout(() => {
    if (isHandling) slow.refresh();
    else end(new LinkError(linkTexts.slow));
  }, patience);
  const ended = new Promise<unknown>((resolve) => {
    client.once('close', () => {
      clearTimeout(slow);
      client.end(true);
      resolve(reason);
    });
  });
  // As long as the client exists: it may fail more than once.
  client.on('error', end);
  client.handleMessage = ({ topic, payload }, done) => {
    const handle = async () => {
      isHandling = true;
      try {
        await onMessage(topic, Buffer.isBuffer(payload) ? payload : Buffer.from(payload));
        done();
      } catch (error) {
        end(error);
      } finally {
        isHandling = false;
      }
    };
    void handle();
  };
  const ready = () => {
    clearTimeout(slow);
    options.onReady();
  };
  client.once('connect', () => void subscribe(client, settings.topics).then(ready, end));
  try {
    client.connect();
  } catch (error) {
    clearTimeout(slow);
    throw error;
  }

  return {
    ended,
    async close(unsubscribe = []) {
      const isOver = new Promise((resolve) => setTimeout(resolve, closeMs));
      if (client.connected && unsubscribe.length > 0) {
        await Promise.race([client.unsubscribeAsync([...unsubscribe]).catch(note), isOver]);
      }
      client.end(true);
      await Promise.race([ended, isOver]);
    },
  };
}

/** With at least one delivery each: the broker repeats what was not acknowledged. */
async function subscribe(client: Client, topics: readonly MqttTopic[]): Promise<void> {
  for (const { filter } of topics) {
    await client.subscribeAsync(filter, { qos: 1 }).catch((error: unknown) => {
      throw isRefusal(error) ? new LinkError(linkTexts.refusedTopic(filter)) : error;
    });
  }
}

/** The library attaches the answer of the broker to its error. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'packet' in error;
}

/** Connects and subscribes once, under a client id of its own and without a session. Throws the reason if it fails. */
export async function tryConnection(
  options: Pick<ConnectionOptions, 'settings' | 'isInternal' | 'connectMs'>,
): Promise<void> {
  const { settings } = options;
  let connection: Connection | undefined;
  const attempt = async (onReady: () => void) => {
    connection = await connectTo({
      ...options,
      settings: {
        ...settings,
        clientId: `${settings.clientId.slice(0, 50)}-test-${Math.random().toString(36).slice(2, 8)}`,
      },
      maxBytes: 0,
      keepsSession: false,
      onReady,
      onOversized: () => {},
      onMessage: async () => {},
    });
    throw (await connection.ended) ?? new LinkError(linkTexts.closed);
  };
  try {
    await new Promise<void>((resolve, reject) => {
      attempt(resolve).catch(reject);
    });
  } finally {
    await connection?.close();
  }
}
