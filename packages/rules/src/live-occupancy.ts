import { localDay, zoneOf } from '@atrium/calendar/zones';
import {
  type CountedMinute,
  type Entered,
  foldOccupancy,
  type KnownOccupancy,
  type Press,
  type Stop,
} from '@atrium/metrics/occupancy-fold';
import { gainsAtTheTime, staysOf } from './space-corrections.ts';
import type { FoldedDays } from './space-days.ts';
import { resetsOf, type SpaceDefinition } from './space-definition.ts';

/** What the number of people in a space follows from, between a minute up to which it is known and now. */
export interface LiveOccupancy {
  readonly definition: SpaceDefinition;
  /** Epoch seconds, a whole minute: everything before it is in `start`. */
  readonly from: number;
  readonly start: number;
  /** Who entered before `from`, where there is a limit for stays. */
  readonly entered?: readonly Entered[] | undefined;
  /** As counted, by series; minutes before `from` are left out. */
  readonly minutes: SeriesMinutes;
  readonly byHand: ByHand;
}

export type SeriesMinutes = ReadonlyMap<number, readonly RawMinute[]>;

/** The start of a minute in epoch seconds, ins, outs. */
export type RawMinute = readonly [at: number, ins: number, outs: number];

/** What people did at a counter. */
export interface ByHand {
  readonly presses: readonly Press[];
  readonly stops: readonly Stop[];
  /** They are part of the definition too, which follows a moment later. */
  readonly resets: readonly KnownOccupancy[];
}

export const nothingByHand: ByHand = { presses: [], stops: [], resets: [] };

export interface CurrentOccupancy {
  readonly value: number;
  /** Epoch seconds: of the newest reading, press or reset since `from`; undefined without one. */
  readonly at: number | undefined;
}

/**
 * The number of people now. It is that of the history, whose fold it uses, and the open minute as it is known so far. A reset or a press of
 * the open minute shows at once, although its level begins with the next minute.
 */
export function occupancyNow(live: LiveOccupancy, now: number): CurrentOccupancy {
  const open = minuteOf(now);
  const minutes = countedMinutes(live, open + minute);
  const resets = pastResets(live, now);
  const presses = live.byHand.presses.filter(({ at }) => at <= now);
  const value = folded(live, open + 2 * minute, minutes, resets, presses).end;
  const known = [
    ...minutes.slice(-1).map(({ at }) => Math.min(now, at + minute)),
    ...resets.map(({ at }) => at),
    ...presses.map(({ at }) => at),
  ].filter((at) => at >= live.from);
  return { value, at: known.length > 0 ? Math.max(...known) : undefined };
}

/** The number of people before a whole minute that is not before `from`. */
export function occupancyUpTo(live: LiveOccupancy, to: number): number {
  return pointAt(live, to).value;
}

/** From where the number of people goes on, at a whole minute that is not before `from`. */
export function pointAt(live: LiveOccupancy, to: number): LivePoint {
  if (to <= live.from) return { at: live.from, value: live.start, entered: live.entered };
  const { end, entered } = folded(live, to, countedMinutes(live, to), pastResets(live, to - 1), live.byHand.presses);
  return { at: to, value: end, entered };
}

/** A whole minute, the number of people before it, and who entered lately. */
export interface LivePoint {
  readonly at: number;
  readonly value: number;
  readonly entered?: readonly Entered[] | undefined;
}

/** The next time at which the number of people changes without a reading; undefined where none is near. */
export function nextReset(definition: SpaceDefinition, now: number): number | undefined {
  return resetsOf({ ...definition, resets: [] }, now, now + lookAhead).find(({ at }) => at > now)?.at;
}

/** When it was last known how many people there are, within a day. */
export function lastReset({ definition, byHand }: LiveOccupancy, now: number): number | undefined {
  const known = [...resetsOf(definition, now - lookAhead, now + 1), ...byHand.resets].filter(({ at }) => at <= now);
  return known.length > 0 ? Math.max(...known.map(({ at }) => at)) : undefined;
}

