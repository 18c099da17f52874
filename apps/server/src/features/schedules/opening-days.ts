import { dateOfDay, dayInForce, dayOfDate, type WallHours } from '@atrium/calendar/opening-hours';
import { firstInstantAt, isKnownDay, type Zone, zoneOf } from '@atrium/calendar/zones';
import type { OpeningDay } from '@atrium/contract/opening-hours';
import { Refusal } from '../../refusal.ts';
import type { LocationHours } from '../../registry/directory/estate.ts';

const longest = 62;
const secondsPerDay = 86_400;

/** The hours in force at a location on each day, from one date to another. */
export function openingDays(hours: LocationHours, timezone: string, startDate: string, endDate: string): OpeningDay[] {
  const first = dayOfDate(startDate);
  const last = dayOfDate(endDate);
  if (first === undefined || last === undefined || last < first || last - first >= longest) {
    throw refused('endDate', `must be at most ${longest - 1} days after startDate, and not before it`);
  }
  if (!isKnownDay(first) || !isKnownDay(last)) throw refused('startDate', 'must be between the years 1850 and 2500');
  const zone = zoneOf(timezone);
  return Array.from({ length: last - first + 1 }, (_, index) => openingDay(hours, zone, first + index));
}

function refused(path: 'startDate' | 'endDate', message: string): Refusal {
  return new Refusal('invalid', `${path} ${message}.`, { details: [{ path, message }] });
}

function openingDay(hours: LocationHours, zone: Zone, day: number): OpeningDay {
  const date = dateOfDay(day);
  const { assignment, version, exception, hours: inForce } = dayInForce(hours, date);
  return {
    date,
    schedule:
      assignment && version
        ? { scheduleId: assignment.scheduleId, name: assignment.name, effectiveDate: version.effectiveDate }
        : null,
    exception: exception
      ? {
          exceptionId: exception.exceptionId,
          scope: exception.scope,
          type: exception.type,
          description: exception.description,
        }
      : null,
    hours: inForce.map((wall) => onTheClock(zone, day, wall)),
  };
}

function onTheClock(zone: Zone, day: number, { from, to }: WallHours) {
  const instant = (seconds: number) =>
    new Date(firstInstantAt(zone, day * secondsPerDay + seconds) * 1000).toISOString();
  return { openTime: timeOf(from), closeTime: timeOf(to), from: instant(from), to: instant(to) };
}

/** The end of the day is 24:00; a time on the next day is written as a time of that day. */
function timeOf(seconds: number): string {
  const ofDay = seconds > secondsPerDay ? seconds - secondsPerDay : seconds;
  return `${two(Math.floor(ofDay / 3600))}:${two(Math.floor(ofDay / 60) % 60)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
