import { dateOfDay } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';

/** Today so far and the six days before it, in local time. */
export function lastDays(timezone: string, now: number): { startDate: string; endDate: string } {
  const today = localDay(zoneOf(timezone), Math.floor(now / 1000));
  return { startDate: dateOfDay(today - 6), endDate: dateOfDay(today) };
}
