import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber } from './civil.ts';
import { bucketEdges } from './groupings.ts';
import { type PreviousPeriod, previousPeriods } from './previous-period-kinds.ts';
import { comparisonBuckets, previousPeriodOf, trendLabel, windowsBack } from './previous-periods.ts';
import { resolveRelativeDate } from './relative-dates.ts';
import { dayStart, toLocal, zoneOf } from './zones.ts';

const two = (number: number) => String(number).padStart(2, '0');
const wall = (zoneName: string, instant: number) => {
  const { year, month, day, hour, minute } = toLocal(zoneOf(zoneName), instant);
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
};
const custom = (zoneName: string, startDate: string, endDate: string) =>
  resolveRelativeDate('custom', { now: 0, zone: zoneOf(zoneName), startDate, endDate });

function previous(zoneName: string, startDate: string, endDate: string, kind: PreviousPeriod) {
  const { from, to } = previousPeriodOf(zoneOf(zoneName), custom(zoneName, startDate, endDate), kind);
  return [wall(zoneName, from), wall(zoneName, to)];
}

const trend = (zoneName: string, startDate: string, endDate: string, kind: PreviousPeriod, count: number) =>
  windowsBack(zoneOf(zoneName), custom(zoneName, startDate, endDate), kind, count).map(
    ({ label, period: { from, to } }) => `${label}: ${wall(zoneName, from)} to ${wall(zoneName, to)}`,
  );

describe('the previous period', () => {
  it.each([
    ['of a day is the day before', '2026-03-01', '2026-03-01', '2026-02-28 00:00', '2026-03-01 00:00'],
    ['of a week is the week before', '2026-07-12', '2026-07-18', '2026-07-05 00:00', '2026-07-12 00:00'],
    ['of a whole month is the month before', '2026-03-01', '2026-03-31', '2026-02-01 00:00', '2026-03-01 00:00'],
    ['of a quarter is the quarter before', '2026-01-01', '2026-03-31', '2025-10-01 00:00', '2026-01-01 00:00'],
    ['of a year is the year before', '2024-01-01', '2024-12-31', '2023-01-01 00:00', '2024-01-01 00:00'],
    ['of a part of a month are as many days', '2026-03-01', '2026-03-14', '2026-02-15 00:00', '2026-03-01 00:00'],
    [
      'of some hours are the same hours the day before',
      '2026-03-02T10:00',
      '2026-03-02T14:00',
      '2026-03-01 10:00',
      '2026-03-01 14:00',
    ],
    [
      'of a day and a half lies two days back',
      '2026-03-05T12:00',
      '2026-03-07T00:00',
      '2026-03-03 12:00',
      '2026-03-05 00:00',
    ],
  ])('%s', (_, start, end, from, to) => {
    expect(previous('America/New_York', start, end, 'previousperiod')).toEqual([from, to]);
  });

  it('of an hour is the same hour the day before, also of either hour that is repeated', () => {
    for (const now of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']) {
      const zone = zoneOf('Europe/Berlin');
      const hour = resolveRelativeDate('thishour', { now: Date.parse(now) / 1000, zone });
      const { from, to } = previousPeriodOf(zone, hour, 'previousperiod');
      expect([wall(zone.name, from), wall(zone.name, to)]).toEqual(['2026-10-24 02:00', '2026-10-24 03:00']);
    }
  });

  it('of hours that the zone skipped are those of one day earlier', () => {
    const asked = previous('Europe/Berlin', '2026-03-30T02:00', '2026-03-30T03:00', 'previousperiod');
    expect(asked).toEqual(['2026-03-28 02:00', '2026-03-28 03:00']);
  });

  it('replaces a day the zone skipped', () => {
    expect(previous('Pacific/Apia', '2011-12-31', '2011-12-31', 'previousperiod')).toEqual([
      '2011-12-29 00:00',
      '2011-12-31 00:00',
    ]);
  });
});

