import { medianOfFourWeeks, sameHourLastWeek, withoutPattern } from './baselines.ts';
import { dailyModel } from './daily-model.ts';
import { type Grid, horizonDays, hoursPerDay } from './grid.ts';
import { ridgeModel } from './ridge-model.ts';

/** `b0` same hour last week, `b1` median of four weeks, `flat` the median of all hours, `m1` daily level, `m2` ridge. */
export const methods = ['b0', 'b1', 'flat', 'm1', 'm2'] as const;
export type Method = (typeof methods)[number];
export const directions = ['ins', 'outs'] as const;
export type Direction = (typeof directions)[number];

export const backTestOrigins = 8;
export const backTestDays = 7;
/** Nothing is learned from less. */
export const leastDays = 21;

/** The hours of the horizon from one origin, per direction and method. */
export type Ahead = Readonly<Record<Direction, Readonly<Record<Method, Float64Array>>>>;

export interface Trials {
  /** Days of the grid, ascending; each has at least a week of known days ahead. */
  readonly origins: readonly number[];
  readonly past: readonly Ahead[];
  readonly ahead: Ahead;
}

/** Forecasts from today and, to be compared with what came, from up to eight days a week apart. */
export function runTrials(grid: Grid): Trials {
  const first = firstKnownDay(grid);
  const origins: number[] = [];
  for (let back = backTestOrigins; back >= 1; back -= 1) {
    const origin = grid.days - back * backTestDays;
    if (origin - first >= leastDays) origins.push(origin);
  }
  const all = [...origins, grid.days];
  const by = { ins: forecastsOf(grid, grid.ins, all), outs: forecastsOf(grid, grid.outs, all) };
  const runs = all.map((_, at) => ({ ins: by.ins[at]!, outs: by.outs[at]! }));
  return { origins, past: runs.slice(0, -1), ahead: runs.at(-1)! };
}

export function firstKnownDay(grid: Grid): number {
  const slot = grid.ins.findIndex((value) => !Number.isNaN(value));
  return slot < 0 ? grid.days : Math.floor(slot / hoursPerDay);
}

function forecastsOf(grid: Grid, values: Float64Array, origins: readonly number[]): Record<Method, Float64Array>[] {
  const ridge = ridgeModel(grid, values, origins);
  return origins.map((origin) => {
    const daily = dailyModel(grid, values, origin);
    return {
      b0: sameHourLastWeek(grid, values, origin),
      b1: medianOfFourWeeks(grid, values, origin),
      flat: withoutPattern(grid, values, origin),
      m1: daily.hours,
      m2: withEffects(ridge.get(origin)!, daily.effects),
    };
  });
}

/** The ridge learns ordinary days only; special ones differ from it as they differ from the level. */
function withEffects(hours: Float64Array, effects: Float64Array): Float64Array {
  return hours.map((value, hour) => value * effects[Math.floor(hour / hoursPerDay)]!);
}

/** The hours of the known days behind an origin; not a number beyond what is known. */
export function actualsOf(grid: Grid, direction: Direction, origin: number): Float64Array {
  const start = origin * hoursPerDay;
  const actual = new Float64Array(horizonDays * hoursPerDay).fill(Number.NaN);
  actual.set(grid[direction].subarray(start, Math.min(start + actual.length, grid.days * hoursPerDay)));
  return actual;
}
