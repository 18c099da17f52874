import { localDay, zoneOf } from '@atrium/calendar/zones';
import { type CountedMinute, foldOccupancy } from '@atrium/metrics/occupancy-fold';
import { describe, expect, it } from 'vitest';
import { nothingByHand } from './live-occupancy.ts';
import { defaultCorrections } from './occupancy-drift.ts';
import {
  countsNeeded,
  endedStretches,
  gainsAtTheTime,
  gainsInHindsight,
  staysOf,
  touchedStretch,
} from './space-corrections.ts';
import { afterWindow, type FoldedDay, type FoldedDays, nextWindow, withStale } from './space-days.ts';
import { foldGeneration, noHours, occupancyBefore, resetsOf, type SpaceDefinition } from './space-definition.ts';

const zone = zoneOf('America/New_York');
const utc = zoneOf('UTC');
const at = (time: string) => Date.parse(`${time}Z`) / 1000;
const always = { from: 0, to: 4e9 };
const resetTimes = [{ time: '04:00', value: 2 }];
const resetConfig = { resetDaily: true, resetDailyAtTime: true, resetWithHoursOfOp: false, resetTimes };
const hall: SpaceDefinition = {
  generation: foldGeneration,
  timezone: 'America/New_York',
  members: [],
  settings: [{ ...always, resetConfig, reflects: true, corrections: defaultCorrections }],
  resets: [],
  hours: noHours,
};

describe('the corrections of a space', () => {
  it('[R775] balance a day when it is over, not before, and by the settings that held all day', () => {
    const day = { from: at('2026-03-04T09:00'), to: at('2026-03-05T09:00') };
    const noon = { from: at('2026-03-04T17:00'), to: at('2026-03-04T17:01') };
    expect(endedStretches(hall, noon, day.to)).toEqual([day]);
    expect(endedStretches(hall, noon, day.to - 60)).toEqual([]);
    expect(countsNeeded(hall, noon, day.to)).toEqual(day);
    expect(touchedStretch(hall, noon, day.to + 600)).toEqual(day);
    expect(touchedStretch(hall, noon, day.to - 60)).toEqual(noon);
    const [setting] = hall.settings;
    const switched = [
      { ...setting!, to: noon.from, corrections: undefined },
      { ...setting!, from: noon.from },
    ];
    expect(endedStretches({ ...hall, settings: switched }, noon, day.to)).toEqual([]);
    expect(staysOf(hall)).toEqual([]);
  });

  it('[R775] [R776] use what was learned where a day is not over', () => {
    const balances = [{ ...always, balance: { acf: 1.1, hours: null } }];
    const [from, to] = [at('2026-03-04T09:00'), at('2026-03-05T17:00')];
    const counts = [{ at: at('2026-03-04T15:00'), ins: 120, outs: 100 }];
    const gains = gainsInHindsight({ ...hall, balances }, { from, to }, to, counts, nothingByHand);
    expect(gains).toEqual([
      { from, to: at('2026-03-05T09:00'), ins: 1, outs: 1.2 },
      { from: at('2026-03-05T09:00'), to, ins: 1, outs: 1.1 },
    ]);
  });

  it('[I272] make the same history, whatever arrives late and however it is folded', () => {
    for (let seed = 1; seed <= 25; seed += 1) compare(seed);
  });

  it('[R778] [I272] fold a day again when as many people are inside at its start, but entered at another time', () => {
    const [hour, midnight] = [3600, 86_400];
    const evening = 20 * hour;
    const stays = [{ ...always, maxStayMinutes: 6 * 60 }];
    const heard = [1, 4, 6].map((hours) => ({ at: midnight + hours * hour, ins: 0, outs: 0 }));
    const rows = new Map<number, FoldedDay>();
    const levels = new Map<number, number>();
    let days: FoldedDays = { first: undefined, last: undefined, stale: [{ from: 0, to: 1 }] };
    const turn = (cameAt: number) => {
      const minutes = [{ at: cameAt, ins: 10, outs: 0 }, ...heard];
      for (;;) {
        const window = nextWindow(days, utc, 2 * midnight, false);
        if (!window) break;
        const before = rows.get(window.days.from - 1);
        const point = { start: before?.end ?? 0, entered: before?.entered };
        const folded = foldOccupancy({ zone: utc, ...window, ...point, minutes, resets: [], stays });
        for (const level of folded.levels) levels.set(level.at, level.last);
        const after = afterWindow(days, window, folded, rows.get(window.days.to));
        for (const row of after.written) rows.set(row.day, row);
        days = after.days;
      }
      return heard.map((minute) => levels.get(minute.at));
    };
    expect(turn(evening)).toEqual([10, 0, 0]);
    // A late correction: they came three hours later, and are inside at midnight all the same.
    days = withStale(days, { from: evening, to: midnight }, utc, 2 * midnight);
    expect(turn(evening + 3 * hour)).toEqual([10, 10, 0]);
    expect(rows.get(0)?.end).toBe(10);
  });
});

