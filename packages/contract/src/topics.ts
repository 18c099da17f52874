import { liveTraffic } from './live-traffic.ts';
import type { MessageOf } from './topic.ts';

export const socketPath = '/veart/socket.io';
export const connectTimeout = 10_000;
export const reconnectEvery = 1_000;

/** Every topic of the product. The server does not compile while one of them has no reader. */
export const topics = [liveTraffic] as const;
export type AnyTopic = (typeof topics)[number];

export const socketEventNames: readonly string[] = topics.flatMap(({ events }) => Object.values(events));

/** Every event of a page is acknowledged. */
export type Acknowledgement = { ok: true } | { error: string };

/** The typed maps of socket.io for both ends. */
export type ClientToServer = {
  [Event in AnyTopic['events']['subscribe' | 'unsubscribe']]: (
    payload: unknown,
    acknowledge?: (answer: Acknowledgement) => void,
  ) => void;
};
export type ServerToClient = {
  [T in AnyTopic as T['events']['message']]: (message: MessageOf<T>) => void;
};
