import { watchClock } from '@atrium/calendar/opening-hours-oracle';
import type { OpeningHours } from '@atrium/calendar/opening-hours';
import { dateOfDay } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import { type CountedMinute, firstMinute, foldOccupancy, unitsOf } from '@atrium/metrics/occupancy-fold';
import { visitsOfDay } from '@atrium/metrics/visit-duration';
import { describe, expect, it } from 'vitest';
import { noReset, type ResetConfig } from './reset-config.ts';
import {
  afterWindow,
  type FoldedDay,
  type FoldedDays,
  nextWindow,
  staleAfterEdit,
  type Stretch,
  withStale,
} from './space-days.ts';
import {
  changedStretch,
  foldGeneration,
  noHours,
  occupancyBefore,
  resetsOf,
  type SpaceDefinition,
  type SpaceMember,
} from './space-definition.ts';
import { occupancyByHand, type OracleReading } from './space-occupancy-oracle.ts';

/** Repeat a failure with the OCCUPANCY_SEQUENCE that it names; OCCUPANCY_SEQUENCES=10000 plays as many. */
const seed = Number(process.env.ATRIUM_SEED) || 1;
const begin = Number(process.env.OCCUPANCY_SEQUENCE) || seed * 100_000;
const sequences = Number(process.env.OCCUPANCY_SEQUENCES) || 300;

const length = 16;
const windows = [
  ['Europe/Berlin', '2026-03-20', 'America/New_York'],
  ['Europe/Berlin', '2026-10-16', 'Asia/Kathmandu'],
  ['America/New_York', '2026-03-01', 'UTC'],
  ['Australia/Lord_Howe', '2026-03-28', 'Europe/Berlin'],
  ['America/Havana', '2026-10-25', 'Africa/Cairo'],
  ['UTC', '2028-02-20', 'America/St_Johns'],
].map(([zone = '', date = '', other = '']) => {
  const start = Date.parse(date);
  // A day more in front: the wall clocks of both have shown it.
  return {
    start: start / 1000,
    clocks: new Map([zone, other].map((name) => [name, watchClock(name, start, (length + 2) * 1440)])),
  };
});

describe('the days of a space', () => {
  it(
    `[R716] [I238] equal the obvious sum, whatever arrives late, twice or corrected (${sequences} from seed ${seed})`,
    { timeout: 3_600_000 },
    () => {
      for (let round = 0; round < sequences; round += 1) {
        const failure = play(begin + round);
        if (failure) expect.fail(`OCCUPANCY_SEQUENCE=${begin + round}: ${failure}`);
      }
    },
  );

  it('[R716] begin with the newest where every day begins with a reset', () => {
    const zone = zoneOf('UTC');
    const closed = 100 * 86_400;
    const new100 = { first: undefined, last: undefined, stale: [{ from: 10, to: 99 }] };
    expect(nextWindow(new100, zone, closed, true)?.days).toEqual({ from: 93, to: 99 });
    expect(nextWindow(new100, zone, closed, false)?.days).toEqual({ from: 10, to: 16 });
    const window = nextWindow(new100, zone, closed, true)!;
    const folded = foldOccupancy({ zone, ...window, start: 0, minutes: [], resets: [] });
    const { days } = afterWindow(new100, window, folded, undefined);
    expect(days.stale).toEqual([{ from: 10, to: 92 }]);
    expect(nextWindow(days, zone, closed, true)?.days).toEqual({ from: 10, to: 16 });
  });

  it(`[R719] have the visit duration of the area under the curve (seed ${seed})`, { timeout: 3_600_000 }, () => {
    const random = randomNumbers(seed);
    for (let round = 0; round < sequences; round += 1) compareVisits(random, round);
  });
});

function play(of: number): string | undefined {
  const random = randomNumbers(of);
  const space = newSpace(random);
  const steps = 10 + random(50);
  for (let step = 0; step < steps; step += 1) {
    act(random, space);
    if (random(3) === 0) turn(space, 1 + random(3));
  }
  turn(space, Infinity);
  return differenceFrom(space);
}

