import { type Grid, horizonDays, hoursPerDay } from './grid.ts';

/** Hours of a horizon that begins on day `origin` of a grid, from what is known before that day. */
export type Forecaster = (grid: Grid, values: Float64Array, origin: number) => Float64Array;

const week = 7 * hoursPerDay;

/** B0: the same hour of the last week that has one. */
export const sameHourLastWeek: Forecaster = (grid, values, origin) =>
  overHorizon(grid, origin, (slot) => {
    for (let back = 1; back <= maxWeeksBack; back += 1) {
      const value = knownAt(grid, values, slot - back * week);
      if (value !== undefined) return value;
    }
    return Number.NaN;
  });

/** B1: the median of the last four of the same hour and weekday. */
export const medianOfFourWeeks: Forecaster = (grid, values, origin) =>
  overHorizon(grid, origin, (slot) => {
    let found = 0;
    for (let back = 1; back <= maxWeeksBack && found < lastFour.length; back += 1) {
      const value = knownAt(grid, values, slot - back * week);
      if (value !== undefined) lastFour[found++] = value;
    }
    return medianOf(lastFour.subarray(0, found));
  });

/** The median of all open hours of four weeks: what is known without any pattern. */
export const withoutPattern: Forecaster = (grid, values, origin) => {
  const found: number[] = [];
  for (let slot = Math.max(0, origin - 28) * hoursPerDay; slot < origin * hoursPerDay; slot += 1)
    if (grid.live[slot] && !Number.isNaN(values[slot]!)) found.push(values[slot]!);
  const median = medianOf(Float64Array.from(found));
  return overHorizon(grid, origin, () => median);
};

const lastFour = new Float64Array(4);

export function medianOf(values: Float64Array): number {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Neither missing nor from a time when the place was closed. */
function knownAt({ live }: Grid, values: Float64Array, slot: number): number | undefined {
  return live[slot] && !Number.isNaN(values[slot]!) ? values[slot] : undefined;
}

/** Beyond that, a place is another one. */
const maxWeeksBack = 8;

/** Closed hours are zero by schedule. `known` is asked for hours of the first week ahead, which repeats. */
function overHorizon(grid: Grid, origin: number, known: (slot: number) => number): Float64Array {
  const start = origin * hoursPerDay;
  const ahead = new Float64Array(horizonDays * hoursPerDay);
  const usual = new Float64Array(week);
  for (let hour = 0; hour < week; hour += 1) usual[hour] = known(start + hour);
  for (let hour = 0; hour < ahead.length; hour += 1) if (grid.live[start + hour]) ahead[hour] = usual[hour % week]!;
  return ahead;
}
