import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { addMonths, civilDate, dayNumber, daysInMonth, isCivilDate, isoWeekOf, weekdayOf } from './civil.ts';

const epoch = Temporal.PlainDate.from('1970-01-01');
/** 1600 to 2399: a whole cycle of the leap-year rule on both sides of the epoch. */
const anyDay = fc.integer({ min: dayNumber(1600, 1, 1), max: dayNumber(2399, 12, 31) });

describe('civil dates', () => {
  it('agree with an independent calendar on any day', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -500, max: 500 }), (number, months) => {
        const expected = epoch.add({ days: number });
        const { year, month, day } = civilDate(number);
        expect({ year, month, day }).toEqual({ year: expected.year, month: expected.month, day: expected.day });
        expect(dayNumber(year, month, day)).toBe(number);
        expect(weekdayOf(number)).toBe(expected.dayOfWeek % 7);
        expect(isoWeekOf(number)).toEqual({ year: expected.yearOfWeek, week: expected.weekOfYear });
        expect(daysInMonth(year, month)).toBe(expected.daysInMonth);
        const moved = civilDate(addMonths(number, months));
        expect(expected.add({ months }).equals(moved)).toBe(true);
      }),
      { seed: 1_970_0101, numRuns: 2000 },
    );
  });

  it.each([
    [2020, 12, 31, { year: 2020, week: 53 }],
    [2021, 1, 3, { year: 2020, week: 53 }],
    [2021, 1, 4, { year: 2021, week: 1 }],
    [2024, 12, 30, { year: 2025, week: 1 }],
    [2026, 12, 31, { year: 2026, week: 53 }],
  ])('[T06] put %i-%i-%i into the ISO week %o', (year, month, day, week) => {
    expect(isoWeekOf(dayNumber(year, month, day))).toEqual(week);
  });

  it.each([
    [{ year: 2024, month: 2, day: 29 }, true],
    [{ year: 2023, month: 2, day: 29 }, false],
    [{ year: 1900, month: 2, day: 29 }, false],
    [{ year: 2000, month: 2, day: 29 }, true],
    [{ year: 2024, month: 13, day: 1 }, false],
    [{ year: 2024, month: 0, day: 1 }, false],
    [{ year: 2024, month: 4, day: 31 }, false],
    [{ year: 2024, month: 4, day: 1.5 }, false],
  ])('[T06] know whether %o exists: %s', (date, exists) => {
    expect(isCivilDate(date)).toBe(exists);
  });
});
