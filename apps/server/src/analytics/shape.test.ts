import { getTraffic } from '@atrium/contract/data';
import { metricsNamed } from '@atrium/metrics/catalog';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Member } from '../registry/directory/resolve.ts';
import type { AskedEntity } from './axes.ts';
import { planRows, type DataQuestion } from './plan.ts';
import { serialize } from './serialize.ts';
import { readingsOf } from './readings.ts';
import { type Columns, rowsOf, shape } from './shape.ts';
import type { Window } from './window.ts';

const at = (text: string) => Math.floor(Temporal.Instant.from(text).epochMilliseconds / 1000);
const forever = at('9999-12-31T00:00:00Z');

type Column = Float64Array<ArrayBuffer>;
const traffic = metricsNamed('traffic', undefined);

interface Minute {
  ins: number;
  outs: number;
  got: number;
}
type Readings = ReadonlyMap<number, ReadonlyMap<number, Minute>>;

/** The expected facts, computed minute by minute. */
function count(window: Window, readings: Readings): Columns {
  const [ins, outs, got] = [0, 0, 0].map(() => new Float64Array(window.cells)) as [Column, Column, Column];
  for (const { edges, members } of window.slices[0]!) {
    for (const { series, from, to, key, wIn, wOut } of members) {
      for (const [minute, heard] of readings.get(series) ?? []) {
        const bucket = edges.findLastIndex((edge) => edge <= minute);
        if (minute < from || minute >= to || bucket < 0 || bucket >= edges.length - 1) continue;
        const cell = window.cellOf(key, bucket);
        ins[cell]! += heard.ins * wIn;
        outs[cell]! += heard.outs * wOut;
        got[cell]! += heard.got;
      }
    }
  }
  const cells = { columns: { ins, outs }, got: { ins: got, outs: got }, received: got };
  return shape(window.frame(), cells, traffic, { withholdsSmallGroups: false });
}

function ask(question: Omit<DataQuestion, 'now'> & { now: string }, entities: AskedEntity[], readings: Readings) {
  const plan = planRows({ ...question, now: at(question.now) }, entities, readingsOf(traffic));
  const reply = {
    entities,
    byDay: question.grouping?.grouping === 'day',
    results: count(plan.current, readings),
    previousResults: plan.earlier[0] && count(plan.earlier[0], readings),
    messages: [],
  };
  return z.parse(getTraffic.reply, JSON.parse(Buffer.concat([...serialize(reply)]).toString()));
}

const door = (series: number, more: Partial<Member> = {}): Member => ({
  series,
  from: 0,
  to: forever,
  wIn: 1,
  wOut: 1,
  timezone: 'UTC',
  locationId: 'l',
  ...more,
});
const shop = (members: Member[], more: Partial<AskedEntity> = {}): AskedEntity => ({
  entityType: 'location',
  entityId: '6f1c1f6e-5b1d-4d5e-8f5a-000000000001',
  name: 'Shop',
  timezone: 'UTC',
  readings: [members],
  ...more,
});
const minutes = (start: string, values: (Partial<Minute> | null)[]) =>
  new Map(
    values.flatMap((value, i) =>
      value ? [[at(start) + i * 60, { ins: 0, outs: 0, got: 60, ...value }] as const] : [],
    ),
  );
const byMinute = { relativeDate: 'today', grouping: { grouping: 'minute', step: 1 } } as const;

