import { localDay, zoneOf } from '@atrium/calendar/zones';
import { sources } from '@atrium/metrics/sources';
import { dateIn } from '../format/dates.ts';

/** The newest reading of an entity. */
export interface Heard {
  /** ISO 8601; null when there never was a reading. */
  readonly lastReadingAt: string | null;
  /** Whether its location is in its opening hours. */
  readonly isOpen: boolean;
}

export interface Freshness {
  readonly isLive: boolean;
  readonly text: string;
}

/** Readings older than this are no longer live, in milliseconds. */
export const staleAfter = sources.traffic.freshSeconds * 1000;

/**
 * The freshness of counts as text, by the newest reading and never by when they were computed. `age` is how far that
 * reading lies behind now, null without one; `now` is epoch milliseconds.
 */
export function freshnessOf(heard: Heard, age: number | null, timezone: string, now: number): Freshness {
  if (!heard.isOpen) return { isLive: false, text: texts.closed };
  if (heard.lastReadingAt === null || age === null) return { isLive: false, text: texts.never };
  if (age <= staleAfter) return { isLive: true, text: texts.live };
  return { isLive: false, text: texts.last(readingTime(heard.lastReadingAt, timezone, now)) };
}

/** `6:58 pm`, with its date if that is not today, in local time. */
export function readingTime(lastReadingAt: string, timezone: string, now: number): string {
  const instant = Date.parse(lastReadingAt);
  const zone = zoneOf(timezone);
  const isToday = localDay(zone, instant / 1000) === localDay(zone, now / 1000);
  return dateIn(timezone, isToday ? 'time' : 'timestamp', instant);
}

/** For a reading that came with a call instead of the live feed. */
export function ageOfReading(lastReadingAt: string | null, now: number): number | null {
  return lastReadingAt === null ? null : Math.max(0, now - Date.parse(lastReadingAt) - 60_000);
}

const texts = {
  live: 'Live',
  last: (time: string) => `Last reading ${time}`,
  never: 'Never heard',
  closed: 'Closed',
} as const;
