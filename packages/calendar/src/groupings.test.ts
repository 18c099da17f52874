import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  bucketEdges,
  groupingRules,
  groupings,
  parseGrouping,
  refuseLongRange,
  withinRangeLimit,
} from './groupings.ts';
import { InvalidPeriod } from './invalid-period.ts';
import { dayStart, localDay, localDayStart, nextLocalDayStart, toLocal, zoneOf } from './zones.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const hoursOf = (edges: number[]) => edges.slice(1).map((edge, index) => (edge - edges[index]!) / 3600);

/** The edges of the local day that contains an instant. */
function edgesOfDay(zoneName: string, instant: string, grouping: (typeof groupings)[number], step = 1) {
  const zone = zoneOf(zoneName);
  const from = localDayStart(zone, at(instant));
  return bucketEdges(zone, from, nextLocalDayStart(zone, from), grouping, step);
}

/** The local dates of inner edges while Berlin has summer time. */
const summerDates = (edges: number[]) =>
  edges.slice(1, -1).map((edge) => new Date((edge + 2 * 3600) * 1000).toISOString().slice(0, 10));

function labels(zoneName: string, edges: number[]) {
  return edges.slice(0, -1).map((edge) => {
    const { hour, minute } = toLocal(zoneOf(zoneName), edge);
    return `${hour}:${String(minute).padStart(2, '0')}`;
  });
}

describe('groupings', () => {
  it.each([
    ['minute', { grouping: 'minute', step: 15 }],
    ['minute(1)', { grouping: 'minute', step: 1 }],
    ['minute(15)', { grouping: 'minute', step: 15 }],
    ['hour', { grouping: 'hour', step: 1 }],
    ['day', { grouping: 'day', step: 1 }],
    ['week', { grouping: 'week', step: 1 }],
    ['isoweek', { grouping: 'isoweek', step: 1 }],
    ['month(3)', { grouping: 'month', step: 3 }],
    ['year', { grouping: 'year', step: 1 }],
    ['weekday', { grouping: 'day', step: 1, fold: 'weekday' }],
    ['weekday,hour', { grouping: 'hour', step: 1, fold: 'weekday,hour' }],
  ])('[R352] %s has its default step', (text, expected) => {
    expect(parseGrouping(text)).toEqual(expected);
  });

  it.each(['minute(0)', 'hour(0)', 'hour(25)', 'day(0)'])('[R355] check the limits of a step: %s', (text) => {
    expect(() => parseGrouping(text)).toThrow(InvalidPeriod);
    expect(() => parseGrouping(text)).toThrow(/The step of \w+ must be between 1 and \d+/);
  });

  it.each(['', 'fortnight', 'Hour', 'hour(', 'hour(x)', 'hour(1)(1)', 'minute(1000)', 'constructor'])(
    'refuse %o',
    (text) => {
      expect(() => parseGrouping(text)).toThrow('Unknown date grouping: use one of minute, hour, day');
    },
  );
});

