import { toInstant, zoneOf } from '@atrium/calendar/zones';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { planRows } from './plan.ts';
import {
  at,
  custom,
  daily,
  door,
  hourly,
  iso,
  local,
  organization,
  plan,
  shop,
  spans,
  readings,
} from './plan-testing.ts';

describe('a plan', () => {
  it('[T07] resolves a relative date in the time zone of each entity', () => {
    const { rows } = plan(
      { relativeDate: 'yesterday', ...daily, now: '2026-03-10T02:00:00Z' },
      shop('America/New_York'),
      shop('Asia/Kolkata'),
      shop('Pacific/Auckland'),
    );
    expect(rows.map(({ name, local: start }) => `${name} ${start}`)).toEqual([
      'America/New_York 2026-03-08T00:00-05:00',
      'Pacific/Auckland 2026-03-09T00:00+13:00',
      'Asia/Kolkata 2026-03-09T00:00+05:30',
    ]);
  });

  it('gives today only the buckets that have begun', () => {
    const { rows } = plan({ relativeDate: 'today', ...hourly, now: '2026-03-10T10:20:00Z' }, shop('UTC'));
    expect(rows).toHaveLength(11);
    expect(rows.at(-1)).toMatchObject({ local: '2026-03-10T10:00+00:00', due: 19 * 60 });
    expect(rows[9]).toMatchObject({ due: 3600 });
  });

  it('[T12] expects no data for a minute that may still be on its way', () => {
    const due = ['00:00:30', '00:01:59', '00:02:00', '00:02:59'].map(
      (time) => plan({ relativeDate: 'today', now: `2026-03-10T${time}Z` }, shop('UTC')).rows[0]?.due,
    );
    expect(due).toEqual([0, 0, 60, 60]);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-10-04', 24],
    ['Asia/Kathmandu', '2026-10-04', 24],
    ['America/Havana', '2026-03-08', 23],
  ])('[T03] cuts the days of %s on %s into %i hours', (timezone, date, hours) => {
    const { rows } = plan(
      { relativeDate: 'custom', startDate: date, endDate: date, ...hourly, now: '2027-01-01T00:00:00Z' },
      shop(timezone),
    );
    expect(rows).toHaveLength(hours);
    const zone = zoneOf(timezone);
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
    const midday = toInstant(zone, { year, month, day, hour: 12, minute: 0, second: 0 });
    const length = Temporal.Instant.fromEpochMilliseconds(midday * 1000).toZonedDateTimeISO(timezone).hoursInDay;
    expect(rows.reduce((sum, row) => sum + (row.due ?? 0), 0)).toBe(length * 3600);
  });

  it('[T03] keeps the repeated hour as two buckets', () => {
    const { rows } = plan(
      { relativeDate: 'yesterday', ...hourly, now: '2026-11-02T12:00:00Z' },
      shop('America/New_York'),
    );
    expect(local(rows)?.slice(0, 4)).toEqual([
      '2026-11-01T00:00-04:00',
      '2026-11-01T01:00-04:00',
      '2026-11-01T01:00-05:00',
      '2026-11-01T02:00-05:00',
    ]);
  });

  it('[T12] expects readings only while a series belongs to the entity', () => {
    const began = door('UTC', { from: at('2026-03-09T06:30:00Z') });
    const ended = door('UTC', { to: at('2026-03-09T12:00:00Z') });
    const { rows } = plan(
      { relativeDate: 'yesterday', ...hourly, now: '2026-03-10T10:00:00Z' },
      shop('UTC', [began, ended]),
    );
    expect(rows.map((row) => row.due! / 60)).toEqual([
      ...Array<number>(6).fill(60),
      90,
      ...Array<number>(5).fill(120),
      ...Array<number>(12).fill(60),
    ]);
  });

  it('requests no series outside its validity, and nothing at all without series', () => {
    const gone = door('UTC', { to: at('2026-03-01T00:00:00Z') });
    const { current, rows } = plan({ relativeDate: 'yesterday', now: '2026-03-10T10:00:00Z' }, shop('UTC', [gone]));
    expect(current.slices).toEqual([[]]);
    expect(rows).toMatchObject([{ due: 0 }]);
  });

  it('cuts on whole minutes, even where a custom range does not', () => {
    const { current } = plan(
      {
        relativeDate: 'custom',
        startDate: '2026-03-01T09:30:15',
        endDate: '2026-03-01T10:00:59',
        now: '2026-03-10T10:00:00Z',
      },
      shop('UTC'),
    );
    expect(current.slices[0]?.[0]?.edges).toEqual([at('2026-03-01T09:30:00Z'), at('2026-03-01T10:00:00Z')]);
  });
});

