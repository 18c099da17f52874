/**
 * Gregorian calendar arithmetic on day numbers: day 0 is 1970-01-01, day 1 the day after. No time of day, no zone.
 */
export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

export const secondsPerDay = 86_400;

const daysPer400Years = 146_097;
/** Days from 0000-03-01 to 1970-01-01: counting years from March puts the leap day last. */
const marchEpoch = 719_468;

export function dayNumber(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * daysPer400Years + dayOfEra - marchEpoch;
}

export function civilDate(number: number): CivilDate {
  const shifted = number + marchEpoch;
  const era = Math.floor(shifted / daysPer400Years);
  const dayOfEra = shifted - era * daysPer400Years;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  };
}

/** 0 is Sunday, 6 Saturday. */
export function weekdayOf(number: number): number {
  return (((number + 4) % 7) + 7) % 7;
}

export function daysInMonth(year: number, month: number): number {
  return month === 12 ? 31 : dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);
}

export function isCivilDate({ year, month, day }: CivilDate): boolean {
  return (
    Number.isInteger(year) &&
    Number.isInteger(month) &&
    Number.isInteger(day) &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(year, month)
  );
}

/** The same day of another month; the last day if that month is shorter. */
export function addMonths(number: number, months: number): number {
  const { year, month, day } = civilDate(number);
  const index = year * 12 + month - 1 + months;
  const target = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
  return dayNumber(target.year, target.month, Math.min(day, daysInMonth(target.year, target.month)));
}

/** ISO 8601: weeks begin on Monday, and the week that contains the year's first Thursday is week 1. */
export function isoWeekOf(number: number): { year: number; week: number } {
  const thursday = number - ((weekdayOf(number) + 6) % 7) + 3;
  const { year } = civilDate(thursday);
  return { year, week: Math.floor((thursday - dayNumber(year, 1, 1)) / 7) + 1 };
}

/** Weekdays on which weeks can start; 0 is Sunday. */
export const weekStarts = [0, 1, 6] as const;
export type WeekStart = (typeof weekStarts)[number];

/** Calendar units that begin with a day. The organization decides when a `week` begins; an `isoweek` begins on Monday. */
export type CalendarUnit = 'day' | 'week' | 'isoweek' | 'month' | 'quarter' | 'year';

/** The first day of the unit that contains a day. */
export function startOfUnit(unit: CalendarUnit, number: number, weekStart: WeekStart = 0): number {
  switch (unit) {
    case 'day':
      return number;
    case 'week':
      return number - ((weekdayOf(number) - weekStart + 7) % 7);
    case 'isoweek':
      return number - ((weekdayOf(number) + 6) % 7);
    case 'month':
    case 'quarter':
    case 'year': {
      const { year, month } = civilDate(number);
      const months = monthsPer[unit];
      return dayNumber(year, Math.floor((month - 1) / months) * months + 1, 1);
    }
  }
}

export function addUnits(unit: CalendarUnit, number: number, count: number): number {
  switch (unit) {
    case 'day':
      return number + count;
    case 'week':
    case 'isoweek':
      return number + count * 7;
    case 'month':
    case 'quarter':
    case 'year':
      return addMonths(number, count * monthsPer[unit]);
  }
}

const monthsPer = { month: 1, quarter: 3, year: 12 };
