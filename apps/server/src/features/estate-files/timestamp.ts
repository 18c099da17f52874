import { dateOfDay, dayOfDate } from '@atrium/calendar/opening-hours';
import { dayStart, isKnownDay, localDay, offsetAt, zoneOf } from '@atrium/calendar/zones';

/** An instant in readable form: the date if it is the start of a local day, otherwise with time and offset. */
export function writtenMoment(at: Date, timezone: string): string {
  const zone = zoneOf(timezone);
  const second = Math.floor(at.getTime() / 1000);
  const day = localDay(zone, second);
  if (dayStart(zone, day) === second) return dateOfDay(day);
  const offset = offsetAt(zone, second);
  const wall = new Date((second + offset) * 1000).toISOString().slice(0, 16);
  const minutes = Math.abs(offset) / 60;
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${wall}${offset < 0 ? '-' : '+'}${clock.join(':')}`;
}

/** Undefined for anything that is neither a date nor a timestamp, and for dates outside the time zone data. */
export function readMoment(text: string, timezone: string): Date | undefined {
  const day = dayOfDate(text.slice(0, 10));
  if (day === undefined || !isKnownDay(day)) return undefined;
  if (text.length === 10) return new Date(dayStart(zoneOf(timezone), day) * 1000);
  if (!/^.{10}T\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
