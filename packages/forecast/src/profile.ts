import { weekdayOf } from '@atrium/calendar/civil';
import { type Grid, hoursPerDay } from './grid.ts';

/** People per hour of an ordinary week at level 1, Sunday first: `weekday * 24 + hour`. */
export type Profile = Float64Array;

/** After so many days, a day counts half for the profile. */
const halfLife = 56;
export const profileDays = 182;
/** People seen on a weekday before its own shape counts as much as that of all days. */
const shapePrior = 150;

/**
 * The usual week before `origin`, from days that are not special. `levelOf` is how busy the place was on a day: dividing
 * by it keeps growth and seasons out of the shape.
 */
export function profileOf(grid: Grid, values: Float64Array, origin: number, levelOf?: Float64Array): Profile {
  const sums = new Float64Array(7 * hoursPerDay);
  const weights = new Float64Array(7 * hoursPerDay);
  for (let day = Math.max(0, origin - profileDays); day < origin; day += 1) {
    if (grid.special[day] !== undefined) continue;
    const level = levelOf ? levelOf[day]! : 1;
    if (!(level > 0)) continue;
    // Counts have a variance like their mean: busy days say more about the shape, so sums are divided by sums.
    const weight = 0.5 ** ((origin - day) / halfLife);
    const week = weekdayOf(grid.firstDay + day) * hoursPerDay;
    for (let hour = 0; hour < hoursPerDay; hour += 1) {
      const slot = day * hoursPerDay + hour;
      if (!grid.live[slot] || Number.isNaN(values[slot]!)) continue;
      sums[week + hour]! += weight * values[slot]!;
      weights[week + hour]! += weight * level;
    }
  }
  return pooled(sums, weights);
}

/** The shape of a weekday leans on that of all days where few people were seen. */
function pooled(sums: Float64Array, weights: Float64Array): Profile {
  const all = new Float64Array(hoursPerDay);
  const allWeights = new Float64Array(hoursPerDay);
  for (let at = 0; at < sums.length; at += 1) {
    all[at % hoursPerDay]! += sums[at]!;
    allWeights[at % hoursPerDay]! += weights[at]!;
  }
  const usual = all.map((sum, hour) => (allWeights[hour]! > 0 ? sum / allWeights[hour]! : Number.NaN));
  const profile = new Float64Array(sums.length).fill(Number.NaN);
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const from = weekday * hoursPerDay;
    let seen = 0;
    let expected = 0;
    for (let hour = 0; hour < hoursPerDay; hour += 1) {
      if (!(weights[from + hour]! > 0)) continue;
      seen += sums[from + hour]!;
      expected += usual[hour]! * weights[from + hour]!;
    }
    const ratio = expected > 0 ? seen / expected : 1;
    const trust = seen / (seen + shapePrior);
    for (let hour = 0; hour < hoursPerDay; hour += 1) {
      const own = sums[from + hour]! / weights[from + hour]!;
      const like = usual[hour]! * ratio;
      profile[from + hour] = weights[from + hour]! > 0 ? trust * own + (1 - trust) * like : like;
    }
  }
  return profile;
}

/** What the profile expects of the hours of a day that were received, and what they had. */
export function daySums(
  grid: Grid,
  values: Float64Array,
  profile: Profile,
  day: number,
): { seen: number; expected: number; whole: number } {
  const week = weekdayOf(grid.firstDay + day) * hoursPerDay;
  let [seen, expected, whole] = [0, 0, 0];
  for (let hour = 0; hour < hoursPerDay; hour += 1) {
    const slot = day * hoursPerDay + hour;
    const usual = profile[week + hour]!;
    if (!grid.live[slot] || Number.isNaN(usual)) continue;
    whole += usual;
    if (Number.isNaN(values[slot]!)) continue;
    seen += values[slot]!;
    expected += usual;
  }
  return { seen, expected, whole };
}
