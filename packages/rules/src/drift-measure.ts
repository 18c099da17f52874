import { type CountedMinute, foldOccupancy, type Gain } from '@atrium/metrics/occupancy-fold';
import type { DriftWorld } from './drift-world.ts';
import {
  type Corrections,
  countedStretches,
  type CountedStretch,
  expectedError,
  gainOfStretch,
  learnBalance,
  learnedGains,
  learningSeconds,
  offAtEnd,
} from './occupancy-drift.ts';

/** How far each way of counting is from the truth in a year: the mean absolute error over open minutes, in people. */
export type DriftErrors = Record<(typeof waysOfCounting)[number], number>;

export const waysOfCounting = ['plain', 'acf', 'weekdayHours', 'live', 'maxStay', 'endOfDay', 'everything'] as const;

export function measureDrift(world: DriftWorld, ways: readonly (keyof DriftErrors)[] = waysOfCounting): DriftErrors {
  const stretches = countedStretches(quarters(world.minutes), world.resets);
  const { maxStayMinutes } = world;
  const closed = () => stretches.flatMap(gainOfStretch);
  const learned = (uses: Parameters<typeof learnedGains>[1]) => gainsOfToday(world, stretches, uses);
  const measures: Record<keyof DriftErrors, () => number> = {
    plain: () => errorOf(world, [], null),
    acf: () => errorOf(world, learned({ acf: true, weekdayHours: false }), null),
    weekdayHours: () => errorOf(world, learned({ acf: false, weekdayHours: true }), null),
    live: () => errorOf(world, learned({ acf: true, weekdayHours: true }), null),
    maxStay: () => errorOf(world, [], maxStayMinutes),
    endOfDay: () => errorOf(world, closed(), null),
    everything: () => errorOf(world, closed(), maxStayMinutes),
  };
  const found = waysOfCounting.map((way) => [way, ways.includes(way) ? measures[way]() : Number.NaN] as const);
  return Object.fromEntries(found) as DriftErrors;
}

/** The levels of a year; gains that were learned are those that were known at the time. */
export function levelsOf(world: DriftWorld, gains: readonly Gain[], maxStayMinutes: number | null) {
  const { zone, from, to, minutes, resets } = world;
  const stays = [{ from, to, maxStayMinutes }];
  return foldOccupancy({ zone, from, to, start: 0, minutes, resets, gains, stays }).levels;
}

function errorOf(world: DriftWorld, gains: readonly Gain[], maxStayMinutes: number | null): number {
  let [error, minutes] = [0, 0];
  for (const { at, last } of levelsOf(world, gains, maxStayMinutes)) {
    const index = (at - world.from) / 60;
    if (world.open[index] === 0) continue;
    error += Math.abs(last - world.truth[index]!);
    minutes += 1;
  }
  return error / minutes;
}

/** The share of days that end within the expected error of their start, counted as the number of today is. */
export function shareWithinExpected({ minutes, resets, zone }: DriftWorld): number {
  const stretches = countedStretches(quarters(minutes), resets);
  let [within, days, first] = [0, 0, 0];
  for (const [index, stretch] of stretches.entries()) {
    while (stretches[first]!.from < stretch.from - learningSeconds) first += 1;
    const before = stretches.slice(first, index);
    const learned = learnBalance(before, zone);
    const gainsOf = (from: number, to: number) =>
      learnedGains(learned, { acf: true, weekdayHours: true }, zone, from, to);
    const error = expectedError(before, gainsOf, stretch.ins + stretch.outs);
    if (error === undefined || stretch.ins + stretch.outs === 0) continue;
    days += 1;
    if (Math.abs(offAtEnd(stretch, gainsOf(stretch.from, stretch.to))) <= error) within += 1;
  }
  return within / days;
}

/** Each day by what the days before it say. */
function gainsOfToday(
  { zone }: DriftWorld,
  stretches: readonly CountedStretch[],
  uses: Pick<Corrections, 'acf' | 'weekdayHours'>,
): Gain[] {
  let first = 0;
  return stretches.flatMap((stretch, index) => {
    while (stretches[first]!.from < stretch.from - learningSeconds) first += 1;
    return learnedGains(learnBalance(stretches.slice(first, index), zone), uses, zone, stretch.from, stretch.to);
  });
}

function quarters(minutes: readonly CountedMinute[]): CountedMinute[] {
  const found = new Map<number, { at: number; ins: number; outs: number }>();
  for (const { at, ins, outs } of minutes) {
    const begin = Math.floor(at / 900) * 900;
    const known = found.get(begin) ?? { at: begin, ins: 0, outs: 0 };
    known.ins += ins;
    known.outs += outs;
    found.set(begin, known);
  }
  return [...found.values()];
}