describe('a reply', () => {
  it('[I31] does not show missing as zero', () => {
    const readings = new Map([
      [1, minutes('2026-03-10T00:00:00Z', [{ ins: 3, outs: 1 }, null, { ins: 0 }, { got: 30 }])],
    ]);
    const { results } = ask({ ...byMinute, now: '2026-03-10T00:05:30Z' }, [shop([door(1)])], readings);
    expect(results.map((row) => [row.recordDate, row.sumins, row.sumouts, row.completeness])).toEqual([
      ['2026-03-10T00:00:00Z', 3, 1, 1],
      ['2026-03-10T00:01:00Z', null, null, 0],
      ['2026-03-10T00:02:00Z', 0, 0, 1],
      ['2026-03-10T00:03:00Z', 0, 0, 0.5],
      ['2026-03-10T00:04:00Z', null, null, null],
      ['2026-03-10T00:05:00Z', null, null, null],
    ]);
  });

  it('omits completeness where nothing was due, and never exceeds 100%', () => {
    const late = door(1, { from: at('2026-03-10T00:01:00Z') });
    const twice = new Map([[1, minutes('2026-03-10T00:01:00Z', [{ ins: 1, got: 90 }])]]);
    const { results } = ask({ ...byMinute, now: '2026-03-10T00:10:00Z' }, [shop([late])], twice);
    expect(results.slice(0, 2).map((row) => [row.sumins, row.completeness])).toEqual([
      [null, null],
      [1, 1],
    ]);
  });

  it('rounds completeness down: nearly all is not all', () => {
    const readings = new Map([
      [1, minutes('2026-03-09T00:00:00Z', [...Array.from({ length: 1439 }, () => ({})), { got: 59 }])],
    ]);
    const { results } = ask({ relativeDate: 'yesterday', now: '2026-03-10T00:10:00Z' }, [shop([door(1)])], readings);
    expect(results[0]?.completeness).toBe(0.9999);
  });

  it('[I38] rounds weighted sums once, at the end, and not to whole people', () => {
    const readings = new Map([
      [1, minutes('2026-03-09T00:00:00Z', [{ ins: 1, outs: 1 }])],
      [2, minutes('2026-03-09T00:00:00Z', [{ ins: 1, outs: 3 }])],
    ]);
    const scaled = { wIn: 1.3, wOut: 1.1 };
    const { results } = ask(
      { relativeDate: 'yesterday', now: '2026-03-10T00:10:00Z' },
      [shop([door(1, scaled), door(2, scaled)])],
      readings,
    );
    expect(results).toMatchObject([{ sumins: 2.6, sumouts: 4.4 }]);
  });

  it('returns names unchanged', () => {
    const name = 'Küche "Nord" \\ <b>\u2028 🏬';
    const { results } = ask({ ...byMinute, now: '2026-03-10T00:01:00Z' }, [shop([door(1)], { name })], new Map());
    expect(results[0]).toMatchObject({ name, timezone: 'UTC' });
  });

  it('writes any number and every requested column', () => {
    const entities = [shop([door(1)])];
    const columns = (...names: ('sumins' | 'sumouts')[]) => ({
      length: 5,
      entity: new Uint32Array(5),
      start: Float64Array.of(
        at('2026-03-10T23:59:01Z'),
        at('1971-01-01T00:00:00Z'),
        Number.NaN,
        Number.NaN,
        Number.NaN,
      ),
      figures: Object.fromEntries(names.map((name) => [name, figures[name]])),
      completeness: Float64Array.of(0.0001, 1, Number.NaN, 1, 1),
    });
    const figures = {
      sumins: Float64Array.of(99_999, 123_456_789_012, Number.NaN, 255, 3),
      sumouts: Float64Array.of(0, 100_000, -5, 3, 255),
    };
    const written = (...names: ('sumins' | 'sumouts')[]): unknown =>
      JSON.parse(
        Buffer.concat([
          ...serialize({
            entities,
            byDay: false,
            results: columns(...names),
            previousResults: undefined,
            messages: ['a "b"'],
          }),
        ]).toString(),
      );
    const head = { entityId: entities[0]!.entityId, name: 'Shop', timezone: 'UTC' };
    expect(written('sumouts', 'sumins')).toEqual({
      results: [
        { recordDate: '2026-03-10T23:59:01Z', ...head, sumins: 99_999, sumouts: 0, completeness: 0.0001 },
        { recordDate: '1971-01-01T00:00:00Z', ...head, sumins: 123_456_789_012, sumouts: 100_000, completeness: 1 },
        { ...head, sumins: null, sumouts: -5, completeness: null },
        { ...head, sumins: 255, sumouts: 3, completeness: 1 },
        { ...head, sumins: 3, sumouts: 255, completeness: 1 },
      ],
      messages: ['a "b"'],
    });
    expect(written('sumouts')).toMatchObject({
      results: [{ sumouts: 0 }, { sumouts: 100_000 }, { sumouts: -5 }, { sumouts: 3 }, { sumouts: 255 }],
    });
    expect(JSON.stringify(written('sumouts'))).not.toContain('sumins');
    expect(rowsOf(columns('sumins'), entities)[2]).toEqual({ ...head, sumins: null, completeness: null });
  });

  it('is complete at the seams between pieces', () => {
    const readings = new Map([
      [
        1,
        minutes(
          '2026-03-09T00:00:00Z',
          Array.from({ length: 1440 }, (_, i) => ({ ins: i, outs: 1440 - i })),
        ),
      ],
    ]);
    const { results, previousResults } = ask(
      { ...byMinute, relativeDate: 'yesterday', previousPeriod: 'previousperiod', now: '2026-03-10T00:10:00Z' },
      [shop([door(1)])],
      readings,
    );
    expect(results.map((row) => row.sumins)).toEqual(Array.from({ length: 1440 }, (_, i) => i));
    expect(previousResults).toHaveLength(1440);
    expect(previousResults?.every((row) => row.sumins === null)).toBe(true);
  });
});

