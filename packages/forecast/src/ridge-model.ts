import { weekdayOf } from '@atrium/calendar/civil';
import { type Grid, horizonDays, hoursPerDay } from './grid.ts';

/**
 * M2: ridge regression on the same hour of the last four weeks and on the calendar. One pass over the history fits all
 * origins, because the rows before an origin are the same for all that follow.
 */
export function ridgeModel(grid: Grid, values: Float64Array, origins: readonly number[]): Map<number, Float64Array> {
  const last = Math.max(...origins);
  const sums = newSums();
  const found = new Map<number, Float64Array>();
  const row = new Float64Array(size);
  const earliest = Math.min(...origins);
  const start = Math.min(earliest, Math.max(firstUsable, earliest - memoryDays));
  for (let day = start; day <= last; day += 1) {
    if (origins.includes(day)) found.set(day, ahead(grid, values, day, solve(sums)));
    if (grid.special[day] !== undefined) continue;
    for (let hour = 0; hour < hoursPerDay; hour += 1) {
      const slot = day * hoursPerDay + hour;
      const value = values[slot]!;
      if (!grid.live[slot] || Number.isNaN(value)) continue;
      const base = describe(grid, values, slot, day, row);
      // Counts vary like their mean; the weight makes quiet and busy hours comparable.
      if (base > 0) addRow(sums, row, value - base, 1 / (base + 1));
    }
  }
  return found;
}

const week = 7 * hoursPerDay;
const weeksBack = 4;
const firstUsable = 14;
const memoryDays = 364;

/** Three lags against their mean, growth a year ago, the level of the week before, seven weekdays, six parts of the day. */
const dayParts = 6;
const size = 3 + 1 + 1 + 7 + dayParts;

interface Sums {
  readonly products: Float64Array;
  readonly targets: Float64Array;
}

function newSums(): Sums {
  return { products: new Float64Array(size * size), targets: new Float64Array(size) };
}

function addRow({ products, targets }: Sums, row: Float64Array, target: number, weight: number): void {
  for (let i = 0; i < size; i += 1) {
    const scaled = row[i]! * weight;
    if (scaled === 0) continue;
    targets[i]! += scaled * target;
    for (let j = i; j < size; j += 1) products[i * size + j]! += scaled * row[j]!;
  }
}

/** Fills `row` for an hour and returns the mean of its lags; not a number where there are none. */
function describe(grid: Grid, values: Float64Array, slot: number, day: number, row: Float64Array): number {
  row.fill(0);
  let [sum, count] = [0, 0];
  for (let back = 1; back <= weeksBack; back += 1) {
    const value = lagOf(grid, values, slot - back * week);
    lags[back - 1] = value;
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  if (count === 0) return Number.NaN;
  const base = sum / count;
  for (let back = 0; back < 3; back += 1) row[back] = Number.isNaN(lags[back]!) ? 0 : lags[back]! - base;
  row[3] = base * growthAYearAgo(grid, values, slot);
  row[4] = count === weeksBack ? lags[0]! + lags[1]! - lags[2]! - lags[3]! : 0;
  row[5 + weekdayOf(grid.firstDay + day)] = base;
  row[12 + Math.floor(((slot % hoursPerDay) * dayParts) / hoursPerDay)] = base;
  return base;
}

const lags = new Float64Array(weeksBack);

/** Closed and special hours say nothing about an ordinary one. */
function lagOf(grid: Grid, values: Float64Array, slot: number): number {
  if (slot < 0 || !grid.live[slot] || grid.special[Math.floor(slot / hoursPerDay)] !== undefined) return Number.NaN;
  return values[slot]!;
}

function growthAYearAgo(grid: Grid, values: Float64Array, slot: number): number {
  const then = slot - 52 * week;
  if (then - weeksBack * week < 0) return 0;
  let [before, weeks] = [0, 0];
  for (let back = 1; back <= weeksBack; back += 1) {
    const value = lagOf(grid, values, then - back * week);
    if (Number.isNaN(value)) continue;
    before += value;
    weeks += 1;
  }
  const value = lagOf(grid, values, then);
  if (Number.isNaN(value) || !(before > 0)) return 0;
  return Math.max(-0.6, Math.min(1, (value * weeks) / before - 1));
}

const ridge = 0.02;

/** Cholesky; without rows the answer is zero: the mean of the lags. */
function solve({ products, targets }: Sums): Float64Array {
  let trace = 0;
  for (let i = 0; i < size; i += 1) trace += products[i * size + i]!;
  const penalty = ridge * (trace / size) + 1e-6;
  const lower = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1)
    for (let j = 0; j <= i; j += 1) {
      let sum = products[j * size + i]! + (i === j ? penalty : 0);
      for (let k = 0; k < j; k += 1) sum -= lower[i * size + k]! * lower[j * size + k]!;
      lower[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / lower[j * size + j]!;
    }
  const half = new Float64Array(size);
  for (let i = 0; i < size; i += 1) {
    let sum = targets[i]!;
    for (let k = 0; k < i; k += 1) sum -= lower[i * size + k]! * half[k]!;
    half[i] = sum / lower[i * size + i]!;
  }
  const answer = new Float64Array(size);
  for (let i = size - 1; i >= 0; i -= 1) {
    let sum = half[i]!;
    for (let k = i + 1; k < size; k += 1) sum -= lower[k * size + i]! * answer[k]!;
    answer[i] = sum / lower[i * size + i]!;
  }
  return answer;
}

/** Weeks after the first use what was forecast for the weeks before them. */
function ahead(grid: Grid, values: Float64Array, origin: number, factors: Float64Array): Float64Array {
  const start = origin * hoursPerDay;
  const known = values.slice();
  const row = new Float64Array(size);
  const hours = new Float64Array(horizonDays * hoursPerDay);
  known.fill(Number.NaN, start);
  for (let hour = 0; hour < hours.length; hour += 1) {
    const slot = start + hour;
    if (!grid.live[slot]) continue;
    const base = describe(grid, known, slot, Math.floor(slot / hoursPerDay), row);
    let value = base;
    for (let i = 0; i < size; i += 1) value += row[i]! * factors[i]!;
    known[slot] = Math.max(0, value);
    hours[hour] = known[slot]!;
  }
  return hours;
}
