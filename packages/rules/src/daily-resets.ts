import { openIntervals, type OpeningHours, secondsOfTime } from '@atrium/calendar/opening-hours';
import { firstInstantAt, localDay, type Zone } from '@atrium/calendar/zones';
import type { KnownOccupancy } from '@atrium/metrics/occupancy-fold';
import type { ResetConfig } from './reset-config.ts';

/** When a daily reset holds: epoch seconds, `[from, to)`. */
export interface ResetPeriod {
  readonly from: number;
  readonly to: number;
  readonly resetConfig: ResetConfig;
}

/**
 * The daily resets in `[from, to)`, in order of time. A time that the clock skips is the moment of the jump, and of a repeated time it
 * is the first. With hours of operation a space is empty whenever its location opens; one that never closes is never reset.
 */
export function dailyResets(
  periods: readonly ResetPeriod[],
  hours: OpeningHours,
  zone: Zone,
  from: number,
  to: number,
): KnownOccupancy[] {
  return periods
    .flatMap(({ resetConfig, ...period }) => {
      const [begin, end] = [Math.max(from, period.from), Math.min(to, period.to)];
      if (!resetConfig.resetDaily || begin >= end) return [];
      if (resetConfig.resetDailyAtTime) return atTimes(resetConfig, zone, begin, end);
      return resetConfig.resetWithHoursOfOp ? atOpenings(hours, zone, begin, end) : [];
    })
    .toSorted((one, other) => one.at - other.at);
}

const secondsPerDay = 86_400;

function atTimes({ resetTimes }: ResetConfig, zone: Zone, from: number, to: number): KnownOccupancy[] {
  const found: KnownOccupancy[] = [];
  // A clock set back across midnight shows yesterday again.
  for (let day = localDay(zone, from) - 1; day <= localDay(zone, to); day += 1) {
    for (const { time, value } of resetTimes) {
      const at = firstInstantAt(zone, day * secondsPerDay + (secondsOfTime(time) ?? 0));
      if (from <= at && at < to) found.push({ at, value });
    }
  }
  return found;
}

const minute = 60;

function atOpenings(hours: OpeningHours, zone: Zone, from: number, to: number): KnownOccupancy[] {
  // One that began earlier has begun before `from`.
  const open = openIntervals(hours, zone, from - minute, to).filter((interval) => interval.from >= from);
  return open.map((interval) => ({ at: interval.from, value: 0 }));
}
