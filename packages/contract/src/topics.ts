import type * as z from 'zod/mini';
import type { FailureCode } from './envelope.ts';
import { liveWait } from './expected-wait-mappings.ts';
import { liveTraffic } from './live-traffic.ts';
import { liveWall } from './live-wall.ts';
import { counterActions, type CounterEvent, counterNews, manualOccupancy } from './manual-occupancy.ts';
import type { MessageOf } from './topic.ts';

/** Every topic of the product. The server does not compile while one of them has no reader. */
export const topics = [liveTraffic, manualOccupancy, liveWall, liveWait] as const;
export type AnyTopic = (typeof topics)[number];

export const socketEventNames: readonly string[] = [
  ...topics.flatMap(({ events }) => Object.values(events)),
  ...Object.values(counterActions).map(({ event }) => event),
  ...Object.values(counterNews).map(({ event }) => event),
];

/** The specification writes the events of counters without their prefix too. */
export function bareName(event: string): string | undefined {
  const prefix = `${manualOccupancy.name}:`;
  return event.startsWith(prefix) ? event.slice(prefix.length) : undefined;
}

/** Every event of a page is acknowledged; at a counter, with the number of people. The code tells temporary errors from final ones. */
export type Acknowledgement = { ok: true; occupancy?: number } | { error: string; code: FailureCode };

type CounterNews = (typeof counterNews)[keyof typeof counterNews];

/** The typed maps of socket.io for both ends. */
export type ClientToServer = {
  [Event in AnyTopic['events']['subscribe' | 'unsubscribe'] | CounterEvent]: (
    payload: unknown,
    acknowledge?: (answer: Acknowledgement) => void,
  ) => void;
};
export type ServerToClient = {
  [T in AnyTopic as T['events']['message']]: (message: MessageOf<T>) => void;
} & {
  [N in CounterNews as N['event']]: (message: z.output<N['message']>) => void;
};
