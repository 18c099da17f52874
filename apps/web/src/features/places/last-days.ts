import { dateOfDay } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';

/** Today as far as it has come, and the six days before it, by the clock of the place. */
export function lastDays(timezone: string, now: number): { startDate: string; endDate: string } {
  const today = localDay(zoneOf(timezone), Math.floor(now / 1000));
  return { startDate: dateOfDay(today - 6), endDate: dateOfDay(today) };
}