describe('buckets of a day', () => {
  it.each([
    ['Berlin, spring: no 2:00', 'Europe/Berlin', '2026-03-29T12:00:00Z', 23, ['0:00', '1:00', '3:00', '4:00']],
    [
      'Berlin, autumn: 2:00 twice',
      'Europe/Berlin',
      '2026-10-25T12:00:00Z',
      25,
      ['0:00', '1:00', '2:00', '2:00', '3:00'],
    ],
    ['New York, spring', 'America/New_York', '2026-03-08T12:00:00Z', 23, ['0:00', '1:00', '3:00']],
    ['New York, autumn', 'America/New_York', '2026-11-01T12:00:00Z', 25, ['0:00', '1:00', '1:00', '2:00']],
    ['Sao Paulo without midnight', 'America/Sao_Paulo', '2018-11-04T12:00:00Z', 23, ['1:00', '2:00']],
    ['Cairo without midnight', 'Africa/Cairo', '2026-04-24T12:00:00Z', 23, ['1:00', '2:00']],
    ['Kathmandu', 'Asia/Kathmandu', '2026-01-01T00:00:00Z', 24, ['0:00', '1:00']],
    ['Apia after the skipped day', 'Pacific/Apia', '2011-12-30T11:00:00Z', 24, ['0:00', '1:00']],
  ])('[T03] by hour: %s', (_, name, instant, count, firstLabels) => {
    const edges = edgesOfDay(name, instant, 'hour');
    expect(edges).toHaveLength(count + 1);
    expect(labels(name, edges).slice(0, firstLabels.length)).toEqual(firstLabels);
    expect(new Set(hoursOf(edges))).toEqual(new Set([1]));
  });

  it('[T04] by hour on Lord Howe: the half hour that is repeated makes 1:00 longer, the one skipped makes 2:00 shorter', () => {
    const autumn = edgesOfDay('Australia/Lord_Howe', '2026-04-05T00:00:00Z', 'hour');
    expect(hoursOf(autumn).slice(0, 4)).toEqual([1, 1.5, 1, 1]);
    const spring = edgesOfDay('Australia/Lord_Howe', '2026-10-04T00:00:00Z', 'hour');
    expect(labels('Australia/Lord_Howe', spring).slice(0, 4)).toEqual(['0:00', '1:00', '2:30', '3:00']);
    expect(hoursOf(spring).slice(0, 4)).toEqual([1, 1, 0.5, 1]);
  });

  it('by half hour on Lord Howe: 1:30 is two buckets', () => {
    const edges = edgesOfDay('Australia/Lord_Howe', '2026-04-05T00:00:00Z', 'minute', 30);
    expect(labels('Australia/Lord_Howe', edges).slice(2, 6)).toEqual(['1:00', '1:30', '1:30', '2:00']);
  });

  it('by quarter hour: 92, 96 and 100 of them', () => {
    expect(edgesOfDay('Europe/Berlin', '2026-03-29T12:00:00Z', 'minute', 15)).toHaveLength(93);
    expect(edgesOfDay('Europe/Berlin', '2026-03-30T12:00:00Z', 'minute', 15)).toHaveLength(97);
    expect(edgesOfDay('Europe/Berlin', '2026-10-25T12:00:00Z', 'minute', 15)).toHaveLength(101);
  });

  it('by six hours: always four, and one contains the change', () => {
    expect(hoursOf(edgesOfDay('Europe/Berlin', '2026-03-29T12:00:00Z', 'hour', 6))).toEqual([5, 6, 6, 6]);
    expect(hoursOf(edgesOfDay('Europe/Berlin', '2026-10-25T12:00:00Z', 'hour', 6))).toEqual([7, 6, 6, 6]);
    expect(hoursOf(edgesOfDay('Africa/Cairo', '2026-10-29T12:00:00Z', 'hour', 6))).toEqual([6, 6, 6, 7]);
  });

  it('by steps that do not divide the day: steps restart at midnight', () => {
    const zone = zoneOf('Asia/Kolkata');
    const from = dayStart(zone, 20_000);
    const edges = bucketEdges(zone, from, dayStart(zone, 20_002), 'hour', 5);
    expect(hoursOf(edges)).toEqual([5, 5, 5, 5, 4, 5, 5, 5, 5, 4]);
  });
});

