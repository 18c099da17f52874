import { livePriority, type TodoBody } from './todo-store.ts';
import type { Decoded } from './vendors/vendor.ts';

/** What a body says about the device that sent it, besides its readings. */
export interface Signs {
  readonly package: Decoded['package'];
  /** The end of its newest closed interval, epoch seconds; null without one. */
  readonly newest: number | null;
}

export const noSigns: Signs = { package: undefined, newest: null };

export function signsOf({ logics, package: numbered }: Decoded): Signs {
  let newest = -Infinity;
  for (const { readings } of logics) {
    for (const { at, span, partial } of readings) if (partial !== true) newest = Math.max(newest, at + span);
  }
  return { package: numbered, newest: newest > 0 ? newest : null };
}

/** A device sends a live reading when its interval ends, by its own clock: the rest is how far that is behind ours. */
export function skewOf({ source, priority, receivedAt }: TodoBody, { newest }: Signs): number | undefined {
  const isLive = source === 'new' && priority === livePriority;
  return isLive && newest !== null ? receivedAt.getTime() / 1000 - newest : undefined;
}
