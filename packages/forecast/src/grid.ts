import { secondsPerDay } from '@atrium/calendar/civil';
import { bucketEdges } from '@atrium/calendar/groupings';
import type { OpenInterval } from '@atrium/calendar/opening-hours';
import { dayStart, localDay, wallClock, type Zone } from '@atrium/calendar/zones';

export const hoursPerDay = 24;
/** How far a forecast looks ahead. */
export const horizonDays = 28;

/** What is known of a zone before the day of `now`, hour by hour. */
export interface History {
  readonly zone: Zone;
  readonly now: number;
  /** The local day on which the hours begin. */
  readonly firstDay: number;
  /** One value for each of `historyEdges`; not a number where nothing was received. */
  readonly ins: ArrayLike<number>;
  readonly outs: ArrayLike<number>;
  /** Received share of each hour, 0 to 1. */
  readonly completeness: ArrayLike<number>;
  /** From the first day to the end of the horizon; undefined where the place is always open. */
  readonly open?: readonly OpenInterval[] | undefined;
  /** Days that are unlike others (holidays, extended hours, events): the same name, the same effect. */
  readonly special?: ReadonlyMap<number, string> | undefined;
}

/** The local hours of a history, without the end of the last. Today and later are not among them. */
export function historyEdges({ zone, now, firstDay }: Pick<History, 'zone' | 'now' | 'firstDay'>): number[] {
  return bucketEdges(zone, dayStart(zone, firstDay), dayStart(zone, localDay(zone, now)), 'hour');
}

/**
 * Hours laid out as days of 24 on the wall clock, people per hour. A skipped hour is not a number; a repeated one is the
 * mean of both. The first `days` are known, the horizon follows.
 */
export interface Grid {
  readonly firstDay: number;
  readonly days: number;
  readonly ins: Float64Array;
  readonly outs: Float64Array;
  /** 1 in open hours and in those next to them, where staff arrive and the last visitors leave; otherwise 0. */
  readonly live: Uint8Array;
  readonly special: readonly (string | undefined)[];
  /** The hours of the horizon in time, each with its place in the grid. */
  readonly horizon: readonly HorizonHour[];
}

export interface HorizonHour {
  readonly at: number;
  readonly seconds: number;
  readonly slot: number;
}

/** Hours with less than this are as good as missing; above it they are scaled up. */
const usable = 0.75;

export function gridOf(history: History): Grid {
  const { zone, now, firstDay, completeness, special } = history;
  const today = localDay(zone, now);
  const days = Math.max(0, today - firstDay);
  const slots = (days + horizonDays) * hoursPerDay;
  const edges = days > 0 ? historyEdges(history) : [];
  const fill = (values: ArrayLike<number>): Float64Array => {
    const sums = new Float64Array(slots);
    const seconds = new Float64Array(slots);
    for (let hour = 0; hour + 1 < edges.length; hour += 1) {
      const share = completeness[hour] ?? 0;
      const value = values[hour] ?? Number.NaN;
      if (!(share >= usable) || !(value >= 0)) continue;
      const slot = slotOf(zone, edges[hour]!, firstDay);
      if (slot < 0 || slot >= slots) continue;
      sums[slot]! += value / Math.min(1, share);
      seconds[slot]! += edges[hour + 1]! - edges[hour]!;
    }
    return sums.map((sum, slot) => (seconds[slot]! > 0 ? (sum * 3600) / seconds[slot]! : Number.NaN));
  };
  const ahead = bucketEdges(zone, dayStart(zone, today), dayStart(zone, today + horizonDays), 'hour');
  const horizon = ahead.slice(0, -1).map((at, hour) => ({
    at,
    seconds: ahead[hour + 1]! - at,
    slot: slotOf(zone, at, today),
  }));
  return {
    firstDay,
    days,
    ins: fill(history.ins),
    outs: fill(history.outs),
    live: liveSlots(history, slots),
    special: Array.from({ length: days + horizonDays }, (_, day) => special?.get(firstDay + day)),
    horizon,
  };
}

function slotOf(zone: Zone, at: number, firstDay: number): number {
  const wall = wallClock(zone, at);
  return Math.floor((wall - firstDay * secondsPerDay) / 3600);
}

function liveSlots({ zone, firstDay, open }: History, slots: number): Uint8Array {
  const live = new Uint8Array(slots);
  if (!open) return live.fill(1);
  for (const { from, to } of open) {
    const first = slotOf(zone, from, firstDay);
    const last = slotOf(zone, to - 1, firstDay);
    for (let slot = Math.max(0, first - 1); slot <= Math.min(slots - 1, last + 1); slot += 1) live[slot] = 1;
  }
  return live;
}