interface Space {
  readonly start: number;
  readonly clocks: ReadonlyMap<string, ReturnType<typeof watchClock>>;
  now: number;
  readings: Map<string, OracleReading & { ver: number }>;
  written: Stretch[];
  definition: SpaceDefinition;
  folded: SpaceDefinition | undefined;
  days: FoldedDays;
  rows: Map<number, FoldedDay>;
  levels: Map<number, number>;
  /** Whether its newest days are folded first, which must not change the result. */
  readonly newestFirst: boolean;
}

const weights = [1, 1, 1.25, 0.3333, 2.0001];
const forever = 253_370_764_800;

function newSpace(random: Random): Space {
  const { start, clocks } = windows[random(windows.length)]!;
  const timezone = [...clocks.keys()][0]!;
  const opening = start + 86_400;
  const members = Array.from({ length: 1 + random(3) }, (_, series) => member(random, series, opening, forever));
  const settings = [{ from: 0, to: forever, reflects: random(4) > 0, resetConfig: randomReset(random) }];
  return {
    start: opening,
    clocks,
    now: opening + 3600 + random(86_400),
    readings: new Map(),
    written: [],
    definition: { generation: foldGeneration, timezone, members, settings, resets: [], hours: randomHours(random) },
    folded: undefined,
    days: { first: undefined, last: undefined, stale: [] },
    rows: new Map(),
    levels: new Map(),
    newestFirst: random(2) === 0,
  };
}

function member(random: Random, series: number, from: number, to: number): SpaceMember {
  const weight = weights[random(weights.length)]!;
  return { series, from, to, wIn: weight, wOut: random(2) === 0 ? weight : 1, reversed: random(4) === 0 };
}

function randomReset(random: Random): ResetConfig {
  const time = () => `${String(random(24)).padStart(2, '0')}:${['00', '30', '45'][random(3)]}`;
  const resetTimes = [...new Set(Array.from({ length: 1 + random(3) }, time))]
    .toSorted()
    .map((each) => ({ time: each, value: random(3) * 5 }));
  switch (random(4)) {
    case 0:
      return noReset;
    case 1:
      return { resetDaily: true, resetDailyAtTime: false, resetWithHoursOfOp: true, resetTimes };
    default:
      return { resetDaily: true, resetDailyAtTime: true, resetWithHoursOfOp: false, resetTimes };
  }
}

function randomHours(random: Random): OpeningHours {
  const periods = [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) =>
    random(5) === 0 ? [] : [{ weekday, openTime: `0${random(4)}:30`, closeTime: `${16 + random(8)}:00` }],
  );
  if (random(3) === 0) return noHours;
  const versions = [{ effectiveDate: '2020-01-01', periods }];
  return { ...noHours, assignments: [{ startDate: '2020-01-01', endDate: '9999-12-31', versions }] };
}

/** One thing that happens to a space. */
function act(random: Random, space: Space): void {
  const { definition } = space;
  const end = space.start + (length - 2) * 86_400;
  const nextMinute = Math.floor(space.now / 60) * 60 + 60;
  const past = () => space.start + 60 * random(Math.max(1, Math.floor((space.now - space.start) / 60)));
  switch (random(14)) {
    case 0:
    case 1:
    case 2:
      space.now = Math.min(end, space.now + [45, 60, 600, 7200, 30_000, 130_000][random(6)]!);
      return;
    case 3:
    case 4:
    case 5:
      // The newest minutes, in any order.
      for (let n = random(8); n >= 0; n -= 1)
        push(random, space, Math.max(space.start, nextMinute - 60 * (1 + random(10))));
      return;
    case 6:
    case 7:
      for (let n = random(6); n >= 0; n -= 1) push(random, space, past());
      return;
    case 8: {
      const [from, series] = [past(), random(3)];
      erase(space, series, from, from + 60 * random(2000));
      return;
    }
    case 9: {
      const at = past() + (random(2) === 0 ? 0 : random(60));
      const others = definition.resets.filter((reset) => reset.at !== at);
      space.definition = {
        ...definition,
        resets: random(3) === 0 ? others.slice(1) : [...others, { at, value: random(9) }],
      };
      return;
    }
    case 10: {
      const reflects = random(3) > 0;
      const settings = definition.settings.map((each) => (each.to === forever ? { ...each, to: nextMinute } : each));
      const held = settings.filter(({ from, to }) => from < to);
      space.definition = {
        ...definition,
        settings: [...held, { from: nextMinute, to: forever, reflects, resetConfig: randomReset(random) }],
      };
      return;
    }
    case 11:
      space.definition = { ...definition, members: changedMembers(random, definition.members, nextMinute, past()) };
      return;
    case 12:
      if (random(3) === 0) space.definition = { ...definition, hours: randomHours(random) };
      return;
    case 13:
      if (random(6) === 0) {
        const zones = [...space.clocks.keys()];
        space.definition = { ...definition, timezone: zones[random(zones.length)]! };
      }
  }
}