describe('the same period last week', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-29', '2026-03-22 00:00', '2026-03-23 00:00'],
    ['Europe/Berlin', '2026-04-05', '2026-04-05', '2026-03-29 00:00', '2026-03-30 00:00'],
    ['Africa/Cairo', '2026-04-24', '2026-04-24', '2026-04-17 00:00', '2026-04-18 00:00'],
    ['Africa/Cairo', '2026-05-01', '2026-05-01', '2026-04-24 01:00', '2026-04-25 00:00'],
  ])('in %s of %s to %s', (name, start, end, from, to) => {
    expect(previous(name, start, end, 'sameperiodlastweek')).toEqual([from, to]);
  });
});

describe('the same period last year', () => {
  it.each([
    ['29 February becomes the 28th', '2024-02-29', '2024-02-29', '2023-02-28 00:00', '2023-03-01 00:00'],
    ['a range that ends on the 28th keeps it', '2024-02-10', '2024-02-28', '2023-02-10 00:00', '2023-03-01 00:00'],
    [
      'to a time on 29 February: the rest of the 28th',
      '2024-02-28T20:00',
      '2024-02-29T10:00',
      '2023-02-28 20:00',
      '2023-03-01 00:00',
    ],
    ['some hours of 29 February', '2024-02-29T10:00', '2024-02-29T14:00', '2023-02-28 10:00', '2023-02-28 14:00'],
    ['a whole February stays whole', '2025-02-01', '2025-02-28', '2024-02-01 00:00', '2024-03-01 00:00'],
    ['the end of the year', '2026-12-31', '2026-12-31', '2025-12-31 00:00', '2026-01-01 00:00'],
  ])('%s', (_, start, end, from, to) => {
    expect(previous('Europe/Berlin', start, end, 'sameperiodlastyear')).toEqual([from, to]);
  });
});

