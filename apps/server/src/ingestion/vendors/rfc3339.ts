import { isCivilDate } from '@atrium/calendar/civil';

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):([0-5]\d))$/;

/** No place on earth is further from Greenwich. */
const furthestWest = -12 * 60;
const furthestEast = 14 * 60;

/**
 * Epoch seconds of an instant in RFC 3339. Null for what is on no calendar or clock: February 30, 24:00, a leap second,
 * an offset that no place has. `Date.parse` reads some of these as another instant.
 */
export function rfc3339Instant(text: string): number | null {
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] =
    pattern.exec(text) ?? [];
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  if (year === undefined || !isCivilDate(date)) return null;
  const offset = (sign === '-' ? -1 : 1) * (60 * Number(offsetHour ?? 0) + Number(offsetMinute ?? 0));
  if (offset < furthestWest || offset > furthestEast) return null;
  const wall = Date.UTC(date.year, date.month - 1, date.day, Number(hour), Number(minute), Number(second));
  return wall / 1000 - 60 * offset + Number(`0.${fraction || 0}`);
}
