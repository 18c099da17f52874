import { setTimeout as delay } from 'node:timers/promises';
import { NotPublicError } from '../../outgoing/outgoing-error.ts';
import { Refusal } from '../../refusal.ts';
import { type BrokerSettings, type Connection, connectTo } from './connection.ts';
import { deliver, type DeliveryOptions, discardOversized } from './delivery.ts';
import { LinkError, linkTexts, wordsFor } from './words.ts';

/** How a connection is doing. */
export interface LinkStatus {
  readonly state: 'connecting' | 'connected' | 'failed' | 'private';
  readonly connectedSince: Date | null;
  readonly lastMessageAt: Date | null;
  /** Since this process holds it. */
  readonly received: number;
  readonly discarded: number;
  readonly lastError: string | null;
  readonly lastErrorAt: Date | null;
}

/** A broker that stays connected until it is stopped. */
export interface Link {
  readonly status: LinkStatus;
  /** Resolves when no message is being stored any more. */
  stop(unsubscribe?: readonly string[]): Promise<void>;
}

export interface LinkOptions extends Omit<DeliveryOptions, 'topics' | 'signal'> {
  readonly settings: BrokerSettings;
  readonly isInternal: (host: string, port: number) => boolean;
  /** Its state changed. */
  readonly onChange: () => void;
  /** Before the first attempt to connect again. */
  readonly firstWaitMs?: number | undefined;
}

const defaultFirstWaitMs = 1_000;
const maxWaitMs = 60_000;

export function openLink(options: LinkOptions): Link {
  const { settings, clock, onChange, firstWaitMs = defaultFirstWaitMs } = options;
  const stopping = new AbortController();
  let connection: Connection | undefined;
  let handled = Promise.resolve();
  let status: LinkStatus = {
    state: 'connecting',
    connectedSince: null,
    lastMessageAt: null,
    received: 0,
    discarded: 0,
    lastError: null,
    lastErrorAt: null,
  };
  const change = (next: Partial<LinkStatus>) => {
    const { state } = status;
    status = { ...status, ...next };
    if (status.state !== state) onChange();
  };
  const discard = (words: string) =>
    change({ discarded: status.discarded + 1, lastError: words, lastErrorAt: clock() });

  const handle = async (topic: string, payload: Buffer, signal: AbortSignal) => {
    const to = { ...options, topics: settings.topics, signal };
    const delivered = await deliver(to, topic, payload).catch((error: unknown) => {
      // The inbox refuses when the registry is unavailable.
      throw error instanceof Refusal ? new LinkError(linkTexts.cannotStore) : error;
    });
    if (delivered.kind === 'discarded') discard(delivered.words);
    if (delivered.kind === 'kept') change({ received: status.received + 1 });
    change({ lastMessageAt: clock() });
  };

  /** Returns whether it was connected. */
  const connectOnce = async (): Promise<boolean> => {
    const over = new AbortController();
    try {
      connection = await connectTo({
        ...options,
        keepsSession: true,
        onReady: () => change({ state: 'connected', connectedSince: clock() }),
        onOversized: (topic, bytes) =>
          discard(discardOversized({ ...options, topics: settings.topics, signal: over.signal }, topic, bytes)),
        onMessage: (topic, payload) => {
          const handling = handle(topic, payload, over.signal);
          handled = handling.catch(() => {});
          return handling;
        },
      });
      throw await connection.ended;
    } catch (error) {
      const wasConnected = status.state === 'connected';
      const state = error instanceof NotPublicError ? 'private' : 'failed';
      if (!stopping.signal.aborted) {
        change({ state, connectedSince: null, lastError: wordsFor(error), lastErrorAt: clock() });
      }
      return wasConnected;
    } finally {
      connection = undefined;
      over.abort(new LinkError(linkTexts.closed));
    }
  };

  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      if (await connectOnce()) failures = 0;
      // Randomized, so that many connections that broke together do not return together.
      const wait = Math.min(maxWaitMs, firstWaitMs * 2 ** failures) * (0.5 + Math.random() / 2);
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const ended = run();

  return {
    get status() {
      return status;
    },
    async stop(unsubscribe) {
      stopping.abort();
      await connection?.close(unsubscribe);
      await ended;
      await handled;
    },
  };
}
