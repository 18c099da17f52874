/** How busy a place is, day after day: each entry knows nothing of later days. */
export interface Level {
  /** After the day; not a number before the first. */
  readonly after: Float64Array;
  /** Growth of its logarithm per day. */
  readonly slope: Float64Array;
  /** How old, in days, what it knows is on average. */
  readonly lag: number;
  /** A calmer level that it returns to, the further ahead the more. */
  readonly calm?: Level | undefined;
}

export const smoothing = { slow: 0.035, middle: 0.09, fast: 0.22, instant: 0.55 };

/** Days beyond the usual scatter are clipped; so many in a row on the same side are a new level. */
const clip = 2.2;
const shift = 3.2;
const daysOfShift = 4;

/** Days before `from` are not looked at. */
export function filterLevel(
  { ratio, weight, special }: Pick<DayRatios, 'ratio' | 'weight' | 'special'>,
  alpha: number,
  from = 0,
): Level {
  const after = new Float64Array(ratio.length).fill(Number.NaN);
  const slope = new Float64Array(ratio.length);
  let level = Number.NaN;
  let scatter = 0.25;
  let trend = 0;
  let seen = 0;
  /** Days in a row that are far off on the same side. */
  let run: number[] = [];
  for (let day = from; day < ratio.length; day += 1) {
    const actual = ratio[day]!;
    if (!Number.isNaN(actual) && !special[day]) {
      if (Number.isNaN(level)) {
        if (actual > 0) level = actual;
        seen = actual > 0 ? 1 : 0;
      } else {
        // What chance alone does to a count of this size.
        const chance = 1 / Math.sqrt(Math.max(1, weight[day]! * level));
        const spread = Math.max(scatter, chance);
        const off = Math.log(Math.max(actual, level * 1e-3) / level);
        const far = Math.abs(off) > shift * spread;
        run = far && (run.length === 0 || run[0]! > level === off > 0) ? [...run, actual] : far ? [actual] : [];
        if (run.length >= daysOfShift) {
          const mean = run.reduce((sum, each) => sum + each, 0) / run.length;
          if (mean > 0) level = mean;
          seen = run.length;
          trend = 0;
          run = [];
        } else {
          seen += 1;
          // A new place learns as fast as a mean does.
          const step = Math.max(alpha, 1 / seen);
          const [least, most] = [level * Math.exp(-clip * spread), level * Math.exp(clip * spread)];
          const next = level + step * (Math.min(most, Math.max(least, actual)) - level);
          scatter += 0.05 * (Math.min(Math.abs(off), clip * spread) * 1.25 - scatter);
          level = next;
        }
      }
    }
    after[day] = level;
    const before = after[day - 28];
    if (before !== undefined && before > 0 && level > 0 && seen > 35) {
      const growth = Math.log(level / before) / 28;
      trend += 0.1 * (Math.max(-0.02, Math.min(0.02, growth)) - trend);
    }
    slope[day] = trend;
  }
  return { after, slope, lag: (1 - alpha) / alpha };
}

/** Days before an origin: how busy each was as a ratio to the usual week, and how much of it was received. */
export interface DayRatios {
  /** Not a number where too little was received. */
  readonly ratio: Float64Array;
  /** People expected in the received hours. */
  readonly weight: Float64Array;
  /** Special days, which say nothing about the others. */
  readonly special: Uint8Array;
  /** With the smoothing of the middle. */
  readonly level: Level;
}
