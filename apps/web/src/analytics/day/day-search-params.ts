import { dateOfDay, dayOfDate } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';

/** The comparison of a day. */
export type Comparison =
  | { kind: 'week' }
  | { kind: 'before' }
  | { kind: 'date'; date: string }
  | { kind: 'location'; locationId: string };

/** The selected day of a location, and its comparison. Dates are `YYYY-MM-DD`. */
export interface ShownDay {
  date: string;
  isToday: boolean;
  comparison: Comparison;
}

/** From the URL; absent parameters mean today, compared with the same day last week. */
export interface DayAddress {
  day?: string;
  compare?: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The day in a URL. Invalid values, such as a future day, mean today. */
export function shownDay({ day, compare }: DayAddress, timezone: string, now: number): ShownDay {
  const today = localToday(timezone, now);
  const date = day !== undefined && dayOfDate(day) !== undefined && day < today ? day : today;
  return { date, isToday: date === today, comparison: comparisonOf(compare) };
}

/** The URL of a day, without default values. */
export function addressOf({ date, comparison }: Pick<ShownDay, 'date' | 'comparison'>, today: string): DayAddress {
  return { ...(date < today && { day: date }), ...compareParameter(comparison) };
}

/** The date that a day is compared with; the same one for another location. */
export function comparedDate(date: string, comparison: Comparison): string {
  switch (comparison.kind) {
    case 'week':
      return dateAfter(date, -7);
    case 'before':
      return dateAfter(date, -1);
    case 'date':
      return comparison.date;
    case 'location':
      return date;
  }
}

export function dateAfter(date: string, days: number): string {
  return dateOfDay((dayOfDate(date) ?? 0) + days);
}

export function localToday(timezone: string, now: number): string {
  return dateOfDay(localDay(zoneOf(timezone), Math.floor(now / 1000)));
}

function comparisonOf(compare: string | undefined): Comparison {
  if (compare === 'before') return { kind: 'before' };
  if (compare !== undefined && uuid.test(compare)) return { kind: 'location', locationId: compare };
  if (compare !== undefined && dayOfDate(compare) !== undefined) return { kind: 'date', date: compare };
  return { kind: 'week' };
}

function compareParameter(comparison: Comparison): Pick<DayAddress, 'compare'> {
  switch (comparison.kind) {
    case 'week':
      return {};
    case 'before':
      return { compare: 'before' };
    case 'date':
      return { compare: comparison.date };
    case 'location':
      return { compare: comparison.locationId };
  }
}
