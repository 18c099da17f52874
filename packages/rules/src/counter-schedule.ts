import { secondsOfTime } from '@atrium/calendar/opening-hours';
import { firstInstantAt, localDay, type Zone } from '@atrium/calendar/zones';
import type { CounterRules } from './counters.ts';

/** What a reading of a counter shows: everything since its last reset, or only what came since the reading before. */
export const counterModes = ['cumulative', 'interval'] as const;
export type CounterMode = (typeof counterModes)[number];

/** What a device counts that has one direction and does not say which. */
export const counterDirections = ['ins', 'outs'] as const;
export type CounterDirection = (typeof counterDirections)[number];

/** How the counts of a zone are read from `from` to `to`, epoch seconds `[from, to)`. */
export interface CounterPeriod {
  readonly from: number;
  readonly to: number;
  /** When the device sets its counters to zero every day, `HH:mm` in the local time of the location; null for never. */
  readonly counterReset: string | null;
  readonly counterMode: CounterMode;
  readonly counterDirection: CounterDirection;
}

/** The rules that follow from the settings of a zone. A time that the clock skips is the moment of the jump. */
export function counterSchedule(
  periods: readonly CounterPeriod[],
  zone: Zone,
): Required<Pick<CounterRules, 'resetsBetween' | 'isInterval'>> {
  return {
    resetsBetween: (from, to) => periods.some((period) => resetsIn(period, zone, from, to)),
    isInterval: (at) =>
      periods.some((period) => period.counterMode === 'interval' && period.from <= at && at < period.to),
  };
}

/** Counts of a device with one direction, in the direction that its zone has when they are read. */
export function inDirection<Counts extends { readonly at: number; readonly ins: number; readonly outs: number }>(
  counts: Counts,
  periods: readonly CounterPeriod[] | undefined,
): Counts {
  const { at, ins, outs } = counts;
  const isOut = periods?.some(({ from, to, counterDirection }) => counterDirection === 'outs' && from <= at && at < to);
  return isOut ? { ...counts, ins: outs, outs: ins } : counts;
}

const secondsPerDay = 86_400;

function resetsIn(period: CounterPeriod, zone: Zone, from: number, to: number): boolean {
  const seconds = period.counterReset === null ? undefined : secondsOfTime(period.counterReset);
  const [after, until] = [Math.max(from, period.from - 1), Math.min(to, period.to - 1)];
  if (seconds === undefined || after >= until) return false;
  // A clock set back across midnight shows yesterday again.
  for (let day = localDay(zone, after) - 1; day <= localDay(zone, until); day += 1) {
    const at = firstInstantAt(zone, day * secondsPerDay + seconds);
    if (after < at && at <= until) return true;
  }
  return false;
}
