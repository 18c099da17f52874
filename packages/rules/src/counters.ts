/**
 * Counters that only grow, as some sensors send them, turned into what was counted between two readings. Everything follows
 * from the set of readings, so it does not matter how often or in which order they arrive.
 */

/** What a counter showed. */
export interface CounterReading {
  /** Epoch seconds. */
  readonly at: number;
  readonly value: number;
}

export interface CounterRules {
  /** Where the counter starts again at zero by its size: 65,536 for 16 bits. Null when it is too large to matter. */
  readonly modulus: number | null;
  /** The most that can be counted in a second. */
  readonly maxPerSecond: number;
  /** Whether the device sets itself to zero by its own schedule somewhere in `(from, to]`. */
  readonly resetsBetween?: (from: number, to: number) => boolean;
}

/** What was counted from one minute to another. */
export interface CounterStep {
  /** Epoch seconds, whole minutes. */
  readonly from: number;
  readonly to: number;
  /** Null where it cannot be known, because the device was set to another value in between. */
  readonly counted: number | null;
  readonly event: 'reset' | 'wrap' | 'jump' | null;
}

/**
 * The steps between readings. They begin and end on whole minutes, so that none overlaps another; of several readings that
 * belong to one minute the last one stands. The first reading is where counting begins.
 */
export function counterSteps(readings: readonly CounterReading[], rules: CounterRules): CounterStep[] {
  const points = withoutOutliers(lastOfEachMinute(readings), rules);
  return points.slice(1).map((point, index) => stepBetween(points[index]!, point, rules));
}

/** Rounded, because a device that reports at the end of each interval does so a little early or late. */
function lastOfEachMinute(readings: readonly CounterReading[]): CounterReading[] {
  const points = new Map<number, CounterReading>();
  for (const reading of readings) {
    const minute = 60 * Math.round(reading.at / 60);
    const known = points.get(minute);
    if (!known || isLater(reading, known)) points.set(minute, reading);
  }
  return [...points].toSorted(([a], [b]) => a - b).map(([at, { value }]) => ({ at, value }));
}

/** Two values of one instant contradict each other: the larger one is taken, whichever came first. */
function isLater(a: CounterReading, b: CounterReading): boolean {
  return a.at > b.at || (a.at === b.at && a.value > b.value);
}

/** A single value far off, with the next one where the one before would lead, is a fault and not a step. */
function withoutOutliers(points: readonly CounterReading[], rules: CounterRules): CounterReading[] {
  const kept: CounterReading[] = [];
  points.forEach((point, index) => {
    const before = kept.at(-1);
    const after = points[index + 1];
    const isOutlier =
      before !== undefined &&
      after !== undefined &&
      growth(before, point, rules) === null &&
      growth(before, after, rules) !== null;
    if (!isOutlier) kept.push(point);
  });
  return kept;
}

function stepBetween(before: CounterReading, after: CounterReading, rules: CounterRules): CounterStep {
  const between = { from: before.at, to: after.at };
  const limit = rules.maxPerSecond * (after.at - before.at);
  const sinceZero = after.value <= limit ? after.value : null;
  if (rules.resetsBetween?.(before.at, after.at)) return { ...between, counted: sinceZero, event: 'reset' };
  const counted = growth(before, after, rules);
  if (counted !== null) return { ...between, counted, event: after.value < before.value ? 'wrap' : null };
  if (after.value < before.value && sinceZero !== null) return { ...between, counted: sinceZero, event: 'reset' };
  return { ...between, counted: null, event: 'jump' };
}

/** What the counter grew by, through a wrap too; null when it cannot have grown like that. */
function growth(before: CounterReading, after: CounterReading, { modulus, maxPerSecond }: CounterRules): number | null {
  const limit = maxPerSecond * (after.at - before.at);
  if (after.value >= before.value) return after.value - before.value <= limit ? after.value - before.value : null;
  if (modulus === null || before.value <= 0.9 * modulus) return null;
  const through = after.value + modulus - before.value;
  return through <= limit ? through : null;
}
