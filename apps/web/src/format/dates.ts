import type { WeekStart } from '@atrium/calendar/civil';
import { type DateFormat, dateFormatter, patternFormatter } from '@atrium/calendar/date-labels';
import { zoneOf } from '@atrium/calendar/zones';
import { deviceTimezone, viewerTimezone, zoneAbbreviation, zoneDifference } from './zones.ts';

/** An instant (epoch milliseconds) in the wall-clock time of a zone. */
export function dateIn(timezone: string, format: DateFormat, instant: number): string {
  return dateFormatter(zoneOf(timezone), format)(Math.floor(instant / 1000));
}

/** The same by a pattern that someone wrote. */
export function patternIn(timezone: string, pattern: string, instant: number): string {
  return patternFormatter(zoneOf(timezone), pattern)(Math.floor(instant / 1000));
}

/** As `dateIn`, for long lists of instants in a few zones. Weeks begin as the organization says. */
export function datesIn(format: DateFormat, weekStart?: WeekStart): (timezone: string, instant: number) => string {
  const writers = new Map<string, (seconds: number) => string>();
  return (timezone, instant) => {
    const written = writers.get(timezone) ?? dateFormatter(zoneOf(timezone), format, weekStart);
    writers.set(timezone, written);
    return written(Math.floor(instant / 1000));
  };
}

/** A calendar date `YYYY-MM-DD` in the administration format. It may lie beyond every instant of a time zone. */
export function calendarDate(date: string | null): string {
  return date === null ? '' : date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');
}

/** The date of an instant (ISO 8601) for the viewer, in the administration format. */
export function longDate(instant: string | null): string {
  return instant === null ? '' : dateIn(viewerTimezone, 'longDate', Date.parse(instant));
}

/** The same with the time of day. The time zone is named if it is that of the profile and not that of the device. */
export function longTimestamp(instant: string | null): string {
  return instant === null ? '' : momentIn(viewerTimezone, deviceTimezone, Date.parse(instant));
}

/** An instant (epoch milliseconds) in the local time of a place, with its time zone if that is not the viewer's. */
export function timestampIn(timezone: string, instant: number): string {
  return momentIn(timezone, viewerTimezone, instant);
}

/** With the time zone if it could be ambiguous. */
function momentIn(timezone: string, other: string, instant: number): string {
  const moment = `${dateIn(timezone, 'longDate', instant)} ${dateIn(timezone, 'time', instant)}`;
  const isElsewhere = zoneDifference(timezone, other, instant) !== null;
  return isElsewhere ? `${moment} ${zoneAbbreviation(timezone, instant)}` : moment;
}
