import { isCivilDate, dayNumber, secondsPerDay, type CivilDate } from './civil.ts';
import { segments, type Zone } from './zones.ts';

/** A point in time as a device or a file writes it. Without an offset it is what a clock on the wall shows. */
export type Timestamp =
  | { readonly kind: 'instant'; readonly seconds: number }
  /** Seconds since 1970 of the wall clock, as if it stood in Greenwich. */
  | { readonly kind: 'local'; readonly wall: number }
  /** A date without a time. */
  | { readonly kind: 'day'; readonly day: number };

export interface TimestampOptions {
  /** Of `3/4/2026`: 3 April instead of March 4. With dots the day always comes first. */
  readonly dayFirst?: boolean;
}

/**
 * Reads the usual spellings: RFC 3339 with or without offset, with a space, slashes or dots, 12-hour clocks, epoch
 * seconds and milliseconds, and fourteen digits in a row. Null for what is on no calendar or clock.
 */
export function parseTimestamp(text: string, { dayFirst = false }: TimestampOptions = {}): Timestamp | null {
  if (text.length > 40) return null;
  const trimmed = text.trim();
  if (/^\d{9,13}(?:\.\d{1,6})?$/.test(trimmed)) return fromEpoch(Number(trimmed));
  const packed = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(trimmed);
  if (packed) {
    const [year, month, day, hour, minute, second] = packed.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return local({ year, month, day }, { hour, minute, second, fraction: 0 });
  }
  const found = written.exec(trimmed);
  if (!found?.groups) return null;
  const { date = '', time, half, offset } = found.groups;
  const civil = dateOf(date, dayFirst);
  if (!civil || !isCivilDate(civil)) return null;
  if (time === undefined) {
    if (offset !== undefined || half !== undefined) return null;
    return { kind: 'day', day: dayNumber(civil.year, civil.month, civil.day) };
  }
  const clock = clockOf(time, half);
  const wall = clock && local(civil, clock);
  if (wall?.kind !== 'local' || offset === undefined) return wall ?? null;
  const minutes = offsetMinutes(offset);
  return minutes === null ? null : { kind: 'instant', seconds: wall.wall - 60 * minutes };
}

/** Seconds or milliseconds since 1970; a number beyond the year 2103 can only be milliseconds. */
export function fromEpoch(value: number): Timestamp | null {
  const seconds = value < latestSecond ? value : value / 1000;
  return seconds >= 0 && seconds < latestSecond ? { kind: 'instant', seconds } : null;
}

/** Every instant at which the clocks of a zone show `wall`: none in the hour they skip, two in the hour they repeat. */
export function instantsShowing(zone: Zone, wall: number): number[] {
  return segments(zone, wall - secondsPerDay, wall + secondsPerDay)
    .filter(({ from, to, offset }) => wall - offset >= from && wall - offset < to)
    .map(({ offset }) => wall - offset);
}

/** Minutes east of Greenwich in `Z`, `+02:00`, `-0530`, `+8`, `UTC+8:00`; null for what no place on earth has. */
export function offsetMinutes(text: string): number | null {
  const found = /^(?:UTC|GMT)?\s*(?:(Z)|([+-])(\d{1,2}):?([0-5]\d)?)?$/i.exec(text.trim());
  if (!found || text.trim() === '') return null;
  const [, zulu, sign, hours = '0', minutes = '0'] = found;
  if (zulu !== undefined || sign === undefined) return 0;
  const total = (sign === '-' ? -1 : 1) * (60 * Number(hours) + Number(minutes));
  return total >= furthestWest && total <= furthestEast ? total : null;
}

const latestSecond = 4_200_000_000;
const furthestWest = -12 * 60;
const furthestEast = 14 * 60;

const written =
  /^(?<date>\d{4}-\d{1,2}-\d{1,2}|\d{4}\/\d{1,2}\/\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{4})(?:(?:\s*[T,-]\s*|\s+)(?<time>\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(?:\s*(?<half>[ap]\.?m\.?))?(?:\s*(?<offset>Z|(?:UTC|GMT)?\s*[+-]\d{1,2}(?::?\d\d)?|UTC|GMT))?)?$/i;

function dateOf(text: string, dayFirst: boolean): CivilDate | null {
  const [first = '', second = '', third = ''] = text.split(/[./-]/);
  if (first.length === 4) return { year: Number(first), month: Number(second), day: Number(third) };
  const [day, month] = dayFirst || text.includes('.') ? [first, second] : [second, first];
  return { year: Number(third), month: Number(month), day: Number(day) };
}

interface WallClock {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly fraction: number;
}

function clockOf(text: string, half: string | undefined): WallClock | null {
  const [, hours, minute, second = '0', fraction = '0'] = /^(\d+):(\d+)(?::(\d+)(?:[.,](\d+))?)?$/.exec(text) ?? [];
  const hour = half === undefined ? Number(hours) : hourOfHalf(Number(hours), half.toLowerCase().startsWith('p'));
  if (hour === null) return null;
  return { hour, minute: Number(minute), second: Number(second), fraction: Number(`0.${fraction}`) };
}

/** 12 am is midnight, 12 pm noon. */
function hourOfHalf(hour: number, afternoon: boolean): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (afternoon ? 12 : 0);
}

function local(date: CivilDate, { hour, minute, second, fraction }: WallClock): Timestamp | null {
  if (!isCivilDate(date) || hour > 23 || minute > 59 || second > 59) return null;
  const day = dayNumber(date.year, date.month, date.day);
  const wall = day * secondsPerDay + hour * 3600 + minute * 60 + second + fraction;
  return wall >= 0 && wall < latestSecond ? { kind: 'local', wall } : null;
}