/** Some days as the worker folds them while counts arrive, many of them late, and all of them at once. */
function compare(seed: number): void {
  const random = randomOf(seed);
  const begin = at('2026-03-05T05:00');
  const end = begin + 4 * 86_400 + 3600 * Math.floor(random() * 24);
  const maxStayMinutes = random() < 0.5 ? null : 30 + Math.floor(random() * 300);
  const corrections = { ...defaultCorrections, endOfDay: random() < 0.8, maxStayMinutes };
  const definition: SpaceDefinition = {
    ...hall,
    settings: [{ ...always, resetConfig, reflects: random() < 0.8, corrections }],
    balances: [{ ...always, from: begin + 86_400, balance: { acf: 1.07, hours: null } }],
  };
  const counts = new Map<number, CountedMinute>();
  const arriving = Array.from({ length: 500 }, () => {
    const minute = begin + 60 * Math.floor((random() * (end - begin)) / 60);
    return {
      at: minute,
      ins: Math.floor(random() * 5),
      outs: Math.floor(random() * 5),
      late: random() < 0.2 ? 40_000 : 0,
    };
  }).toSorted((one, other) => one.at + one.late - other.at - other.late);
  const levels = new Map<number, number>();
  const rows = new Map<number, FoldedDay>();
  let days: FoldedDays = { first: undefined, last: undefined, stale: [] };
  const countsIn = (from: number, to: number) =>
    [...counts.values()].filter((each) => each.at >= from && each.at < to).toSorted((one, other) => one.at - other.at);
  const turn = (closed: number) => {
    for (let window = nextWindow(days, zone, closed, false); window; window = nextWindow(days, zone, closed, false)) {
      const { from, to, continues } = window;
      const before = continues ? days.last : rows.get(window.days.from - 1);
      const needed = continues ? window : countsNeeded(definition, window, closed);
      const minutes = countsIn(needed.from, needed.to);
      const folded = foldOccupancy({
        zone,
        from,
        to,
        start: before?.end ?? occupancyBefore(definition, from),
        entered: before?.entered,
        minutes,
        resets: resetsOf(definition, from, to),
        reflects: definition.settings,
        stays: staysOf(definition),
        gains: continues
          ? gainsAtTheTime(definition, from, to)
          : gainsInHindsight(definition, window, closed, minutes, nothingByHand),
      });
      for (let minute = from; minute < to; minute += 60) levels.delete(minute);
      for (const level of folded.levels) levels.set(level.at, level.last);
      const after = afterWindow(days, window, folded, rows.get(window.days.to));
      for (const row of after.written) rows.set(row.day, row);
      const ended = continues ? endedStretches(definition, window, to) : [];
      days = ended.reduce((known, stretch) => withStale(known, stretch, zone, closed), after.days);
    }
  };
  for (const { late, ...count } of arriving) {
    const now = count.at + late + 60;
    counts.set(count.at, count);
    const changed = { from: count.at, to: count.at + 60 };
    const isNew = days.last && count.at >= days.last.foldedTo;
    if (!isNew && count.at < now) days = withStale(days, touchedStretch(definition, changed, now), zone, now);
    if (random() < 0.3) turn(now);
  }
  turn(end + 50_000);
  const from = days.first === undefined ? begin : Math.min(...[...rows.keys()].map((day) => firstOf(day)));
  const window = { from, to: end + 50_000 };
  const all = countsIn(0, 4e9);
  const whole = foldOccupancy({
    zone,
    ...window,
    start: occupancyBefore(definition, from),
    minutes: all,
    resets: resetsOf(definition, from, window.to),
    reflects: definition.settings,
    stays: staysOf(definition),
    gains: gainsInHindsight(definition, window, window.to, all, nothingByHand),
  });
  expect(
    [...levels].toSorted(([one], [other]) => one - other),
    `seed ${seed}`,
  ).toEqual(whole.levels.map((level) => [level.at, level.last]));
  expect(days.last?.end, `seed ${seed}`).toBe(whole.end);
}

function firstOf(day: number): number {
  let from = day * 86_400;
  while (localDay(zone, from) < day) from += 3600;
  return from;
}

function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state >>> 0) % 1_000_003) / 1_000_003;
  };
}