describe('buckets', () => {
  const berlin = 'Europe/Berlin';
  function pairs(
    startDate: string,
    endDate: string,
    kind: PreviousPeriod,
    grouping: 'hour' | 'day' | 'week' | 'isoweek' | 'month',
  ) {
    const zone = zoneOf(berlin);
    const period = custom(berlin, startDate, endDate);
    const current = bucketEdges(zone, period.from, period.to, grouping);
    const { edges, partners } = comparisonBuckets(zone, period, grouping, 1, kind);
    return partners.map((partner, index) => [
      wall(berlin, current[index]!).slice(5),
      partner === -1 ? null : wall(berlin, edges[partner]!).slice(5),
    ]);
  }

  it('[T08] of a day with a repeated hour: the hour is used once, its repetition has no counterpart', () => {
    const hours = pairs('2026-10-25', '2026-10-25', 'sameperiodlastweek', 'hour');
    expect(hours).toHaveLength(25);
    expect(hours.slice(1, 5)).toEqual([
      ['10-25 01:00', '10-18 01:00'],
      ['10-25 02:00', '10-18 02:00'],
      ['10-25 02:00', null],
      ['10-25 03:00', '10-18 03:00'],
    ]);
    expect(hours.at(-1)).toEqual(['10-25 23:00', '10-18 23:00']);
  });

  it('of a day with a skipped hour: every hour next to its own', () => {
    const hours = pairs('2026-03-29', '2026-03-29', 'sameperiodlastweek', 'hour');
    expect(hours.slice(1, 3)).toEqual([
      ['03-29 01:00', '03-22 01:00'],
      ['03-29 03:00', '03-22 03:00'],
    ]);
  });

  it('of the week after a skipped hour: that hour has nothing to compare with', () => {
    expect(pairs('2026-04-05', '2026-04-05', 'sameperiodlastweek', 'hour').slice(1, 4)).toEqual([
      ['04-05 01:00', '03-29 01:00'],
      ['04-05 02:00', null],
      ['04-05 03:00', '03-29 03:00'],
    ]);
  });

  it('of a leap year by day: only February 29 has none, March stays next to March', () => {
    const days = pairs('2024-02-27', '2024-03-02', 'sameperiodlastyear', 'day');
    expect(days.map(([, partner]) => partner?.slice(0, 5) ?? null)).toEqual(['02-27', '02-28', null, '03-01', '03-02']);
  });

  it('of March by day against February: the days beyond its end have none', () => {
    const days = pairs('2026-03-01', '2026-03-31', 'previousperiod', 'day');
    expect(days[27]).toEqual(['03-28 00:00', '02-28 00:00']);
    expect(days.slice(28).every(([, partner]) => partner === null)).toBe(true);
  });

  it('of months are next to their own', () => {
    expect(pairs('2026-01-01', '2026-03-31', 'sameperiodlastyear', 'month').map(([, partner]) => partner)).toEqual([
      '01-01 00:00',
      '02-01 00:00',
      '03-01 00:00',
    ]);
  });

  it('[R753] of weeks are next to those with the same dates, not to a week that the range cuts off', () => {
    expect(pairs('2026-07-05', '2026-07-18', 'sameperiodlastyear', 'week')).toEqual([
      ['07-05 00:00', '07-06 00:00'],
      ['07-12 00:00', '07-13 00:00'],
    ]);
  });

  it('[R753] of the year after ISO week 53: its rest next to the first days, then week beside week', () => {
    const weeks = pairs('2021-01-01', '2021-12-31', 'sameperiodlastyear', 'isoweek');
    expect(weeks).toHaveLength(53);
    expect(weeks.slice(0, 3)).toEqual([
      ['01-01 00:00', '01-01 00:00'],
      ['01-04 00:00', '01-06 00:00'],
      ['01-11 00:00', '01-13 00:00'],
    ]);
    expect(weeks.at(-1)).toEqual(['12-27 00:00', '12-28 00:00']);
  });

  it('[R753] of a year that begins with a whole week: the single day before it in the other year is left out', () => {
    const weeks = pairs('2018-01-01', '2018-12-31', 'sameperiodlastyear', 'isoweek');
    expect(weeks.slice(0, 2)).toEqual([
      ['01-01 00:00', '01-02 00:00'],
      ['01-08 00:00', '01-09 00:00'],
    ]);
    expect(weeks.at(-1)).toEqual(['12-31 00:00', null]);
  });

  it('[R753] of weeks share at least four days with their partners, in any year, wherever weeks begin', () => {
    const zone = zoneOf(berlin);
    for (const weekStart of [0, 1, 6] as const)
      for (let year = 1990; year < 2035; year += 1) {
        const period = custom(berlin, `${year}-01-01`, `${year}-12-31`);
        const current = bucketEdges(zone, period.from, period.to, 'week', 1, weekStart);
        const { edges, partners } = comparisonBuckets(zone, period, 'week', 1, 'sameperiodlastyear', { weekStart });
        const dayOfYear = (edge: number) => {
          const { year: own, month, day } = toLocal(zone, edge);
          return Date.UTC(2001, month - 1, day) / 86_400_000 + (own > year ? 365 : 0) + (own < year - 1 ? -365 : 0);
        };
        const inner = partners
          .slice(1, -1)
          .map((partner, index) => dayOfYear(edges[partner]!) - dayOfYear(current[index + 1]!));
        expect([year, weekStart, inner.filter((days) => !(Math.abs(days) <= 3))]).toEqual([year, weekStart, []]);
      }
  });

  it('[R753] of the day after the one that Apia skipped are next to those of the day before it', () => {
    const zone = zoneOf('Pacific/Apia');
    const period = custom(zone.name, '2011-12-31', '2011-12-31');
    for (const [grouping, count] of [
      ['hour', 24],
      ['minute', 1440],
      ['day', 1],
    ] as const) {
      const { edges, partners } = comparisonBuckets(zone, period, grouping, 1, 'previousperiod');
      expect(wall(zone.name, edges[0]!)).toBe('2011-12-29 00:00');
      expect(partners).toEqual(Array.from({ length: count }, (_, index) => index));
    }
  });

  it('[T08] are used once, in order, and show the same time of day in any zone', () => {
    const names = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Kathmandu'];
    const kinds = ['previousperiod', 'sameperiodlastweek', 'sameperiodlastyear'] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.constantFrom(...kinds),
        fc.integer({ min: dayNumber(2015, 1, 1), max: dayNumber(2030, 1, 1) }),
        fc.integer({ min: 1, max: 40 }),
        (name, kind, day, length) => {
          const zone = zoneOf(name);
          const period = { from: dayStart(zone, day), to: dayStart(zone, day + length) };
          const current = bucketEdges(zone, period.from, period.to, 'hour');
          const { edges, partners } = comparisonBuckets(zone, period, 'hour', 1, kind);
          expect(partners).toHaveLength(current.length - 1);
          const used = partners.filter((partner) => partner !== -1);
          expect(used.toSorted((a, b) => a - b)).toEqual(used);
          expect(new Set(used).size).toBe(used.length);
          const hourOf = (instant: number) => toLocal(zone, instant).hour;
          const misplaced = partners.filter(
            (partner, index) => partner !== -1 && hourOf(edges[partner]!) !== hourOf(current[index]!),
          );
          expect(misplaced).toEqual([]);
          expect(used.length).toBeGreaterThanOrEqual((length - 1) * 23 - 24 * 3);
        },
      ),
      { seed: 20_240_229, numRuns: 300 },
    );
  });
});