describe('buckets of longer ranges', () => {
  const berlin = zoneOf('Europe/Berlin');

  it('begin and end with the range, inner edges on local boundaries', () => {
    const from = at('2026-01-01T08:20:00Z');
    const to = at('2026-01-01T10:10:00Z');
    expect(bucketEdges(berlin, from, to, 'hour')).toEqual([
      from,
      at('2026-01-01T09:00:00Z'),
      at('2026-01-01T10:00:00Z'),
      to,
    ]);
    expect(bucketEdges(berlin, from, to, 'day')).toEqual([from, to]);
    expect(() => bucketEdges(berlin, to, from, 'day')).toThrow(RangeError);
  });

  it.each([
    ['week', '2026-01-04T00:00:00'],
    ['isoweek', '2026-01-05T00:00:00'],
    ['month', '2026-02-01T00:00:00'],
    ['year', '2027-01-01T00:00:00'],
  ] as const)('by %s: the first inner edge after the new year is %s', (grouping, expected) => {
    const edges = bucketEdges(berlin, at('2025-12-31T23:00:00Z'), at('2028-01-31T00:00:00Z'), grouping);
    const { year, month, day, hour } = toLocal(berlin, edges[1]!);
    expect(new Date(Date.UTC(year, month - 1, day, hour)).toISOString()).toBe(`${expected}.000Z`);
  });

  it.each([
    [0, '2026-07-12', '2026-07-19'],
    [1, '2026-07-13', '2026-07-20'],
    [6, '2026-07-11', '2026-07-18'],
  ] as const)('[R750] by week, where weeks begin on day %i: on %s and %s', (weekStart, ...expected) => {
    const [from, to] = [at('2026-07-08T10:00:00Z'), at('2026-07-21T10:00:00Z')];
    expect(summerDates(bucketEdges(berlin, from, to, 'week', 1, weekStart))).toEqual(expected);
    expect(summerDates(bucketEdges(berlin, from, to, 'isoweek', 1, weekStart))).toEqual(['2026-07-13', '2026-07-20']);
  });

  it('by three months: counted from the month that holds the start', () => {
    const edges = bucketEdges(zoneOf('UTC'), at('2026-02-10T00:00:00Z'), at('2026-12-01T00:00:00Z'), 'month', 3);
    expect(edges.slice(1, -1)).toEqual([
      at('2026-05-01T00:00:00Z'),
      at('2026-08-01T00:00:00Z'),
      at('2026-11-01T00:00:00Z'),
    ]);
  });

  it('by day: a day the zone skipped has no bucket', () => {
    const edges = bucketEdges(zoneOf('Pacific/Apia'), at('2011-12-28T10:00:00Z'), at('2012-01-01T10:00:00Z'), 'day');
    expect(hoursOf(edges)).toEqual([24, 24, 24, 24]);
    expect(edges.map((edge) => toLocal(zoneOf('Pacific/Apia'), edge).day)).toEqual([28, 29, 31, 1, 2]);
  });

  it.each([
    ['minute', 1],
    ['hour', 60],
    ['day', 1_440],
    ['week', 10_080],
  ] as const)('[R351] a step of one %s is %i minutes, and one of several as many times that', (grouping, minutes) => {
    // Months of a zone whose clock is never turned; the first and the last bucket may be cut.
    const [from, to] = [at('2023-01-01T00:00:00Z'), at('2023-04-30T00:00:00Z')];
    for (const step of [1, 2, 3]) {
      const inner = bucketEdges(zoneOf('UTC'), from, to, grouping, step).slice(1, -1);
      const lengths = new Set(inner.slice(1).map((edge, index) => (edge - (inner[index] ?? 0)) / 60));
      expect([...lengths]).toEqual([step * minutes]);
    }
  });

  it('31 days by minute, with a repeated hour, have all of its minutes', () => {
    const from = dayStart(berlin, 20_000);
    expect(bucketEdges(berlin, from, dayStart(berlin, 20_031), 'minute', 1)).toHaveLength(31 * 1440 + 60 + 1);
  });
});

