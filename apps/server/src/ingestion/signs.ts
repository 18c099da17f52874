import { mergedRanges, type TimeRange } from '@atrium/rules/package-numbers';
import { livePriority, type TodoBody } from './todo-store.ts';
import type { Decoded } from './vendors/vendor.ts';

/** What a body says about the device that sent it, besides its readings. */
export interface Signs {
  /** The numbered packages in it. */
  readonly packages: readonly NonNullable<Decoded['package']>[];
  /** The end of its newest closed interval, epoch seconds; null without one. */
  readonly newest: number | null;
  /** The time of its closed intervals, in order; empty where no package is numbered. */
  readonly ranges: readonly TimeRange[];
}

export const noSigns: Signs = { packages: [], newest: null, ranges: [] };

export function signsOf({ logics, package: newestPackage, otherPackages = [] }: Decoded): Signs {
  let newest = -Infinity;
  for (const { readings } of logics) {
    for (const { at, span, partial } of readings) if (partial !== true) newest = Math.max(newest, at + span);
  }
  const packages = newestPackage ? [...otherPackages, newestPackage] : [];
  return { packages, newest: newest > 0 ? newest : null, ranges: newestPackage ? rangesOf(logics) : [] };
}

/** The logics of a package have the same intervals, mostly: each is looked at once. */
function rangesOf(logics: Decoded['logics']): TimeRange[] {
  const ends = new Map<number, number>();
  for (const { readings } of logics) {
    for (const { at, span, partial } of readings) {
      if (partial !== true) ends.set(at, Math.max(ends.get(at) ?? 0, at + span));
    }
  }
  return mergedRanges([...ends]);
}

/** A device sends a live reading when its interval ends, by its own clock: the rest is how far that is behind ours. */
export function skewOf({ source, priority, receivedAt }: TodoBody, { newest }: Signs): number | undefined {
  const isLive = source === 'new' && priority === livePriority;
  return isLive && newest !== null ? receivedAt.getTime() / 1000 - newest : undefined;
}