describe('an organization that spans time zones', () => {
  it('is the sum of its locations: each adds its own today', () => {
    const planned = plan(
      { relativeDate: 'today', ...hourly, now: '2026-03-03T03:30:00Z' },
      organization('America/Los_Angeles', 'Asia/Kolkata'),
    );
    const [west, india] = planned.entities[0]!.readings[0]!.map(({ series }) => series);
    // Eight in the morning of 2 March in California and of 3 March in India.
    expect(spans(planned, 8).map(({ series, from, to }) => [series, iso(from), iso(to)])).toEqual([
      [west, '2026-03-02T16:00', '2026-03-02T17:00'],
      [india, '2026-03-03T02:30', '2026-03-03T03:30'],
    ]);
    expect(planned.rows[8]).toMatchObject({ local: '2026-03-02T08:00-08:00', due: 3600 + 3540 });
    expect(planned.rows).toHaveLength(20);
  });

  it('names buckets after the first location, including those that have begun only elsewhere', () => {
    const { rows } = plan(
      { relativeDate: 'today', ...hourly, now: '2026-03-03T16:30:00Z' },
      organization('America/Los_Angeles', 'America/New_York'),
    );
    expect(rows).toHaveLength(12);
    expect(rows.at(-1)).toMatchObject({ local: '2026-03-03T11:00-08:00' });
  });

  it.each([
    ['the first location skips an hour', 'America/New_York', 'America/Phoenix', '2026-03-08', 23],
    ['another location skips an hour', 'America/Phoenix', 'America/New_York', '2026-03-08', 24],
    ['the first location repeats an hour', 'America/New_York', 'America/Phoenix', '2026-11-01', 25],
    ['another location repeats an hour', 'America/Phoenix', 'America/New_York', '2026-11-01', 24],
  ])(
    'keeps every minute of every location, and aligns nine o’clock with nine o’clock, when %s',
    (_, first, other, date, rows) => {
      const planned = plan(
        { relativeDate: 'custom', startDate: date, endDate: date, ...hourly, now: '2027-01-01T00:00:00Z' },
        organization(first, other),
      );
      expect(planned.rows).toHaveLength(rows);
      const nine = planned.rows.findIndex((row) => row.local?.includes('T09:00'));
      for (const { series, timezone } of planned.entities[0]!.readings[0]!) {
        const own = planned.rows.flatMap((_row, bucket) =>
          spans(planned, bucket).filter((span) => span.series === series),
        );
        const wall = (instant: number) =>
          Temporal.Instant.fromEpochMilliseconds(instant * 1000)
            .toZonedDateTimeISO(timezone)
            .toPlainDateTime()
            .toString();
        expect(wall(own[0]!.from)).toBe(`${date}T00:00:00`);
        expect(wall(own.at(-1)!.to)).toBe(Temporal.PlainDate.from(date).add({ days: 1 }).toPlainDateTime().toString());
        expect(own.slice(1).map(({ from }) => from)).toEqual(own.slice(0, -1).map(({ to }) => to));
        const atNine = spans(planned, nine).find((span) => span.series === series)!;
        expect([wall(atNine.from), wall(atNine.to)]).toEqual([`${date}T09:00:00`, `${date}T10:00:00`]);
      }
    },
  );

  it('loses no day when a month is longer elsewhere', () => {
    // 1 March in Auckland, still 28 February in Honolulu: last month is February here, January there.
    const planned = plan(
      { relativeDate: 'lastmonth', ...daily, now: '2026-02-28T20:00:00Z' },
      organization('Pacific/Auckland', 'Pacific/Honolulu'),
    );
    expect(planned.rows).toHaveLength(28);
    expect(planned.rows.reduce((sum, row) => sum + row.due!, 0)).toBe((28 + 31) * 86_400);
  });
});

