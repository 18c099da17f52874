import { weekdayOf } from '@atrium/calendar/civil';
import { type Grid, horizonDays, hoursPerDay } from './grid.ts';
import { type DayRatios, filterLevel, type Level, smoothing } from './level.ts';
import { daySums, type Profile, profileDays, profileOf } from './profile.ts';
import { specialEffects } from './special-days.ts';

/**
 * M1: how busy a day is (a damped level on the log scale, the season of a year ago, the effects of special days) times
 * the profile of its weekday.
 */
export function dailyModel(
  grid: Grid,
  values: Float64Array,
  origin: number,
): { hours: Float64Array; effects: Float64Array } {
  const ratios = ratiosBefore(grid, values, origin);
  const hours = new Float64Array(horizonDays * hoursPerDay).fill(Number.NaN);
  if (!ratios) return { hours, effects: new Float64Array(horizonDays).fill(1) };
  const { profile, days } = ratios;
  const paths = bestPaths(days, origin);
  const effectOf = specialEffects(grid, days, origin);
  const effects = Float64Array.from({ length: horizonDays }, (_, day) => effectOf(grid.special[origin + day]));
  for (let day = 0; day < horizonDays; day += 1) {
    const level = paths[day]! * effects[day]!;
    const week = weekdayOf(grid.firstDay + origin + day) * hoursPerDay;
    for (let hour = 0; hour < hoursPerDay; hour += 1) {
      const live = grid.live[(origin + day) * hoursPerDay + hour];
      hours[day * hoursPerDay + hour] = live ? level * profile[week + hour]! : 0;
    }
  }
  return { hours, effects };
}

function ratiosBefore(
  grid: Grid,
  values: Float64Array,
  origin: number,
): { profile: Profile; days: DayRatios } | undefined {
  // The second pass knows how busy days were, and so takes growth and seasons out of the profile.
  let profile = profileOf(grid, values, origin);
  let days = ratiosTo(grid, values, origin, profile, Math.max(0, origin - profileDays - settleDays));
  if (!(days.level.after.at(-1)! > 0)) return undefined;
  profile = profileOf(grid, values, origin, days.level.after);
  days = ratiosTo(grid, values, origin, profile, 0);
  return days.level.after.at(-1)! > 0 ? { profile, days } : undefined;
}

/** A day counts when at least this part of its people was within the received hours. */
const enough = 0.4;
/** After so many days a level has forgotten where it began. */
const settleDays = 90;

function ratiosTo(grid: Grid, values: Float64Array, origin: number, profile: Profile, from: number): DayRatios {
  const ratio = new Float64Array(origin).fill(Number.NaN);
  const weight = new Float64Array(origin);
  const special = new Uint8Array(origin);
  for (let day = from; day < origin; day += 1) {
    const { seen, expected, whole } = daySums(grid, values, profile, day);
    special[day] = grid.special[day] === undefined ? 0 : 1;
    if (!(expected > 0) || expected < enough * whole) continue;
    ratio[day] = seen / expected;
    weight[day] = expected;
  }
  return { ratio, weight, special, level: filterLevel({ ratio, weight, special }, smoothing.middle, from) };
}

/** How many past weeks decide which way of looking ahead is best here. */
const trialWeeks = 26;
const damping = 0.94;
const returning = 0.88;

/** A way of looking ahead from a level: with its trend or without, and how much of last year's season is believed. */
interface Way {
  readonly level: Level;
  readonly trend: number;
  readonly season: number;
  /** In the past. */
  error: number;
}

/** The level of each day ahead: the mean of the three ways that were best in the past. */
function bestPaths(days: DayRatios, origin: number): Float64Array {
  const from = Math.max(0, origin - trialWeeks * 7 - settleDays);
  const year = lastYear(days, origin);
  const fast = filterLevel(days, smoothing.fast, from);
  const ways: Way[] = [
    filterLevel(days, smoothing.slow, from),
    days.level,
    fast,
    { ...filterLevel(days, smoothing.instant, from), calm: fast },
  ].flatMap((level) =>
    [0, 1].flatMap((trend) => (year ? [0, 0.5, 1] : [0]).map((season) => ({ level, trend, season, error: 0 }))),
  );
  for (let back = 1; back <= trialWeeks && origin - back * 7 >= 21; back += 1)
    tryWays(ways, days, year, origin - back * 7, 0.96 ** back);
  const best = ways.toSorted((a, b) => a.error - b.error).slice(0, 3);
  return Float64Array.from({ length: horizonDays }, (_, day) => {
    const sum = best.reduce((total, way) => {
      const { last, growth, seasonal } = aheadOf(way.level, year, origin, day);
      return total + Math.exp(last + way.trend * growth + way.season * seasonal);
    }, 0);
    return sum / best.length;
  });
}

function tryWays(ways: Way[], days: DayRatios, year: Float64Array | undefined, from: number, weight: number): void {
  for (let day = 0; day < 7; day += 1) {
    const actual = days.ratio[from + day]!;
    if (Number.isNaN(actual) || days.special[from + day]) continue;
    let level: Level | undefined;
    let parts = { last: 0, growth: 0, seasonal: 0 };
    for (const way of ways) {
      if (way.level !== level) parts = aheadOf((level = way.level), year, from, day);
      const { last, growth, seasonal } = parts;
      const path = Math.exp(last + way.trend * growth + way.season * seasonal);
      way.error += weight * days.weight[from + day]! * Math.abs(actual - path);
    }
  }
}

/** The parts of the logarithm of the level on a day ahead of `from`. */
function aheadOf(
  { after, slope, lag, calm }: Level,
  year: Float64Array | undefined,
  from: number,
  day: number,
): { last: number; growth: number; seasonal: number } {
  let last = Math.log(after[from - 1]!);
  if (calm) last += (1 - returning ** day) * (Math.log(calm.after[from - 1]!) - last);
  const growth = slope[from - 1]! * (lag + (1 - damping ** (day + 1)) / (1 - damping));
  if (!year) return { last, growth, seasonal: 0 };
  // Last year at the age that the smoothed level has.
  const then = year[from + day]! / year[Math.max(0, from - 1 - Math.round(lag))]!;
  return { last, growth, seasonal: then > 0 ? Math.log(Math.min(3, Math.max(1 / 3, then))) : 0 };
}

/** How busy the place was 52 weeks before a day, smoothed over 11 days, to the end of the horizon. */
function lastYear({ ratio, weight, special }: DayRatios, origin: number): Float64Array | undefined {
  const back = 364;
  if (origin < back + 35) return undefined;
  const year = new Float64Array(origin + horizonDays).fill(Number.NaN);
  for (let day = Math.max(back - 5, origin - trialWeeks * 7 - settleDays); day < year.length; day += 1) {
    let [sum, weights] = [0, 0];
    for (let near = Math.max(0, day - back - 5); near <= day - back + 5 && near < origin; near += 1) {
      if (Number.isNaN(ratio[near]!) || special[near]) continue;
      sum += ratio[near]! * weight[near]!;
      weights += weight[near]!;
    }
    if (weights > 0) year[day] = sum / weights;
  }
  return year;
}
