import { type LiveReading, liveTraffic } from '@atrium/contract/live-traffic';
import type { SubscriptionOf } from '@atrium/contract/topic';
import {
  type Acknowledgement,
  type ClientToServer,
  connectTimeout,
  reconnectEvery,
  type ServerToClient,
  socketPath,
} from '@atrium/contract/topics';
import type { Socket } from 'socket.io-client';
import { announce } from './notices.ts';
import { checkSession } from './session.ts';
import { texts } from './texts.ts';

/** A reading and when this device heard it; ages are counted from that, so a wrong clock does no harm. */
export interface Heard {
  reading: LiveReading;
  receivedAt: number;
}

export type Connection = 'connecting' | 'open' | 'lost';

/** What is known about a watched entity; a new object after every change. */
export interface Sight {
  readonly since: number;
  readonly heard?: Heard;
  /** Why the server refused the subscription. */
  readonly refusal?: string;
}

interface Watched {
  subscription: Subscription;
  watchers: number;
  sight: Sight;
}

type Subscription = SubscriptionOf<typeof liveTraffic>;
type FeedSocket = Socket<ServerToClient, ClientToServer>;

/**
 * The one socket of a signed-in person. An entity is subscribed while anybody watches it, and again after every
 * reconnect. The socket library is loaded with the first watcher.
 */
export class LiveFeed {
  readonly #origin: string;
  readonly #watched = new Map<string, Watched>();
  readonly #listeners = new Set<() => void>();
  #socket: FeedSocket | undefined;
  #connection: Connection = 'connecting';
  #started = false;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Watches an entity until the returned function is called. */
  watch(subscription: Subscription): () => void {
    const { entityId } = subscription;
    const watched = this.#watched.get(entityId) ?? { subscription, watchers: 0, sight: { since: Date.now() } };
    this.#watched.set(entityId, watched);
    watched.watchers += 1;
    if (watched.watchers === 1) this.#subscribe(watched);
    void this.#start();
    return () => {
      watched.watchers -= 1;
      if (watched.watchers > 0) return;
      this.#watched.delete(entityId);
      if (this.#socket?.connected) this.#socket.emit('traffic:unsubscribe', entityId);
    };
  }

  sight(entityId: string): Sight | undefined {
    return this.#watched.get(entityId)?.sight;
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** Calls back after any change of a sight or of the connection. */
  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Ends the connection; the next watcher opens a new one. */
  close(): void {
    this.#socket?.disconnect();
    this.#socket = undefined;
    this.#started = false;
    this.#connection = 'connecting';
  }

  async #start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    const { io } = await import('socket.io-client');
    if (this.#socket || this.#watched.size === 0) {
      this.#started = this.#socket !== undefined;
      return;
    }
    const socket: FeedSocket = io(this.#origin, {
      path: socketPath,
      timeout: connectTimeout,
      reconnectionDelay: reconnectEvery,
      reconnectionDelayMax: reconnectEvery,
      randomizationFactor: 0.5,
    });
    this.#socket = socket;
    socket.on('connect', () => this.#connected());
    socket.on('connect_error', (error) => this.#lost(error.message));
    socket.on('disconnect', (reason) => void this.#disconnected(socket, reason));
    socket.on('traffic:realtimedata', (reading) => this.#hear(reading));
  }

  #connected(): void {
    this.#changeConnection('open');
    for (const watched of this.#watched.values()) this.#subscribe(watched);
  }

  /** Says so once per outage, not at every attempt. */
  #lost(reason: string): void {
    if (this.#connection !== 'lost')
      announce({ kind: 'toast', tone: 'warning', title: texts.socketError, text: `${texts.socketLost} (${reason})` });
    this.#changeConnection('lost');
  }

  async #disconnected(socket: FeedSocket, reason: Socket.DisconnectReason): Promise<void> {
    if (reason === 'io client disconnect') return;
    this.#changeConnection('connecting');
    if (reason !== 'io server disconnect') return;
    // The server ends a socket when the session or its rights changed. The library does not come back by itself then.
    const userId = await checkSession().catch(() => undefined);
    if (userId === null) announce({ kind: 'signed-out' });
    else setTimeout(() => this.#socket === socket && socket.connect(), reconnectEvery * (0.5 + Math.random()));
  }

  #subscribe(watched: Watched): void {
    if (!this.#socket?.connected) return;
    this.#socket.emit('traffic:subscribe', watched.subscription, (answer: Acknowledgement) => {
      const { refusal: _, ...rest } = watched.sight;
      this.#see(watched, 'error' in answer ? { ...rest, refusal: answer.error } : rest);
    });
  }

  #hear(raw: LiveReading): void {
    const parsed = liveTraffic.message.safeParse(raw);
    const watched = parsed.success ? this.#watched.get(parsed.data.entityId) : undefined;
    if (!parsed.success || !watched) return;
    this.#see(watched, { ...watched.sight, heard: { reading: parsed.data, receivedAt: Date.now() } });
  }

  #see(watched: Watched, sight: Sight): void {
    watched.sight = sight;
    this.#changed();
  }

  #changeConnection(connection: Connection): void {
    this.#connection = connection;
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
