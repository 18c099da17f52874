import { describe, expect, it } from 'vitest';
import { isoWeekOf, weekdayOf } from './civil.ts';
import { bucketEdges, type Grouping } from './groupings.ts';
import { dateOfDay } from './opening-hours.ts';
import type { PreviousPeriod } from './previous-period-kinds.ts';
import { comparisonBuckets, previousPeriodOf } from './previous-periods.ts';
import { resolveRelativeDate } from './relative-dates.ts';
import { localDay, wallClock, zoneOf } from './zones.ts';

const numberOf = (date: string) => Date.parse(date) / 86_400_000;
const custom = (zoneName: string, startDate: string, endDate: string) =>
  resolveRelativeDate('custom', { now: 0, zone: zoneOf(zoneName), startDate, endDate });
const wall = (zoneName: string, instant: number) =>
  new Date(wallClock(zoneOf(zoneName), instant) * 1000).toISOString().slice(0, 16).replace('T', ' ');
const likeWith = (...days: readonly (readonly [string, string])[]) => ({
  holidays: new Map(days.map(([date, name]) => [numberOf(date), name])),
});
const none = likeWith();

function previous(zoneName: string, start: string, end: string, kind: PreviousPeriod, alike = none) {
  const { from, to } = previousPeriodOf(zoneOf(zoneName), custom(zoneName, start, end), kind, 1, alike);
  return [wall(zoneName, from), wall(zoneName, to)];
}

/** For each bucket of a period when the bucket begins that it is compared with. */
function pairs(
  zoneName: string,
  [start, end]: readonly [string, string],
  [grouping, step]: readonly [Grouping, number],
  kind: PreviousPeriod = 'sameperiodlastyear',
  alike = none,
) {
  const zone = zoneOf(zoneName);
  const period = custom(zoneName, start, end);
  const { edges, partners } = comparisonBuckets(zone, period, grouping, step, kind, { alike, weekStart: 1 });
  const current = bucketEdges(zone, period.from, period.to, grouping, step, 1);
  return partners.map((at, index) => [wall(zoneName, current[index]!), at < 0 ? null : wall(zoneName, edges[at]!)]) as [
    string,
    string | null,
  ][];
}

describe('[R1130] a period like for like', () => {
  it.each([
    ['a day with the same weekday', '2026-03-18', '2026-03-18', '2025-03-19 00:00', '2025-03-20 00:00'],
    ['February 29', '2024-02-29', '2024-02-29', '2023-03-02 00:00', '2023-03-03 00:00'],
    ['the year after a leap day', '2025-03-01', '2025-03-01', '2024-03-02 00:00', '2024-03-03 00:00'],
    ['the days of week 53', '2020-12-28', '2021-01-03', '2019-12-30 00:00', '2020-01-06 00:00'],
    ['a whole month by as many days', '2026-04-01', '2026-04-30', '2025-04-02 00:00', '2025-05-02 00:00'],
    ['some hours', '2026-03-18T10:00', '2026-03-18T14:00', '2025-03-19 10:00', '2025-03-19 14:00'],
  ])('compares %s with 52 weeks before', (_, start, end, from, to) => {
    expect(previous('America/New_York', start, end, 'sameperiodlastyear')).toEqual([from, to]);
  });

  it.each([
    ['previousperiod', '2026-03-18', '2026-03-18', '2026-03-11 00:00', '2026-03-12 00:00'],
    ['previousperiod', '2026-03-16', '2026-03-22', '2026-03-09 00:00', '2026-03-16 00:00'],
    ['previousperiod', '2026-03-01', '2026-03-31', '2026-01-25 00:00', '2026-02-25 00:00'],
    ['sameperiodlastweek', '2026-03-29', '2026-03-29', '2026-03-22 00:00', '2026-03-23 00:00'],
  ] as const)('goes back by whole weeks: %s of %s to %s', (kind, start, end, from, to) => {
    expect(previous('Europe/Berlin', start, end, kind)).toEqual([from, to]);
  });

  it('goes a week further where the zone skipped the day', () => {
    expect(previous('Pacific/Apia', '2012-01-06', '2012-01-06', 'sameperiodlastweek')).toEqual([
      '2011-12-23 00:00',
      '2011-12-24 00:00',
    ]);
  });

  it('is never off the weekday, and of all such days the nearest to the date', () => {
    for (let day = numberOf('2015-01-01'); day < numberOf('2032-01-01'); day += 5) {
      const date = dateOfDay(day);
      const period = custom('UTC', date, date);
      const before = localDay(
        zoneOf('UTC'),
        previousPeriodOf(zoneOf('UTC'), period, 'sameperiodlastyear', 1, none).from,
      );
      expect(weekdayOf(before)).toBe(weekdayOf(day));
      const sameDate = numberOf(`${Number(date.slice(0, 4)) - 1}${date.slice(4).replace('02-29', '02-28')}`);
      expect(Math.abs(before - sameDate), date).toBeLessThanOrEqual(3);
    }
  });
});

