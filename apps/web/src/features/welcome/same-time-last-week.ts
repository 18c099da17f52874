import { secondsPerDay } from '@atrium/calendar/civil';
import { dayStart, localDay, wallClock, zoneOf } from '@atrium/calendar/zones';

interface LocalRange {
  startDate: string;
  endDate: string;
}

/**
 * Today so far, a week ago, on the wall clock of a location: from midnight to this very minute. Null in the first minute
 * of a day, which has nothing to compare yet.
 */
export function sameTimeLastWeek(timezone: string, now: number): LocalRange | null {
  const wall = wallClock(zoneOf(timezone), Math.floor(now / 1000)) - 7 * secondsPerDay;
  const midnight = Math.floor(wall / secondsPerDay) * secondsPerDay;
  if (wall - midnight < 60) return null;
  return { startDate: written(midnight), endDate: written(wall) };
}

/** When the local day of a week ago began, epoch milliseconds. */
export function sameDayLastWeek(timezone: string, now: number): number {
  const zone = zoneOf(timezone);
  return dayStart(zone, localDay(zone, Math.floor(now / 1000)) - 7) * 1000;
}

/** A wall clock reads like UTC, whatever zone it hangs in. */
function written(wall: number): string {
  return new Date(wall * 1000).toISOString().slice(0, 16);
}
