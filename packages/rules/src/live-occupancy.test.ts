import type { OpeningHours } from '@atrium/calendar/opening-hours';
import { zoneOf } from '@atrium/calendar/zones';
import { foldOccupancy } from '@atrium/metrics/occupancy-fold';
import { describe, expect, it } from 'vitest';
import {
  type ByHand,
  countedMinutes,
  endOfHistory,
  type LiveOccupancy,
  minutesFrom,
  nextReset,
  nothingByHand,
  occupancyNow,
  occupancyUpTo,
  type RawMinute,
  type SeriesMinutes,
  stopsOf,
  withMinutes,
} from './live-occupancy.ts';
import { gainsAtTheTime, staysOf } from './space-corrections.ts';
import type { ResetConfig } from './reset-config.ts';
import { foldGeneration, noHours, resetsOf, type SpaceDefinition, type SpaceSetting } from './space-definition.ts';

const at = (time: string) => Date.parse(`2026-03-04T${time}Z`) / 1000;
const forever = { from: 0, to: 4e9 };
const noResets = { resetDaily: false, resetDailyAtTime: false, resetWithHoursOfOp: false, resetTimes: [] };
const door = { ...forever, series: 1, wIn: 1, wOut: 1, reversed: false };
const hall: SpaceDefinition = {
  generation: foldGeneration,
  timezone: 'America/New_York',
  members: [door],
  settings: [{ ...forever, resetConfig: noResets, reflects: true }],
  resets: [],
  hours: noHours,
};

const live = (given: Partial<LiveOccupancy>): LiveOccupancy => ({
  definition: hall,
  from: at('14:00:00'),
  start: 0,
  minutes: new Map(),
  byHand: nothingByHand,
  ...given,
});
const counted = (...rows: [time: string, ins: number, outs: number][]): SeriesMinutes =>
  new Map([[1, rows.map(([time, ins, outs]): RawMinute => [at(`${time}:00`), ins, outs])]]);

describe('the number of people in a space now', () => {
  it('[R860] includes the open minute, and knows the time of what decides it', () => {
    const minutes = counted(['14:00', 5, 0], ['14:03', 0, 1]);
    expect(occupancyNow(live({ minutes, start: 2 }), at('14:03:20'))).toEqual({ value: 6, at: at('14:03:20') });
    expect(occupancyNow(live({ minutes }), at('14:30:00'))).toEqual({ value: 4, at: at('14:04:00') });
    expect(occupancyNow(live({ start: 7 }), at('14:30:00'))).toEqual({ value: 7, at: undefined });
    // From a clock that runs ahead.
    expect(occupancyNow(live({ minutes }), at('14:02:59')).value).toBe(5);
  });

  it('[R861] shows a reset and what is pressed after it at once', () => {
    const resets = [{ at: at('14:03:10'), value: 20 }];
    const minutes = counted(['14:03', 3, 0]);
    const definition = { ...hall, resets };
    const after = { ...nothingByHand, presses: [{ at: at('14:03:30'), change: 1 }] };
    expect(occupancyNow(live({ definition, minutes }), at('14:03:09')).value).toBe(3);
    expect(occupancyNow(live({ definition, minutes }), at('14:03:10')).value).toBe(20);
    expect(occupancyNow(live({ definition, minutes, byHand: after }), at('14:03:40')).value).toBe(21);
    expect(occupancyUpTo(live({ definition, minutes, byHand: after }), at('14:05:00'))).toBe(21);
    // The one that the definition does not have yet.
    const early = { ...nothingByHand, resets };
    expect(occupancyNow(live({ minutes, byHand: early }), at('14:03:40')).value).toBe(20);
  });

  it('[R862] changes by what is pressed, never below zero', () => {
    const press = (time: string, change: number) => ({ at: at(time), change });
    const pressed = (start: number, ...presses: { at: number; change: number }[]) =>
      occupancyNow(live({ start, byHand: { ...nothingByHand, presses } }), at('14:10:00')).value;
    expect(pressed(3, press('14:01:10', 1), press('14:02:10', 1), press('14:02:20', -1))).toBe(4);
    expect(pressed(0, press('14:01:10', -1))).toBe(0);
    const allowed = { ...hall, settings: [{ ...forever, resetConfig: noResets, reflects: false }] };
    const byHand = { ...nothingByHand, presses: [press('14:01:10', -1)] };
    expect(occupancyNow(live({ definition: allowed, start: -2, byHand }), at('14:10:00')).value).toBe(-2);
  });

  it('[R863] is left alone by readings while it is stopped', () => {
    const minutes = counted(['14:00', 5, 0], ['14:01', 7, 0], ['14:02', 2, 0]);
    const stops = stopsOf([
      { kind: 'stop', at: at('14:01:10') },
      { kind: 'stop', at: at('14:01:20') },
      { kind: 'restart', at: at('14:02:50') },
    ]);
    expect(stops).toEqual([{ from: at('14:01:00'), to: at('14:02:00') }]);
    expect(occupancyNow(live({ minutes, byHand: { ...nothingByHand, stops } }), at('14:03:00')).value).toBe(7);
    const still = stopsOf([{ kind: 'stop', at: at('14:01:10') }]);
    const presses = [{ at: at('14:02:30'), change: 1 }];
    expect(
      occupancyNow(live({ minutes, byHand: { ...nothingByHand, stops: still, presses } }), at('14:30:00')).value,
    ).toBe(6);
  });

  it('[R864] tells when a daily reset changes it next', () => {
    const resetConfig = {
      ...noResets,
      resetDaily: true,
      resetDailyAtTime: true,
      resetTimes: [{ time: '04:00', value: 0 }],
    };
    const nightly = { ...hall, settings: [{ ...forever, resetConfig, reflects: true }] };
    expect(nextReset(nightly, at('08:59:59'))).toBe(at('09:00:00'));
    expect(nextReset(nightly, at('09:00:00'))).toBe(at('09:00:00') + 86_400);
    expect(nextReset(hall, at('09:00:00'))).toBeUndefined();
  });

  it('[I290] [R716] equals the history, in whatever order readings arrive and from wherever it goes on', () => {
    for (let seed = 1; seed <= 150; seed += 1) compare(seed);
  });
});

