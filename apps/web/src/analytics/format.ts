import { type DateFormat, dateFormatter } from '@atrium/calendar/date-labels';
import { isZone, offsetAt, zoneOf } from '@atrium/calendar/zones';
import { wholePercents } from '@atrium/metrics/completeness';
import { formatValue } from '@atrium/metrics/format';

/** Every number and date of the web app is written here, with the same rules as in files and mails. */
export function count(value: number | null | undefined): string {
  return formatValue(value, 'integer');
}

/** The same number for a CSV file, without group separators. */
export function wholeCount(value: number): number {
  return Math.round(value);
}

/** A share as whole percents, rounded down: 99.7 % is not all of it. */
export function wholePercent(ratio: number | null): string {
  return formatValue(ratio === null ? null : wholePercents(ratio) / 100, 'percent');
}

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

/** `just now`, `12 s ago`, `3 min ago`, `5 h ago`, `2 days ago`. */
export function ago(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} days ago`;
}

const deviceTimezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone of the viewer: from their profile, else from the device. */
export let viewerTimezone = deviceTimezone;

/** Whose clock times without a place are written in. */
export function viewFrom(timezone: string | null): void {
  viewerTimezone = timezone !== null && isZone(timezone) ? timezone : deviceTimezone;
}

/** Nothing when both clocks show the same, else how far a zone is from the viewer: `5 h 30 min ahead of you`. */
export function zoneDifference(timezone: string, viewer: string, instant: number): string | null {
  const seconds = Math.floor(instant / 1000);
  const difference = offsetAt(zoneOf(timezone), seconds) - offsetAt(zoneOf(viewer), seconds);
  if (difference === 0) return null;
  const minutes = Math.abs(difference) / 60;
  const parts = [
    minutes >= 60 ? `${Math.floor(minutes / 60)} h` : '',
    minutes % 60 > 0 ? `${Math.round(minutes % 60)} min` : '',
  ];
  return `${parts.filter((part) => part !== '').join(' ')} ${difference > 0 ? 'ahead of' : 'behind'} you`;
}

/** `America/New_York` as people say it. */
export function zoneName(timezone: string): string {
  return timezone.replaceAll('_', ' ');
}

/** Nobody writes the abbreviations of all zones, so each is asked of those who live there. */
const zoneSpeakers = ['en-US', 'en-GB', 'en-AU', 'en-ZA', 'en-IN', 'en-NZ', 'en-CA'];

/** `EST`, `CET`; where people have no word for a zone its distance from Greenwich, `GMT+4`. */
export function zoneAbbreviation(timezone: string, instant: number): string {
  const key = `${timezone} ${offsetAt(zoneOf(timezone), Math.floor(instant / 1000))}`;
  const known = abbreviations.get(key) ?? abbreviationAt(timezone, instant);
  abbreviations.set(key, known);
  return known;
}

/** By zone and offset: a list asks for the same one again and again, and each answer takes a millisecond. */
const abbreviations = new Map<string, string>();

function abbreviationAt(timezone: string, instant: number): string {
  const names = zoneSpeakers.map((locale) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: timezone, timeZoneName: 'short' });
    return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timezone;
  });
  return names.find((name) => !/^(GMT|UTC)[+-]/.test(name)) ?? names[0] ?? timezone;
}