/** Where the history ends, if nothing that is left to fold can change that: days before the last reset cannot. */
export function endOfHistory({ stale, last }: FoldedDays, definition: SpaceDefinition): LivePoint | undefined {
  if (!last) return undefined;
  const newest = stale.at(-1);
  const zone = zoneOf(definition.timezone);
  const isReset = (after: number) =>
    resetsOf(definition, last.foldedTo - lookAhead, last.foldedTo).some(({ at }) => localDay(zone, at) > after);
  return newest && !isReset(newest.to) ? undefined : { at: last.foldedTo, value: last.end, entered: last.entered };
}

/** Stops begin and end with the minute in which someone asked for it; the counts of that minute are made up for by the change that goes with it. */
export function stopsOf(asked: readonly { readonly at: number; readonly kind: 'stop' | 'restart' }[]): Stop[] {
  const stops: { from: number; to: number }[] = [];
  for (const { at, kind } of asked) {
    const last = stops.at(-1);
    const isStopped = last?.to === Infinity;
    if (kind === 'stop' && !isStopped) stops.push({ from: minuteOf(at), to: Infinity });
    else if (kind === 'restart' && isStopped) last.to = minuteOf(at);
  }
  return stops.filter(({ from, to }) => from < to);
}

/** Counts of a day are known well before the next; locations that are closed for weeks are asked again. */
const lookAhead = 26 * 3600;
const minute = 60;

function minuteOf(at: number): number {
  return Math.floor(at / minute) * minute;
}

function pastResets({ definition, from, byHand }: LiveOccupancy, now: number): KnownOccupancy[] {
  const resets = byHand.resets.filter(({ at }) => at > from - minute);
  return [...resetsOf(definition, from, now + 1), ...resets].filter(({ at }) => at <= now);
}

function folded(
  { definition, from, start, entered, byHand }: LiveOccupancy,
  to: number,
  minutes: readonly CountedMinute[],
  resets: readonly KnownOccupancy[],
  presses: readonly Press[],
) {
  return foldOccupancy({
    zone: zoneOf(definition.timezone),
    from,
    to,
    start,
    entered,
    minutes,
    resets,
    reflects: definition.settings,
    presses,
    stops: byHand.stops,
    gains: gainsAtTheTime(definition, from, to),
    stays: staysOf(definition),
  });
}

/** The minutes before `to`, of all series together: weighted, and reversed where zones are. */
export function countedMinutes({ definition, minutes, from }: LiveOccupancy, to: number): CountedMinute[] {
  const found = new Map<number, { at: number; ins: number; outs: number }>();
  for (const member of definition.members) {
    for (const [at, ins, outs] of minutes.get(member.series) ?? []) {
      if (at < from || at >= to || at < member.from || at >= member.to) continue;
      const sum = found.get(at) ?? { at, ins: 0, outs: 0 };
      const [entered, left] = [ins * member.wIn, outs * member.wOut];
      sum.ins += member.reversed ? left : entered;
      sum.outs += member.reversed ? entered : left;
      found.set(at, sum);
    }
  }
  return [...found.values()].toSorted((one, other) => one.at - other.at);
}

/** The minutes of a series after some of them were counted again: all from `from` on are as they are now. */
export function withMinutes(
  known: readonly RawMinute[],
  from: number,
  counted: readonly RawMinute[],
): readonly RawMinute[] {
  return [...known.filter(([at]) => at < from), ...counted.filter(([at]) => at >= from)].toSorted(
    ([one], [other]) => one - other,
  );
}

/** Without what is before a minute. */
export function minutesFrom(minutes: SeriesMinutes, from: number): SeriesMinutes {
  const kept = [...minutes].map(([series, rows]) => [series, rows.filter(([at]) => at >= from)] as const);
  return new Map(kept.filter(([, rows]) => rows.length > 0));
}