describe('seeded random questions', () => {
  const seed = Number(process.env['ATRIUM_SEED']);
  const random = mulberry(seed);
  const below = (most: number) => Math.floor(random() * most);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Havana', 'UTC'];
  const nows = [
    '2026-03-08T12:00:00Z',
    '2026-03-09T01:00:00Z',
    '2026-03-29T09:20:00Z',
    '2026-10-04T13:00:00Z',
    '2026-10-25T23:59:00Z',
    '2026-11-02T03:11:00Z',
    '2026-01-01T00:00:30Z',
  ];
  const periods = {
    today: [0, 0],
    yesterday: [-1, -1],
    past7days: [-7, -1],
  } as const;

  it.each(Array.from({ length: 40 }, (_, i) => i))(`[R344] seed ${seed}, question %i equals an obvious recount`, () => {
    const now = at(pick(nows)) + below(7200);
    const relativeDate = pick(Object.keys(periods) as (keyof typeof periods)[]);
    const grouping = pick(['hour', 'day', 'month'] as const);
    const readings = new Map<number, Map<number, Minute>>();
    const entities = Array.from({ length: 1 + below(3) }, (_, place) => {
      const timezone = pick(zones);
      const members = Array.from({ length: 1 + below(3) }, (__, i) => {
        const series = place * 10 + i;
        const middle = now - below(8 * 86_400);
        const whole = { from: 0, to: forever };
        const range = pick([whole, whole, { from: middle, to: forever }, { from: 0, to: middle }]);
        const step = pick([60, 60, 300, 3540]);
        const known = new Map<number, Minute>();
        const begin = Math.floor((now - 9 * 86_400) / 60) * 60;
        for (let minute = begin; minute < now; minute += step)
          if (random() < 0.9) known.set(minute, { ins: below(9), outs: below(9), got: pick([60, 60, 60, 15]) });
        readings.set(series, known);
        return door(series, { ...range, timezone, wIn: pick([1, 1, 1.25]), wOut: pick([1, 0.5]) });
      });
      return shop(members, { timezone, entityId: `6f1c1f6e-5b1d-4d5e-8f5a-00000000000${place}` });
    });

    const { results } = ask(
      { relativeDate, grouping: { grouping, step: 1 }, now: new Date(now * 1000).toISOString() },
      entities,
      readings,
    );

    const expected = new Map<string, { ins: number; outs: number; got: number; due: number }>();
    const until = (Math.floor(now / 60) - 1) * 60;
    for (const {
      entityId,
      timezone,
      readings: [members = []],
    } of entities) {
      const local = clockOf(timezone);
      const today = local(now).toPlainDate();
      const [first, last] = periods[relativeDate].map((days) => today.add({ days }));
      for (let minute = Math.floor(now / 60) * 60 - 9 * 86_400; minute < now; minute += 60) {
        const moment = local(minute);
        const date = moment.toPlainDate();
        if (Temporal.PlainDate.compare(date, first!) < 0 || Temporal.PlainDate.compare(date, last!) > 0) continue;
        const label = `${entityId} ${labelOf(moment, grouping)}`;
        const sum = expected.get(label) ?? { ins: 0, outs: 0, got: 0, due: 0 };
        for (const { series, from, to, wIn, wOut } of members) {
          sum.due += minute < until ? Math.max(0, Math.min(to, minute + 60) - Math.max(from, minute)) : 0;
          const reading = minute >= from && minute < to ? readings.get(series)?.get(minute) : undefined;
          sum.ins += (reading?.ins ?? 0) * wIn;
          sum.outs += (reading?.outs ?? 0) * wOut;
          sum.got += reading?.got ?? 0;
        }
        expected.set(label, sum);
      }
    }
    const found = new Map(
      results.map((row) => {
        const { timezone } = entities.find(({ entityId }) => entityId === row.entityId)!;
        const moment = Temporal.Instant.from(row.recordDate!).toZonedDateTimeISO(timezone);
        const { sumins, sumouts, completeness } = row;
        return [`${row.entityId} ${labelOf(moment, grouping)}`, { sumins, sumouts, completeness }];
      }),
    );
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(
        [...expected].map(([label, { ins, outs, got, due }]) => [
          label,
          {
            // The weights have two decimals at most.
            sumins: got > 0 ? ins : null,
            sumouts: got > 0 ? outs : null,
            completeness: due > 0 ? Math.floor(Math.min(1, got / due) * 10_000) / 10_000 : null,
          },
        ]),
      ),
    );
    const dates = results.map((row) => Date.parse(row.recordDate!));
    expect(dates).toEqual(dates.toSorted((a, b) => a - b));
  });
});

/** A repeated hour is distinguished by its offset; where half an hour repeats, the hour simply lasts longer. */
function labelOf(moment: Temporal.ZonedDateTime, grouping: 'hour' | 'day' | 'month'): string {
  const date = moment.toPlainDate().toString();
  if (grouping === 'month') return date.slice(0, 7);
  if (grouping === 'day') return date;
  const offset = moment.timeZoneId === 'Australia/Lord_Howe' ? '' : moment.offset;
  return `${date} ${moment.hour} ${offset}`;
}

/** No offset changes within a quarter of an hour, and looking up the time zone for every minute is slow. */
function clockOf(timezone: string): (instant: number) => Temporal.ZonedDateTime {
  const known = new Map<number, Temporal.ZonedDateTime>();
  return (instant) => {
    const quarter = Math.floor(instant / 900) * 900;
    const moment =
      known.get(quarter) ?? Temporal.Instant.fromEpochMilliseconds(quarter * 1000).toZonedDateTimeISO(timezone);
    known.set(quarter, moment);
    return moment;
  };
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
