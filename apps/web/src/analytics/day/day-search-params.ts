import { dateOfDay, dayOfDate } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';

/** What a day is compared with. */
export type Comparison =
  | { kind: 'week' }
  | { kind: 'before' }
  | { kind: 'date'; date: string }
  | { kind: 'location'; locationId: string };

/** The day of a location that is looked at, and what it is compared with. Dates are `YYYY-MM-DD`. */
export interface ShownDay {
  date: string;
  isToday: boolean;
  comparison: Comparison;
}

/** As the address has it; absent parameters mean today, against the same day last week. */
export interface DayAddress {
  day?: string;
  compare?: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The day that an address asks for. What makes no sense, such as a day to come, is today. */
export function shownDay({ day, compare }: DayAddress, timezone: string, now: number): ShownDay {
  const today = localToday(timezone, now);
  const date = day !== undefined && dayOfDate(day) !== undefined && day < today ? day : today;
  return { date, isToday: date === today, comparison: comparisonOf(compare) };
}

/** The address of a day, without what is meant anyway. */
export function addressOf({ date, comparison }: Pick<ShownDay, 'date' | 'comparison'>, today: string): DayAddress {
  return { ...(date < today && { day: date }), ...compareParameter(comparison) };
}

/** The date that a day is compared with; of another location it is the same one. */
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