describe('the limits', () => {
  it.each([
    ['minute', '2026-01-31', '2026-02-01', 31],
    ['hour', '2026-04-03', '2026-04-04', 93],
    ['day', '2026-01-05', '2026-01-06', 370],
    ['week', '2026-01-10', '2026-01-11', 740],
    ['isoweek', '2026-01-10', '2026-01-11', 740],
    ['month', '2026-01-19', '2026-01-20', 1480],
  ] as const)('[R356] lets a custom range by %s end on %s and refuses %s', (grouping, last, tooFar, days) => {
    const start = Temporal.PlainDate.from(last)
      .subtract({ days: days - 1 })
      .toString();
    const step = { grouping, step: grouping === 'minute' ? 15 : 1 };
    expect(plan(custom(start, last, step), shop('America/New_York')).rows.length).toBeGreaterThan(0);
    expect(() => plan(custom(start, tooFar, step), shop('America/New_York'))).toThrow(
      `A range by ${grouping} can span at most ${days} days.`,
    );
  });

  it('[R356] sets no limit by year, nor for relative dates', () => {
    expect(plan(custom('1971-01-01', '2026-01-01', { grouping: 'year', step: 1 }), shop('UTC')).rows.length).toBe(56);
    expect(
      plan(
        { relativeDate: 'lastyear', grouping: { grouping: 'minute', step: 15 }, now: '2026-06-01T00:00:00Z' },
        shop('UTC'),
      ).rows.length,
    ).toBe(365 * 96);
  });

  it('[R358] refuses a range in the future, and cuts off one that extends into it', () => {
    expect(() => plan(custom('2026-06-02', '2026-06-03', daily.grouping), shop('UTC'))).toThrow(
      'must begin before now',
    );
    expect(plan(custom('2026-05-31', '2026-06-09', daily.grouping), shop('UTC')).rows.length).toBe(1);
  });

  it.each([
    [50_399, 50_399, 0],
    [50_400, 50_400, 0],
    [50_401, 50_400, 1],
  ])('of %i minutes show %i and omit %i', (minutes, rows, leftOut) => {
    const now = at('2026-01-01T00:00:00Z') + minutes * 60;
    const question = { relativeDate: 'thisyear', grouping: { grouping: 'minute', step: 1 }, now } as const;
    const planned = planRows(question, [shop('UTC')], readings);
    expect([planned.current.frame().rows.length, planned.leftOut]).toEqual([rows, leftOut]);
  });

  it('query only the rows that will be shown', () => {
    const shops = Array.from({ length: 1000 }, () => shop('UTC'));
    const question = {
      relativeDate: 'lastmonth',
      grouping: { grouping: 'minute', step: 1 },
      now: '2026-06-01T00:00:00Z',
    } as const;
    const ascending = plan(question, ...shops);
    expect(ascending.rows.length).toBe(50_400);
    expect(ascending.leftOut).toBe(31 * 1440 * 1000 - 50_400);
    expect(ascending.current.slices[0]![0]!.edges).toHaveLength(52);
    expect(ascending.current.slices[0]![0]!.edges[0]).toBe(at('2026-05-01T00:00:00Z'));
    const newest = plan({ ...question, descending: true, limit: 3 }, ...shops);
    expect(newest.leftOut).toBe(0);
    expect(newest.current.slices[0]![0]!.edges).toEqual([at('2026-05-31T23:59:00Z'), at('2026-06-01T00:00:00Z')]);
  });
});