/** A random day of a hall with three doors: whole, and as it arrives in pieces with points to go on from in between. */
function compare(seed: number): void {
  const random = randomOf(seed);
  const from = at('10:00:00');
  const length = 20 + Math.floor(random() * 60);
  const end = from + length * 60;
  const definition = randomDefinition(random, from, length);
  const byHand = randomByHand(random, from, length);
  const truth = new Map<number, Map<number, RawMinute>>();
  const arriving: { series: number; row: RawMinute }[] = [];
  for (let index = 0; index < length * 3; index += 1) {
    if (random() < 0.2) continue;
    const series = 1 + (index % 3);
    const minute = from + Math.floor(index / 3) * 60;
    const row: RawMinute = [minute, Math.floor(random() * 4), Math.floor(random() * 4)];
    truth.set(series, (truth.get(series) ?? new Map()).set(minute, row));
    // Some are sent twice, some were something else at first.
    if (random() < 0.2) arriving.push({ series, row: [minute, 9, 9] });
    arriving.push({ series, row });
    if (random() < 0.2) arriving.push({ series, row });
  }
  const whole = live({
    definition,
    byHand,
    from,
    minutes: new Map([...truth].map(([series, rows]) => [series, [...rows.values()]])),
  });
  const historyAt = (to: number) =>
    foldOccupancy({
      zone: zoneOf(definition.timezone),
      from,
      to,
      start: 0,
      minutes: countedMinutes(whole, to),
      resets: resetsOf(definition, from, to),
      reflects: definition.settings,
      presses: byHand.presses,
      stops: byHand.stops,
      gains: gainsAtTheTime(definition, from, to),
      stays: staysOf(definition),
    });
  const historyUpTo = (to: number) => historyAt(to).end;

  // Late within a few places; the last of equal minutes is the right one.
  const order = arriving.map((each, index) => ({ each, place: index + random() * 30 }));
  let state = live({ definition, byHand, from });
  const seen = new Map<string, number>();
  for (const { each, place } of order.toSorted((one, other) => one.place - other.place)) {
    const key = `${each.series}/${each.row[0]}`;
    const index = order.findIndex((other) => other.place === place);
    if ((seen.get(key) ?? -1) > index || each.row[0] < state.from) continue;
    seen.set(key, index);
    const known = (state.minutes.get(each.series) ?? []).filter(([minute]) => minute !== each.row[0]);
    const minutes = new Map(state.minutes).set(each.series, withMinutes([...known, each.row], Infinity, []));
    state = { ...state, minutes };
    if (random() < 0.05) {
      const next = Math.min(end, state.from + 60 * Math.floor(random() * 5));
      // As the worker does: the history of a time that is complete.
      const isComplete = order.every((other) => other.place <= place || other.each.row[0] >= next);
      if (isComplete) {
        expect(occupancyUpTo(state, next), `seed ${seed}`).toBe(historyUpTo(next));
        const { end: start, entered } = next > from ? historyAt(next) : { end: 0, entered: undefined };
        state = { ...state, from: next, start, entered, minutes: minutesFrom(state.minutes, next) };
      }
    }
  }
  expect(occupancyUpTo(state, end), `seed ${seed}`).toBe(historyUpTo(end));
  expect(occupancyNow(state, end + 600).value, `seed ${seed}`).toBe(historyUpTo(end + 660));
}

