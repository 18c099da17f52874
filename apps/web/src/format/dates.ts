import { type DateFormat, dateFormatter } from '@atrium/calendar/date-labels';
import { zoneOf } from '@atrium/calendar/zones';
import { deviceTimezone, viewerTimezone, zoneAbbreviation, zoneDifference } from './zones.ts';

/** An instant (epoch milliseconds) as the wall clock of a zone shows it. */
export function dateIn(timezone: string, format: DateFormat, instant: number): string {
  return dateFormatter(zoneOf(timezone), format)(Math.floor(instant / 1000));
}

/** A calendar date `YYYY-MM-DD` as administration writes it. It may lie beyond every instant that a zone knows. */
export function calendarDate(date: string | null): string {
  return date === null ? '' : date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');
}

/** The day of an instant (ISO 8601) on the viewer's calendar, as administration writes it. */
export function longDate(instant: string | null): string {
  return instant === null ? '' : dateIn(viewerTimezone, 'longDate', Date.parse(instant));
}

/** The same with the time of day. The zone is named where it is that of the profile and not that of the device. */
export function longTimestamp(instant: string | null): string {
  return instant === null ? '' : momentIn(viewerTimezone, deviceTimezone, Date.parse(instant));
}

/** An instant (epoch milliseconds) on the calendar and clock of a place, which is named where it is not the viewer's. */
export function timestampIn(timezone: string, instant: number): string {
  return momentIn(timezone, viewerTimezone, instant);
}

/** With the name of the zone where another one could be meant. */
function momentIn(timezone: string, other: string, instant: number): string {
  const moment = `${dateIn(timezone, 'longDate', instant)} ${dateIn(timezone, 'time', instant)}`;
  const isElsewhere = zoneDifference(timezone, other, instant) !== null;
  return isElsewhere ? `${moment} ${zoneAbbreviation(timezone, instant)}` : moment;
}
