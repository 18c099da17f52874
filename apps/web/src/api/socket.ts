import type { FailureCode } from '@atrium/contract/envelope';
import type { CounterEvent, counterNews } from '@atrium/contract/manual-occupancy';
import type { MessageOf, SubscriptionOf, Topic } from '@atrium/contract/topic';
import { connectTimeout, reconnectEvery, socketPath } from '@atrium/contract/socket-address';
import type { Acknowledgement, AnyTopic, ClientToServer, ServerToClient } from '@atrium/contract/topics';
import type { Socket } from 'socket.io-client';
import { announce } from './notices.ts';
import { checkSession } from './session.ts';
import { texts } from './texts.ts';

/** A message and when this device received it; ages are counted from that, so a wrong clock does no harm. */
export interface Received<Message> {
  readonly message: Message;
  readonly receivedAt: number;
}

export type ConnectionState = 'connecting' | 'open' | 'lost';

/** The state of a subscription; a new object after every change. */
export interface SubscriptionState<Message> {
  readonly since: number;
  readonly received?: Received<Message>;
  /** Why the server refused the subscription. */
  readonly refusal?: string;
  readonly refusalCode?: FailureCode;
}

interface Subscribed {
  readonly topic: AnyTopic;
  readonly subscription: unknown;
  readonly entityId: string;
  /** How many components follow it. */
  followers: number;
  state: SubscriptionState<object>;
}

type LoadLibrary = () => Promise<Pick<typeof import('socket.io-client'), 'io'>>;

/** In milliseconds. */
const loadAgainAfter = 10_000;

type ClientSocket = Socket<ServerToClient, ClientToServer>;

type NewsEvent = (typeof counterNews)[keyof typeof counterNews]['event'];

/**
 * The one socket of a signed-in person, for all topics. An entity is subscribed while any component follows it, and
 * again after every reconnect. The socket library is loaded with the first subscription.
 */
export class LiveSocket {
  readonly #origin: string;
  readonly #kioskSecret: string | undefined;
  readonly #subscribed = new Map<string, Subscribed>();
  readonly #listeners = new Set<() => void>();
  readonly #newsListeners = new Set<(event: string, message: unknown) => void>();
  #socket: ClientSocket | undefined;
  #connection: ConnectionState = 'connecting';
  #started = false;
  #nextStart: ReturnType<typeof setTimeout> | undefined;
  readonly #load: LoadLibrary;
  readonly #newsEvents = new Set<NewsEvent>();
  /** The events that are listened to. */
  readonly #heard = new Set<string>();

  /** With the secret of a kiosk link it is the socket of a wall screen, also where someone is signed in. */
  constructor(origin: string, kioskSecret?: string, load: LoadLibrary = () => import('socket.io-client')) {
    this.#load = load;
    this.#origin = origin;
    this.#kioskSecret = kioskSecret;
  }

  /** Follows an entity until the returned function is called. */
  subscribe<T extends AnyTopic>(topic: T, subscription: SubscriptionOf<T>): () => void {
    const { entityId } = entityOf(topic, subscription);
    const key = keyOf(topic, entityId);
    const known = this.#subscribed.get(key);
    const subscribed = known ?? { topic, subscription, entityId, followers: 0, state: { since: Date.now() } };
    this.#subscribed.set(key, subscribed);
    subscribed.followers += 1;
    this.#listen();
    if (subscribed.followers === 1) this.#request(subscribed);
    void this.#start();
    return () => {
      subscribed.followers -= 1;
      if (subscribed.followers > 0) return;
      this.#subscribed.delete(key);
      if (this.#socket?.connected) this.#socket.emit(topic.events.unsubscribe, entityId);
    };
  }

  state<T extends AnyTopic>(topic: T, entityId: string): SubscriptionState<MessageOf<T>> | undefined {
    // Only messages that the schema of the topic has parsed are kept under its key.
    return this.#subscribed.get(keyOf(topic, entityId))?.state as SubscriptionState<MessageOf<T>> | undefined;
  }

  /** Sends something and returns its acknowledgement; undefined while there is no connection, and when none comes. */
  async act(event: CounterEvent, payload: object): Promise<Acknowledgement | undefined> {
    const socket = this.#socket;
    if (!socket?.connected) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), connectTimeout);
      socket.emit(event, payload, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
  }

  /** Calls a listener with what the server tells besides the messages of topics, until the returned function is called. */
  onNews(events: readonly NewsEvent[], listener: (event: string, message: unknown) => void): () => void {
    for (const event of events) this.#newsEvents.add(event);
    this.#listen();
    this.#newsListeners.add(listener);
    return () => this.#newsListeners.delete(listener);
  }

  /** Asks again whether an entity may be followed. */
  renew(topic: AnyTopic, entityId: string): void {
    const subscribed = this.#subscribed.get(keyOf(topic, entityId));
    if (subscribed) this.#request(subscribed);
  }