describe('the end of the history', () => {
  const day = 20_516; // 2026-03-04
  const foldedTo = at('15:00:00');
  const last = { day, foldedTo, end: 7, ins: 0, outs: 0, residual: 0, factor: 1 };
  const daily = {
    resetDaily: true,
    resetDailyAtTime: true,
    resetWithHoursOfOp: false,
    resetTimes: [{ time: '04:00', value: 0 }],
  };
  const resetting = { ...hall, settings: [{ ...forever, resetConfig: daily, reflects: true }] };

  it('[R864] is known while older days are left to fold, where a reset lies between', () => {
    const known = { at: foldedTo, value: 7 };
    expect(endOfHistory({ first: day, last, stale: [] }, hall)).toEqual(known);
    expect(endOfHistory({ first: day, last, stale: [{ from: day - 300, to: day - 1 }] }, hall)).toBeUndefined();
    expect(endOfHistory({ first: day, last, stale: [{ from: day - 300, to: day - 1 }] }, resetting)).toEqual(known);
    expect(endOfHistory({ first: day, last, stale: [{ from: day, to: day }] }, resetting)).toBeUndefined();
    expect(endOfHistory({ first: undefined, last: undefined, stale: [] }, hall)).toBeUndefined();
  });
});

function randomDefinition(random: () => number, from: number, length: number): SpaceDefinition {
  const some = () => from + Math.floor(random() * length * 60);
  const [change, learned] = [some(), from + 60 * Math.floor(random() * length)];
  const setting = () => ({ resetConfig: randomResets(random), ...randomCorrections(random) });
  return {
    ...hall,
    hours: opensAt([0, 1].map(() => localTime(random))),
    members: [
      door,
      { ...forever, series: 2, wIn: 1.5, wOut: 0.75, reversed: random() < 0.5 },
      { series: 3, from: 0, to: change, wIn: 1, wOut: 1, reversed: false },
      { series: 3, from: change, to: 4e9, wIn: 1.1, wOut: 1, reversed: true },
    ],
    settings: [
      { from: 0, to: from + 1200, reflects: random() < 0.5, ...setting() },
      { from: from + 1200, to: 4e9, reflects: true, ...setting() },
    ],
    resets: Array.from({ length: Math.floor(random() * 3) }, () => ({ at: some(), value: Math.floor(random() * 30) })),
    balances: [
      { from: 0, to: learned, balance: { acf: 0.9 + random() / 5, hours: null } },
      { from: learned, to: 4e9, balance: { acf: 1.1, hours: Array.from({ length: 168 }, () => 0.9 + random() / 5) } },
    ],
  };
}

/** Of the 80 minutes that a random day has at most, from five in the morning. */
function localTime(random: () => number): string {
  const minute = Math.floor(random() * 80);
  return `0${5 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
}

/** At times of the day, whenever it opens, or never. */
function randomResets(random: () => number): ResetConfig {
  const kind = random();
  if (kind < 0.4) return noResets;
  if (kind < 0.7) return { ...noResets, resetDaily: true, resetWithHoursOfOp: true };
  const resetTimes = [0, 1].map(() => ({ time: localTime(random), value: Math.floor(random() * 20) }));
  return { ...noResets, resetDaily: true, resetDailyAtTime: true, resetTimes };
}

/** Every day for five minutes, from each of these times on. */
function opensAt(times: readonly string[]): OpeningHours {
  const periods = times.flatMap((openTime) => {
    const minute = Number(openTime.slice(3)) + 5;
    const closeTime = `0${Number(openTime.slice(0, 2)) + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
    return Array.from({ length: 7 }, (_, weekday) => ({ weekday, openTime, closeTime }));
  });
  const versions = [{ effectiveDate: '2020-01-01', periods }];
  return { ...noHours, assignments: [{ startDate: '2020-01-01', endDate: '9999-12-31', versions }] };
}

function randomCorrections(random: () => number): Pick<SpaceSetting, 'corrections'> {
  if (random() < 0.4) return {};
  const maxStayMinutes = random() < 0.5 ? null : 15 + Math.floor(random() * 40);
  return { corrections: { endOfDay: true, acf: random() < 0.7, weekdayHours: random() < 0.5, maxStayMinutes } };
}

function randomByHand(random: () => number, from: number, length: number): ByHand {
  const some = () => from + Math.floor(random() * length * 60);
  const stop = some();
  return {
    presses: Array.from({ length: Math.floor(random() * 8) }, () => ({ at: some(), change: random() < 0.5 ? 1 : -1 })),
    stops:
      random() < 0.5
        ? stopsOf([
            { kind: 'stop', at: stop },
            { kind: 'restart', at: stop + 300 },
          ])
        : [],
    resets: [],
  };
}

function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state >>> 0) % 1_000_003) / 1_000_003;
  };
}
