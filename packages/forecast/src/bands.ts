import { horizonDays, hoursPerDay } from './grid.ts';

/** A forecast of the past beside what came. Both are hours of a horizon. */
export interface Trial {
  readonly forecast: Float64Array;
  readonly actual: Float64Array;
}

export interface Band {
  readonly low: number;
  readonly high: number;
}

/** The 80% band of a value `day` days ahead. */
export type BandOf = (value: number, day: number) => Band;

const share = 0.8;
const weeks = horizonDays / 7;

/** From the residuals of hours. `isLive` leaves out the hours that are zero by schedule. */
export function hourBands(trials: readonly Trial[], isLive: (trial: number, hour: number) => boolean): BandOf {
  const residuals: Residual[] = [];
  trials.forEach(({ forecast, actual }, trial) => {
    for (let hour = 0; hour < forecast.length; hour += 1) {
      if (Number.isNaN(forecast[hour]! + actual[hour]!) || !isLive(trial, hour)) continue;
      residuals.push({ value: forecast[hour]!, actual: actual[hour]!, day: Math.floor(hour / hoursPerDay) });
    }
  });
  return bandsFrom(residuals, 5);
}

/** From the residuals of whole days: those of hours must not be added. Days with a missing hour do not count. */
export function dayBands(trials: readonly Trial[]): BandOf {
  const residuals = trials.flatMap(({ forecast, actual }) =>
    Array.from({ length: horizonDays }, (_, day) => ({
      value: daySum(forecast, day),
      actual: daySum(actual, day),
      day,
    })).filter(({ value, actual: came }) => !Number.isNaN(value + came)),
  );
  return bandsFrom(residuals, 1);
}

export function daySum(hours: Float64Array, day: number): number {
  let sum = 0;
  for (let hour = day * hoursPerDay; hour < (day + 1) * hoursPerDay; hour += 1) sum += hours[hour]!;
  return sum;
}

interface Residual {
  readonly value: number;
  readonly actual: number;
  readonly day: number;
}

/** Residuals grow with what is forecast: slower than the value, faster than its root. */
function scaleOf(value: number): number {
  const root = Math.sqrt(value + 0.5);
  return root * Math.sqrt(root);
}

function bandsFrom(residuals: readonly Residual[], maxBins: number): BandOf {
  const near = residuals.filter(({ day }) => day < 7).toSorted((a, b) => a.value - b.value);
  if (near.length < leastResiduals) return wideBand;
  const count = Math.max(1, Math.min(maxBins, Math.floor(near.length / 60)));
  const bins = Array.from({ length: count }, (_, bin) => {
    const part = near.slice(Math.floor((bin * near.length) / count), Math.floor(((bin + 1) * near.length) / count));
    const off = Float64Array.from(part, ({ value, actual }) => (actual - value) / scaleOf(value)).toSorted();
    return {
      at: part.reduce((sum, { value }) => sum + value, 0) / part.length,
      low: quantile(off, (1 - share) / 2),
      high: quantile(off, (1 + share) / 2),
    };
  });
  const widening = wideningOf(residuals);
  return (value, day) => {
    const { low, high } = between(bins, value);
    const scale = scaleOf(value) * widening[Math.min(weeks - 1, Math.floor(day / 7))]!;
    return { low: Math.max(0, Math.min(value, value + low * scale)), high: Math.max(value, value + high * scale) };
  };
}

const leastResiduals = 14;

/** Without a back-test: too wide rather than too narrow. */
export const wideBand: BandOf = (value) => {
  const spread = 1.6 * Math.sqrt(value + 1 + (0.5 * value) ** 2);
  return { low: Math.max(0, value - spread), high: value + spread };
};

interface Bin {
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

function between(bins: readonly Bin[], value: number): Omit<Bin, 'at'> {
  const above = bins.findIndex(({ at }) => at >= value);
  if (above <= 0) return bins[above === 0 ? 0 : bins.length - 1]!;
  const [a, b] = [bins[above - 1]!, bins[above]!];
  const along = b.at > a.at ? (value - a.at) / (b.at - a.at) : 0;
  return { low: a.low + along * (b.low - a.low), high: a.high + along * (b.high - a.high) };
}

/** How much further off the second, third and fourth week are than the first. */
function wideningOf(residuals: readonly Residual[]): number[] {
  const sums = new Float64Array(weeks);
  const counts = new Float64Array(weeks);
  for (const { value, actual, day } of residuals) {
    const at = Math.floor(day / 7);
    sums[at]! += Math.abs(actual - value) / scaleOf(value);
    counts[at]! += 1;
  }
  const means = Array.from(sums, (sum, at) => (counts[at]! >= leastResiduals ? sum / counts[at]! : Number.NaN));
  let widest = 1;
  return means.map((mean, at) => {
    const ratio = mean / means[0]!;
    // Without enough residuals of a later week: what weeks usually add.
    widest = Math.max(widest, Number.isNaN(ratio) ? widest * (at === 0 ? 1 : 1.08) : Math.min(2.5, ratio));
    return widest;
  });
}

function quantile(sorted: Float64Array, part: number): number {
  // A little outside of what was seen: the next value is new.
  const place = part * (sorted.length + 1) - 1;
  const at = Math.max(0, Math.min(sorted.length - 1, place));
  const below = Math.floor(at);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}
