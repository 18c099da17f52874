import { secondsPerDay } from '@atrium/calendar/civil';
import { dayOfDate } from '@atrium/calendar/opening-hours';
import { wallClock, zoneOf } from '@atrium/calendar/zones';

interface LocalRange {
  startDate: string;
  endDate: string;
}

/**
 * What of another day is compared: all of it, or of a day that is still going on as much as its own clock shows, from
 * midnight to this very minute. Null in the first minute of a day, which has nothing to compare yet.
 */
export function comparedRange(date: string, isToday: boolean, timezone: string, now: number): LocalRange | null {
  if (!isToday) return { startDate: date, endDate: date };
  const sinceMidnight = wallClock(zoneOf(timezone), Math.floor(now / 1000)) % secondsPerDay;
  const midnight = (dayOfDate(date) ?? 0) * secondsPerDay;
  if (sinceMidnight < 60) return null;
  return { startDate: written(midnight), endDate: written(midnight + sinceMidnight) };
}

/** A wall clock reads like UTC, whatever zone it is in. */
function written(wall: number): string {
  return new Date(wall * 1000).toISOString().slice(0, 16);
}
