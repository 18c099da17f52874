import { describe, expect, it } from 'vitest';
import { observedSlots, observedStarts, watchClock } from './bucket-oracle.ts';
import { secondsPerDay, weekStarts } from './civil.ts';
import { bucketEdges, type Fold, folds, type Grouping, slotOf } from './groupings.ts';
import { resolveRelativeDate } from './relative-dates.ts';
import { wallClock, zoneOf } from './zones.ts';

/** The days on which calendars go wrong: zone, an instant in the day, and how many hours the local day has. */
const days = [
  ['Berlin skips 2:00', 'Europe/Berlin', '2026-03-29T00:59:00Z', 23],
  ['Berlin repeats 2:00', 'Europe/Berlin', '2026-10-25T00:59:00Z', 25],
  ['New York skips 2:00', 'America/New_York', '2026-03-08T06:59:00Z', 23],
  ['New York repeats 1:00', 'America/New_York', '2026-11-01T05:59:00Z', 25],
  ['Lord Howe skips half an hour', 'Australia/Lord_Howe', '2026-10-03T15:29:00Z', 23.5],
  ['Lord Howe repeats half an hour', 'Australia/Lord_Howe', '2026-04-04T14:59:00Z', 24.5],
  ['Kathmandu is 45 minutes off the hour', 'Asia/Kathmandu', '2026-07-15T12:00:00Z', 24],
  ['Kathmandu skipped a quarter of an hour at midnight', 'Asia/Kathmandu', '1986-01-01T12:00:00Z', 23.75],
  ['Cairo skips midnight', 'Africa/Cairo', '2026-04-24T12:00:00Z', 23],
  ['Cairo repeats the hour before midnight', 'Africa/Cairo', '2026-10-29T12:00:00Z', 25],
  ['Havana repeats the hour after midnight', 'America/Havana', '2026-11-01T12:00:00Z', 25],
  ['Sao Paulo skipped midnight', 'America/Sao_Paulo', '2018-11-04T12:00:00Z', 23],
  ['St. Johns went back across midnight, one minute after it', 'America/St_Johns', '2010-11-07T12:00:00Z', 25],
  ['Apia skipped December 30', 'Pacific/Apia', '2011-12-30T09:59:00Z', 24],
  ['Casablanca pauses summer time', 'Africa/Casablanca', '2026-02-15T12:00:00Z', 25],
  ['a leap day in Berlin', 'Europe/Berlin', '2024-02-29T12:00:00Z', 24],
  ['February 28 in New York of a year without leap day', 'America/New_York', '2026-02-28T12:00:00Z', 24],
  ['the end of ISO week 53 in Berlin', 'Europe/Berlin', '2021-01-01T12:00:00Z', 24],
  ['the middle of ISO week 53 in New York', 'America/New_York', '2026-12-31T12:00:00Z', 24],
] as const;

const minute = 60;
const hour = 3600;

describe.each(days)('[T02] [T03] [T04] [T05] [T06] %s', (_, name, instant, hours) => {
  const zone = zoneOf(name);
  const now = Date.parse(instant) / 1000;
  /** What is seen in some days on each side, in a range that begins at midnight UTC and in one that begins anywhere. */
  const around = (length: number, every = minute) => {
    const from = Math.floor(now / secondsPerDay - length) * secondsPerDay;
    const whole = { from, to: from + 2 * length * secondsPerDay };
    const cut = { from: from + 7 * hour + 15 * minute, to: whole.to - 10 * hour - 30 * minute };
    const glances = watchClock(name, whole.from, whole.to, every);
    return [
      { ...whole, glances },
      { ...cut, glances: glances.filter(({ at }) => at >= cut.from && at < cut.to) },
    ];
  };
  const near = around(2);
  const weeks = around(4);
  const years = around(190, 15 * minute);

  it.each([
    ['minute', 1],
    ['minute', 7],
    ['minute', 15],
    ['minute', 30],
    ['minute', 45],
    ['hour', 1],
    ['hour', 2],
    ['hour', 5],
    ['hour', 6],
  ] as const)('by %s, in steps of %i', (grouping, step) => {
    for (const { from, to, glances } of near) {
      expect(bucketEdges(zone, from, to, grouping, step)).toEqual([...observedStarts(glances, grouping, step), to]);
    }
  });

  it.each(['day', 'week', 'isoweek', 'month', 'year'] as const)('by %s, wherever weeks begin', (grouping) => {
    for (const { from, to, glances } of years) {
      for (const weekStart of grouping === 'week' || grouping === 'isoweek' ? weekStarts : [0 as const]) {
        const edges = bucketEdges(zone, from, to, grouping, 1, weekStart);
        expect(edges).toEqual([...observedStarts(glances, grouping, 1, weekStart), to]);
        expect(edges.length).toBeGreaterThan(2);
      }
    }
  });

  it.each(folds)('by %s', (fold) => {
    for (const { from, to, glances } of weeks) {
      expect(foldedMinutes(fold, from, to)).toEqual(observedSlots(glances, fold));
    }
  });

  it('today and this hour are the day and the hour that are seen on its clock', () => {
    for (const [code, grouping] of [
      ['today', 'day'],
      ['thishour', 'hour'],
    ] as const) {
      const starts = observedStarts(near[0]!.glances, grouping);
      // The first and the last are cut by the range.
      for (const [index, from] of starts.slice(1, -1).entries()) {
        const to = starts[index + 2]!;
        for (const at of [from, Math.floor((from + to) / 2), to - 1])
          expect(resolveRelativeDate(code, { now: at, zone })).toEqual({ from, to });
      }
    }
    const { from, to } = resolveRelativeDate('today', { now, zone });
    expect((to - from) / hour).toBe(hours);
  });

  function foldedMinutes(fold: Fold, from: number, to: number): Map<string, number> {
    const grouping: Grouping = fold === 'weekday' ? 'day' : 'hour';
    const edges = bucketEdges(zone, from, to, grouping);
    const minutes = new Map<string, number>();
    for (const [index, edge] of edges.slice(0, -1).entries()) {
      const slot = slotOf(fold, wallClock(zone, edge));
      const key = fold === 'weekday' ? `${slot}` : `${Math.floor(slot / 24)} ${slot % 24}`;
      minutes.set(key, (minutes.get(key) ?? 0) + (edges[index + 1]! - edge) / minute);
    }
    return minutes;
  }
});