/** A zone joins, leaves or is reversed from now on, or a correction takes a stretch of the past away or gives it back. */
function changedMembers(random: Random, members: readonly SpaceMember[], now: number, past: number): SpaceMember[] {
  const series = random(3);
  if (random(3) > 0) {
    const ended = members
      .map((each) => (each.series === series ? { ...each, to: Math.min(each.to, now) } : each))
      .filter(({ from, to }) => from < to);
    return random(2) === 0 ? ended : [...ended, member(random, series, now, forever)];
  }
  const [from, to] = [past, past + 60 * random(4000)];
  const cut = members.flatMap((each) =>
    each.series === series
      ? [
          { ...each, to: Math.min(each.to, from) },
          { ...each, from: Math.max(each.from, to) },
        ].filter((part) => part.from < part.to)
      : [each],
  );
  return random(2) === 0 && from < to ? [...cut, { ...member(random, series, from, to), wIn: 1, wOut: 1 }] : cut;
}

function push(random: Random, space: Space, at: number): void {
  const series = random(3);
  const key = `${series} ${at}`;
  const reading = { series, at, ins: random(5), outs: random(5), ver: random(1000) };
  // A repetition is written again; the stronger one stays.
  if ((space.readings.get(key)?.ver ?? -1) <= reading.ver) space.readings.set(key, reading);
  space.written.push({ from: at, to: at + 60 });
}

function erase(space: Space, series: number, from: number, to: number): void {
  for (const [key, reading] of space.readings)
    if (reading.series === series && reading.at >= from && reading.at < to) space.readings.delete(key);
  space.written.push({ from, to });
}

/** What the worker does, in memory. */
function turn(space: Space, most: number): void {
  const closed = Math.floor(space.now / 60) * 60;
  const zone = zoneOf(space.definition.timezone);
  const changed = space.folded ? changedStretch(space.folded, space.definition, closed) : { from: 0, to: closed };
  if (space.folded?.timezone !== space.definition.timezone) {
    space.days = { first: undefined, last: undefined, stale: [] };
    space.rows.clear();
  }
  space.folded = structuredClone(space.definition);
  const firstReading = Math.min(...[...space.readings.values()].map(({ at }) => at), closed);
  if (changed) space.days = staleAfterEdit(space.days, changed, firstReading, zone, closed);
  for (const { from, to } of space.written.splice(0)) {
    if (from < closed) space.days = withStale(space.days, { from, to: Math.min(to, closed) }, zone, closed);
  }
  for (let n = 0; n < most; n += 1) {
    const window = nextWindow(space.days, zone, closed, space.newestFirst);
    if (!window) return;
    foldWindow(space, window);
  }
}

function foldWindow(space: Space, window: NonNullable<ReturnType<typeof nextWindow>>): void {
  const { folded: definition, rows, days } = space;
  const before = [...rows.keys()]
    .filter((day) => day < window.days.from)
    .toSorted((a, b) => a - b)
    .at(-1);
  const start = window.continues
    ? days.last!.end
    : before === undefined
      ? occupancyBefore(definition!, window.from)
      : rows.get(before)!.end;
  const result = foldOccupancy({
    zone: zoneOf(definition!.timezone),
    ...window,
    start,
    minutes: minutesOf(space, window),
    resets: resetsOf(definition!, window.from, window.to),
    reflects: definition!.settings,
  });
  for (let at = window.from; at < window.to; at += 60) space.levels.delete(at);
  for (const { at, last } of result.levels) space.levels.set(at, last);
  const after = afterWindow(days, window, result, rows.get(window.days.to));
  for (const row of after.written) rows.set(row.day, row);
  space.days = after.days;
}

