import type { HeadMinute } from '@atrium/metrics/expected-wait';
import { countMinutes, type LastState } from '../../ingestion/fold.ts';
import type { Member } from '../../registry/directory/resolve.ts';

/** Minutes of a series by their start: ins and outs as counted. */
export type CountedMinutes = ReadonlyMap<number, { readonly ins: number; readonly outs: number }>;

/** What is known of the series of a head zone: its last minutes, and older ones from the facts. */
export interface KnownHead {
  readonly members: readonly Member[];
  readonly tails: ReadonlyMap<number, Pick<LastState, 'tail' | 'tailFrom'>>;
  readonly older: ReadonlyMap<number, CountedMinutes>;
  readonly isReversedAt: (minute: number) => boolean;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The minutes of the head zone that start in `[from, to)`; null where nothing was received. */
export function headMinutes(head: KnownHead, { from, to }: Stretch): (HeadMinute | null)[] {
  const { members, tails, older, isReversedAt } = head;
  const counted = new Map(
    members.map(({ series }) => {
      const last = tails.get(series);
      const recent = last && countMinutes(last.tail, { from: Math.max(from, last.tailFrom), to });
      return [series, (at: number) => (last && at >= last.tailFrom ? recent?.get(at) : older.get(series)?.get(at))];
    }),
  );
  return Array.from({ length: (to - from) / 60 }, (_, index) => {
    const at = from + index * 60;
    const parts = members.flatMap(({ series, wIn, wOut, excluded, ...held }) => {
      const found = !excluded && held.from <= at && at < held.to && counted.get(series)?.(at);
      return found ? [{ ins: found.ins * wIn, outs: found.outs * wOut }] : [];
    });
    if (parts.length === 0) return null;
    const sum = (column: 'ins' | 'outs') => parts.reduce((total, part) => total + part[column], 0);
    return { ins: sum('ins'), outs: sum('outs'), isReversed: isReversedAt(at) };
  });
}

/** What has to be asked of the facts: the minutes before the tail of each series. */
export function olderThanTails({ members, tails }: Pick<KnownHead, 'members' | 'tails'>, { from, to }: Stretch) {
  return members.flatMap(({ series, excluded, ...held }) => {
    const end = Math.min(to, held.to, tails.get(series)?.tailFrom ?? Number.POSITIVE_INFINITY);
    const begin = Math.max(from, held.from);
    return excluded || begin >= end ? [] : [{ series, from: begin, to: end }];
  });
}