describe('[R1130] buckets like for like', () => {
  it('have the same hours of the same weekday on both sides of a clock change', () => {
    const found = pairs('Europe/Berlin', ['2026-03-28', '2026-03-31'], ['hour', 1]);
    expect(found).toHaveLength(95);
    for (const [now, before] of found) {
      expect(before!.slice(11)).toBe(now.slice(11));
      expect(numberOf(now.slice(0, 10)) - numberOf(before!.slice(0, 10))).toBe(364);
    }
    const short = pairs('Europe/Berlin', ['2027-03-27', '2027-03-28'], ['hour', 1]);
    expect(short.find(([now]) => now === '2027-03-27 02:00')?.[1]).toBe('2026-03-28 02:00');
    expect(pairs('Europe/Berlin', ['2027-03-28', '2027-03-28'], ['hour', 1])).toHaveLength(23);
  });

  it('have none where the clock skipped the hour', () => {
    const found = pairs('Europe/Berlin', ['2027-03-28', '2027-04-04'], ['hour', 1], 'sameperiodlastweek');
    expect(found.filter(([, before]) => before === null).map(([now]) => now)).toEqual(['2027-04-04 02:00']);
  });

  it('are whole weeks beside whole weeks, in a year of 53 too', () => {
    const found = pairs('UTC', ['2020-12-21', '2021-01-10'], ['isoweek', 1]);
    expect(found).toEqual([
      ['2020-12-21 00:00', '2019-12-23 00:00'],
      ['2020-12-28 00:00', '2019-12-30 00:00'],
      ['2021-01-04 00:00', '2020-01-06 00:00'],
    ]);
    expect(isoWeekOf(numberOf('2020-12-28')).week).toBe(53);
    expect(isoWeekOf(numberOf('2019-12-30')).week).toBe(1);
  });

  it('are the same days in months and in several days at once', () => {
    expect(pairs('America/New_York', ['2026-01-01', '2026-03-31'], ['month', 1])).toEqual([
      ['2026-01-01 00:00', '2025-01-02 00:00'],
      ['2026-02-01 00:00', '2025-02-02 00:00'],
      ['2026-03-01 00:00', '2025-03-02 00:00'],
    ]);
    expect(pairs('UTC', ['2024-02-26', '2024-03-02'], ['day', 3])).toEqual([
      ['2024-02-26 00:00', '2023-02-27 00:00'],
      ['2024-02-29 00:00', '2023-03-02 00:00'],
    ]);
  });
});

describe('[R1131] holidays', () => {
  const christmas = likeWith(['2025-12-25', 'christmas'], ['2026-12-25', 'christmas']);

  it('of one day are compared with the same holiday of the year before, wherever it was', () => {
    const easter = likeWith(['2025-04-20', 'easter'], ['2026-04-05', 'easter'], ['2026-12-25', 'christmas']);
    expect(previous('UTC', '2026-04-05', '2026-04-05', 'sameperiodlastyear', easter)[0]).toBe('2025-04-20 00:00');
    expect(previous('UTC', '2026-04-06', '2026-04-06', 'sameperiodlastyear', easter)[0]).toBe('2025-04-07 00:00');
    expect(previous('UTC', '2026-12-25', '2026-12-25', 'sameperiodlastyear', easter)[0]).toBe('2025-12-26 00:00');
    expect(previous('UTC', '2026-04-05', '2026-04-05', 'previousperiod', easter)[0]).toBe('2026-03-29 00:00');
  });

  it('change places with the day that would stand beside them', () => {
    const found = pairs('UTC', ['2026-12-23', '2026-12-27'], ['day', 1], 'sameperiodlastyear', christmas);
    expect(found.map((pair) => pair.map((date) => date!.slice(5, 10)))).toEqual([
      ['12-23', '12-24'],
      ['12-24', '12-26'],
      ['12-25', '12-25'],
      ['12-26', '12-27'],
      ['12-27', '12-28'],
    ]);
  });

  it('of several days keep their order, and each earlier day is compared once', () => {
    const dates = ['2025-12-24', '2025-12-25', '2026-12-24', '2026-12-25', '2026-12-26'];
    const both = likeWith(...dates.map((date) => [date, 'christmas'] as const));
    const found = pairs('UTC', ['2026-12-20', '2026-12-31'], ['day', 1], 'sameperiodlastyear', both);
    const before = new Map(found.map(([now, then]) => [now.slice(5, 10), then!.slice(5, 10)]));
    expect([before.get('12-24'), before.get('12-25')]).toEqual(['12-24', '12-25']);
    expect(new Set(before.values()).size).toBe(12);
  });

  it('outside of the earlier period leave the weekdays as they are', () => {
    const easter = likeWith(['2025-04-20', 'easter'], ['2026-04-05', 'easter']);
    const found = pairs('UTC', ['2026-04-03', '2026-04-06'], ['day', 1], 'sameperiodlastyear', easter);
    expect(found.map(([, before]) => before!.slice(5, 10))).toEqual(['04-04', '04-05', '04-06', '04-07']);
  });

  it('move with their hours', () => {
    const found = pairs('UTC', ['2026-12-24', '2026-12-26'], ['hour', 1], 'sameperiodlastyear', christmas);
    expect(found.find(([now]) => now === '2026-12-25 15:00')?.[1]).toBe('2025-12-25 15:00');
    expect(found.find(([now]) => now === '2026-12-24 15:00')?.[1]).toBe('2025-12-26 15:00');
    expect(new Set(found.map(([, before]) => before)).size).toBe(72);
  });
});