/** As the facts answer: weighted sums of what was received. */
function minutesOf(space: Space, { from, to }: Stretch): CountedMinute[] {
  const sums = new Map<number, { at: number; ins: number; outs: number }>();
  for (const reading of space.readings.values()) {
    if (reading.at < from || reading.at >= to) continue;
    for (const each of space.folded!.members) {
      if (each.series !== reading.series || reading.at < each.from || reading.at >= each.to) continue;
      const sum = sums.get(reading.at) ?? { at: reading.at, ins: 0, outs: 0 };
      sum.ins += each.wIn * (each.reversed ? reading.outs : reading.ins);
      sum.outs += each.wOut * (each.reversed ? reading.ins : reading.outs);
      sums.set(reading.at, sum);
    }
  }
  return [...sums.values()].toSorted((a, b) => a.at - b.at);
}

const moment = (at: number) => new Date(at * 1000).toISOString();

function differenceFrom(space: Space): string | undefined {
  const closed = Math.floor(space.now / 60) * 60;
  const clock = space.clocks.get(space.definition.timezone)!;
  const truth = occupancyByHand(space.definition, [...space.readings.values()], clock, closed);
  for (const [at, level] of truth.levels) {
    const kept = space.levels.get(at);
    if (kept === undefined || unitsOf(kept) !== Number(level)) return `${moment(at)} is ${kept}, not ${level}`;
  }
  for (const at of space.levels.keys()) if (!truth.levels.has(at)) return `${moment(at)} should be a gap`;
  for (const { day, ins, outs } of space.rows.values()) {
    const known = truth.days.get(dateOfDay(day));
    if (unitsOf(ins) !== Number(known?.ins ?? 0n)) return `${dateOfDay(day)}: ${ins} ins, not ${known?.ins}`;
    if (unitsOf(outs) !== Number(known?.outs ?? 0n)) return `${dateOfDay(day)}: ${outs} outs, not ${known?.outs}`;
  }
  for (const [date, { ins, outs }] of truth.days)
    if (ins + outs > 0n && ![...space.rows.keys()].some((day) => dateOfDay(day) === date)) return `${date} is missing`;
  return undefined;
}

function compareVisits(random: Random, round: number): void {
  const space = newSpace(random);
  space.folded = space.definition;
  const zone = zoneOf(space.definition.timezone);
  for (let n = random(60); n >= 0; n -= 1) push(random, space, space.start + 60 * random(3 * 1440));
  const day = localDay(zone, space.start) + 1;
  const [from, to] = [firstMinute(zone, day), firstMinute(zone, day + 1)];
  const minutes = minutesOf(space, { from, to });
  const start = random(3);
  const inDay = [...space.readings.values()].filter(({ at }) => at >= from && at < to);
  const visits = visitsOfDay({
    zone,
    from,
    to,
    start,
    minutes,
    resets: resetsOf(space.definition, from, to),
    reflects: space.definition.settings,
  });
  const clock = dayOf(space.clocks.get(space.definition.timezone)!, from, to);
  const counted = [
    ...occupancyByHand(space.definition, inDay, clock, to, { start: BigInt(start) * 10_000n }).days.values(),
  ][0];
  const title = `round ${round}`;
  if (!counted || counted.ins === 0n || counted.outs === 0n || !counted.isEmptied) {
    expect(visits, title).toBeNull();
    return;
  }
  const { ins, outs } = counted;
  // As many leave as came.
  const factored = (left: bigint) => (2n * left * ins + outs) / (2n * outs);
  const [expected] = [...occupancyByHand(space.definition, inDay, clock, to, { factored }).days.values()];
  expect(visits?.ins, title).toBe(Number(ins) / 10_000);
  expect(visits?.area, title).toBeCloseTo(Number(expected!.seconds) / 10_000, 0);
}

function dayOf(clock: ReturnType<typeof watchClock>, from: number, to: number): ReturnType<typeof watchClock> {
  const first = (from - clock.start / 1000) / 60;
  // One minute more in front, for what happens at midnight.
  return { start: (from - 60) * 1000, latestShown: clock.latestShown.slice(first - 1, first + (to - from) / 60) };
}

type Random = (below: number) => number;

function randomNumbers(from: number): Random {
  let state = from >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}