describe('any grouping in any zone', () => {
  const zoneNames = [
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'America/Sao_Paulo',
    'Africa/Cairo',
    'Africa/Casablanca',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Antarctica/Troll',
  ];
  const anyRange = fc.record({
    name: fc.constantFrom(...zoneNames),
    from: fc.integer({ min: at('2005-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') }),
    length: fc.integer({ min: 1, max: 40 * 86_400 }),
  });
  const seed = 20_261_025;

  it('cuts ascending edges from the start to the end', () => {
    fc.assert(
      fc.property(anyRange, fc.constantFrom(...groupings), fc.integer({ min: 1, max: 24 }), (range, grouping, step) => {
        const { name, from, length } = range;
        const edges = bucketEdges(zoneOf(name), from, from + length, grouping, step);
        expect(edges[0]).toBe(from);
        expect(edges.at(-1)).toBe(from + length);
        expect(edges.every((edge, index) => index === 0 || edge > edges[index - 1]!)).toBe(true);
      }),
      { seed, numRuns: 600 },
    );
  });

  it('[T02] nests: every edge of a coarser grouping is an edge of the finer ones, so sums agree', () => {
    const nested = [
      ['minute', 1],
      ['minute', 15],
      ['hour', 1],
      ['day', 1],
      ['month', 1],
      ['year', 1],
    ] as const;
    fc.assert(
      fc.property(anyRange, ({ name, from, length }) => {
        let finer = new Set<number>();
        for (const [grouping, step] of nested) {
          const edges = bucketEdges(zoneOf(name), from, from + length, grouping, step);
          if (finer.size > 0) expect(edges.filter((edge) => !finer.has(edge))).toEqual([]);
          finer = new Set(edges);
        }
      }),
      { seed, numRuns: 150 },
    );
  });

  it('makes as many hours of a day as an independent calendar counts', () => {
    const wholeHourZones = zoneNames.filter((name) => !['Australia/Lord_Howe', 'America/St_Johns'].includes(name));
    fc.assert(
      fc.property(fc.constantFrom(...wholeHourZones), fc.integer({ min: 13_000, max: 24_000 }), (name, day) => {
        const zone = zoneOf(name);
        fc.pre(dayStart(zone, day) < dayStart(zone, day + 1));
        const start = Temporal.Instant.fromEpochMilliseconds(dayStart(zone, day) * 1000).toZonedDateTimeISO(name);
        expect(localDay(zone, dayStart(zone, day))).toBe(day);
        expect(bucketEdges(zone, dayStart(zone, day), dayStart(zone, day + 1), 'hour')).toHaveLength(
          start.hoursInDay + 1,
        );
      }),
      { seed, numRuns: 1000 },
    );
  });
});

describe('[R356] the longest custom range', () => {
  it.each([
    ['minute', 31],
    ['hour', 93],
    ['day', 370],
    ['week', 740],
    ['isoweek', 740],
    ['month', 1480],
    ['weekday', 370],
    ['weekday,hour', 370],
  ] as const)('by %s is %i local days, whatever the clock does in them', (grouping, days) => {
    const zone = zoneOf('Europe/Berlin');
    const step = parseGrouping(grouping);
    for (const first of [20_300, 20_500]) {
      expect(withinRangeLimit(zone, dayStart(zone, first), dayStart(zone, first + days), step)).toBe(true);
      const tooLong = { from: dayStart(zone, first), to: dayStart(zone, first + days) + 1 };
      expect(withinRangeLimit(zone, tooLong.from, tooLong.to, step)).toBe(false);
      expect(() => refuseLongRange(zone, tooLong, step)).toThrow(
        new InvalidPeriod('endDate', `A range by ${grouping} can span at most ${days} days.`),
      );
      expect(() => refuseLongRange(zone, { ...tooLong, to: tooLong.to - 1 }, step)).not.toThrow();
    }
  });

  it('by year is not limited', () => {
    expect(groupingRules.year.maximumDays).toBe(Number.POSITIVE_INFINITY);
    expect(
      withinRangeLimit(zoneOf('UTC'), at('1971-01-01T00:00:00Z'), at('2100-01-01T00:00:00Z'), parseGrouping('year')),
    ).toBe(true);
  });
});