describe('[R361] windows of a trend', () => {
  it('are named by how far back they are', () => {
    expect([0, 1, 12].map(trendLabel)).toEqual(['Most recent range', '1 ago', '12 ago']);
  });

  it('are the previous period of the previous period, across clock changes', () => {
    expect(trend('Europe/Berlin', '2026-10-26', '2026-10-26', 'previousperiod', 2)).toEqual([
      '1 ago: 2026-10-25 00:00 to 2026-10-26 00:00',
      '2 ago: 2026-10-24 00:00 to 2026-10-25 00:00',
    ]);
    expect(trend('UTC', '2026-03-01', '2026-03-31', 'previousperiod', 2)).toEqual([
      '1 ago: 2026-02-01 00:00 to 2026-03-01 00:00',
      '2 ago: 2026-01-01 00:00 to 2026-02-01 00:00',
    ]);
  });

  it('keep their length when one of them happens to be a whole month', () => {
    expect(trend('UTC', '2026-03-01', '2026-03-28', 'previousperiod', 2)).toEqual([
      '1 ago: 2026-02-01 00:00 to 2026-03-01 00:00',
      '2 ago: 2026-01-04 00:00 to 2026-02-01 00:00',
    ]);
  });

  it('find February 29 again four years earlier', () => {
    expect(trend('UTC', '2024-02-29', '2024-02-29', 'sameperiodlastyear', 4).at(-1)).toBe(
      '4 ago: 2020-02-29 00:00 to 2020-03-01 00:00',
    );
  });

  it('have buckets next to those of the period, whatever lies between', () => {
    const zone = zoneOf('Europe/Berlin');
    const period = custom(zone.name, '2026-03-30', '2026-03-30');
    const earlier = comparisonBuckets(zone, period, 'hour', 1, 'previousperiod', { times: 2 });
    expect(wall(zone.name, earlier.edges[0]!)).toBe('2026-03-28 00:00');
    expect(earlier.partners).toEqual(Array.from({ length: 24 }, (_, index) => index));
    for (const kind of previousPeriods)
      expect(comparisonBuckets(zone, period, 'hour', 1, kind, { times: 1 })).toEqual(
        comparisonBuckets(zone, period, 'hour', 1, kind),
      );
  });
});
