import { secondsPerDay } from '@atrium/calendar/civil';
import { dayOfDate } from '@atrium/calendar/opening-hours';
import { wallClock, zoneOf } from '@atrium/calendar/zones';

interface LocalRange {
  startDate: string;
  endDate: string;
}

/**
 * The compared part of another day: all of it, or for a day in progress the same wall-clock time from midnight to this
 * minute. Null in the first minute of a day, which has nothing to compare yet.
 */
export function comparedRange(date: string, isToday: boolean, timezone: string, now: number): LocalRange | null {
  if (!isToday) return { startDate: date, endDate: date };
  const sinceMidnight = wallClock(zoneOf(timezone), Math.floor(now / 1000)) % secondsPerDay;
  const midnight = (dayOfDate(date) ?? 0) * secondsPerDay;
  if (sinceMidnight < 60) return null;
  return { startDate: written(midnight), endDate: written(midnight + sinceMidnight) };
}

/** A wall-clock time is handled like UTC, whatever its time zone. */
function written(wall: number): string {
  return new Date(wall * 1000).toISOString().slice(0, 16);
}
