import { dayOfDate, openIntervals } from '@atrium/calendar/opening-hours';
import { zoneOf } from '@atrium/calendar/zones';
import type { Range } from '@atrium/facts/generated-history';
import { exceptionTypes } from '@atrium/rules/schedule';
import { type Estate, hoursAt, type LocationHours } from '../registry/directory/estate.ts';

/**
 * When locations are open. Two that are open at the same times share one calendar, whatever their schedules are called.
 */
export interface Calendar {
  /** Ascending, not adjacent, in whole minutes. */
  readonly open: (from: number, to: number) => readonly Range[];
}

/** The calendar of each location, deduplicated by content; none where a location is always open. */
export function calendarsOf(estate: Estate): (locationId: string) => Calendar | undefined {
  const byContent = new Map<string, Calendar>();
  const byLocation = new Map<string, Calendar | undefined>();
  return (locationId) => {
    if (byLocation.has(locationId)) return byLocation.get(locationId);
    const place = estate.locations.get(locationId);
    const hours = hoursAt(estate, locationId);
    let calendar: Calendar | undefined;
    if (place && !isAlwaysOpen(hours)) {
      const content = contentOf(hours, place.timezone);
      calendar = byContent.get(content) ?? calendarOf(hours, place.timezone);
      byContent.set(content, calendar);
    }
    byLocation.set(locationId, calendar);
    return calendar;
  };
}

/**
 * The holidays of the organization by their names in lower case; those of a single location are not everyone's. The end
 * of an exception may be far away, and no holiday is longer than a month.
 */
export function holidaysOf({ hours }: Pick<Estate, 'hours'>): ReadonlyMap<number, string> {
  const days = new Map<number, string>();
  for (const { type, description, startDate, endDate } of hours.organizationExceptions) {
    const name = description.trim().toLowerCase();
    if (type !== holiday || name === '') continue;
    const [first, last] = [startDate, endDate].map((date) => dayOfDate(date) ?? 0) as [number, number];
    for (let day = first; day <= Math.min(last, first + 30); day += 1) days.set(day, name);
  }
  return days;
}

const holiday = exceptionTypes.indexOf('Holiday');

function isAlwaysOpen(hours: LocationHours): boolean {
  return Object.values(hours).every((list) => list.length === 0);
}

/** Everything that decides when a location is open, without names. */
function contentOf({ assignments, locationExceptions, organizationExceptions }: LocationHours, timezone: string) {
  const spans = assignments.map(({ startDate, endDate, versions }) => [startDate, endDate, versions]);
  const special = [locationExceptions, organizationExceptions].map((exceptions) =>
    exceptions.map((each) => [each.startDate, each.endDate, each.closed, each.openTime, each.closeTime, each.extends]),
  );
  return JSON.stringify([timezone, spans, special]);
}

function calendarOf(hours: LocationHours, timezone: string): Calendar {
  const known = new Map<string, readonly Range[]>();
  return {
    open: (from, to) => {
      const span = `${from} ${to}`;
      const found = known.get(span) ?? openIntervals(hours, zoneOf(timezone), from, to);
      known.set(span, found);
      return found;
    },
  };
}