  /** Subscribes to an entity once more. What is known of it stays until something newer arrives. */
  refresh(topic: AnyTopic, entityId: string): void {
    const subscribed = this.#subscribed.get(keyOf(topic, entityId));
    if (!subscribed) return;
    if (!subscribed.state.received) this.#change(subscribed, { ...subscribed.state, since: Date.now() });
    if (this.#socket?.connected) this.#socket.emit(topic.events.unsubscribe, entityId);
    this.#request(subscribed);
  }

  get connection(): ConnectionState {
    return this.#connection;
  }

  /** Notifies after any change of a subscription or of the connection. */
  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Ends the connection; the next subscription opens a new one. */
  close(): void {
    this.#socket?.disconnect();
    this.#socket = undefined;
    this.#heard.clear();
    this.#started = false;
    this.#connection = 'connecting';
  }

  async #start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    const library = await this.#load().catch(() => undefined);
    if (!library) return this.#startLater();
    if (this.#socket || this.#subscribed.size === 0) {
      this.#started = this.#socket !== undefined;
      return;
    }
    const socket: ClientSocket = library.io(this.#origin, {
      path: socketPath,
      timeout: connectTimeout,
      // The library would wait longer each time.
      reconnection: false,
      ...(this.#kioskSecret !== undefined && { auth: { kiosk: this.#kioskSecret }, withCredentials: false }),
    });
    this.#socket = socket;
    socket.on('connect', () => this.#connected());
    socket.on('connect_error', (error) => {
      this.#lost(error.message);
      this.#reconnect(socket);
    });
    socket.on('disconnect', (reason) => void this.#disconnected(socket, reason));
    this.#listen();
  }

  /** The library did not arrive. Not every browser requests it again; a wall screen loads all of its page again. */
  #startLater(): void {
    this.#started = false;
    if (this.#kioskSecret !== undefined) announce({ kind: 'reload' });
    clearTimeout(this.#nextStart);
    this.#nextStart = setTimeout(() => this.#subscribed.size > 0 && void this.#start(), loadAgainAfter);
  }

  /** Only what someone follows: the contracts of other topics are not loaded. */
  #listen(): void {
    for (const { topic } of this.#subscribed.values())
      this.#hear(topic.events.message, (message) => this.#receive(topic, message));
    for (const event of this.#newsEvents)
      this.#hear(event, (message) => this.#newsListeners.forEach((listener) => listener(event, message)));
  }

  #hear(event: keyof ServerToClient, receive: (message: unknown) => void): void {
    if (!this.#socket || this.#heard.has(event)) return;
    this.#heard.add(event);
    this.#socket.on(event, receive);
  }

  #connected(): void {
    this.#changeConnection('open');
    for (const subscribed of this.#subscribed.values()) this.#request(subscribed);
  }

  /** Reports once per outage, not at every attempt. */
  #lost(reason: string): void {
    if (this.#connection !== 'lost')
      announce({ kind: 'toast', tone: 'warning', title: texts.socketError, text: `${texts.socketLost} (${reason})` });
    this.#changeConnection('lost');
  }

  async #disconnected(socket: ClientSocket, reason: Socket.DisconnectReason): Promise<void> {
    if (reason === 'io client disconnect') return;
    this.#changeConnection('connecting');
    // The server ends a socket when the session or its rights changed. A wall screen asks about its link all the time.
    const mayHaveEnded = reason === 'io server disconnect' && this.#kioskSecret === undefined;
    const ended = mayHaveEnded && (await checkSession().catch(() => undefined)) === null;
    if (ended) announce({ kind: 'signed-out' });
    else this.#reconnect(socket);
  }

  /** After one to two seconds, so that not everyone comes back at once. */
  #reconnect(socket: ClientSocket): void {
    const wait = reconnectEvery * (1 + Math.random());
    setTimeout(() => this.#socket === socket && !socket.connected && socket.connect(), wait);
  }

  #request(subscribed: Subscribed): void {
    if (!this.#socket?.connected) return;
    const { topic, subscription } = subscribed;
    this.#socket.emit(topic.events.subscribe, subscription, (answer: Acknowledgement) => {
      const { refusal: _, refusalCode: _code, ...rest } = subscribed.state;
      const refused = 'error' in answer && { refusal: answer.error, refusalCode: answer.code };
      this.#change(subscribed, { ...rest, ...refused });
    });
  }

  #receive(topic: Topic, raw: unknown): void {
    const parsed = topic.message.safeParse(raw);
    if (!parsed.success) return;
    const subscribed = this.#subscribed.get(keyOf(topic, topic.entityOf(parsed.data).entityId));
    if (!subscribed) return;
    const known = subscribed.state.received?.message;
    const message = topic.merge ? topic.merge(known, parsed.data) : parsed.data;
    this.#change(subscribed, { ...subscribed.state, received: { message, receivedAt: Date.now() } });
  }

  #change(subscribed: Subscribed, state: SubscriptionState<object>): void {
    subscribed.state = state;
    this.#changed();
  }

  #changeConnection(connection: ConnectionState): void {
    this.#connection = connection;
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function keyOf({ name }: Topic, entityId: string): string {
  return `${name}/${entityId}`;
}

function entityOf(topic: Topic, subscription: SubscriptionOf<Topic>) {
  return topic.entityOf(subscription);
}
