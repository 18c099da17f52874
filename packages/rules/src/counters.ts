/**
 * Counters that only grow, as some sensors send them, turned into what was counted between two readings. Everything follows
 * from the set of readings, so it does not matter how often or in which order they arrive.
 */

/** What the counters of a line showed together: one value for each direction it counts. */
export interface CounterReading {
  /** Epoch seconds. */
  readonly at: number;
  readonly values: readonly number[];
}

export interface CounterRules {
  /** Where a counter starts again at zero by its size: 65,536 for 16 bits. Null when it is too large to matter. */
  readonly modulus: number | null;
  /** The most that can be counted in a second and direction. */
  readonly maxPerSecond: number;
  /** Whether the device sets itself to zero by its own schedule somewhere in `(from, to]`. */
  readonly resetsBetween?: (from: number, to: number) => boolean;
  /** Whether a reading shows only what was counted since the one before. */
  readonly isInterval?: (at: number) => boolean;
}

/** What was counted from one minute to another. */
export interface CounterStep {
  /** Epoch seconds, whole minutes. */
  readonly from: number;
  readonly to: number;
  /** Null where it cannot be known, because the device was set to another value in between. */
  readonly counted: readonly number[] | null;
  readonly event: 'reset' | 'wrap' | 'jump' | null;
}

/** The last reading of a minute, or all that show an interval. */
interface Point extends CounterReading {
  /** When it was read; `at` is the minute. */
  readonly said: number;
}

/**
 * The steps between readings. They begin and end on whole minutes, so that none overlaps another; of several readings that
 * belong to one minute the last one stands. The first reading is where counting begins.
 */
export function counterSteps(readings: readonly CounterReading[], rules: CounterRules): CounterStep[] {
  const points = withoutOutliers(pointsOf(readings, rules), rules);
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    if (rules.isInterval?.(point.at)) return [intervalStep(before, point, rules)];
    return before ? [stepBetween(before, point, rules, points[index - 2])] : [];
  });
}

/** Rounded, because a device that reports at the end of each interval does so a little early or late. */
function pointsOf(readings: readonly CounterReading[], { isInterval }: CounterRules): Point[] {
  const points = new Map<number, Point>();
  const once = new Map(readings.map((reading) => [reading.at, reading]));
  for (const { at: said, values } of isInterval ? once.values() : readings) {
    const at = 60 * Math.round(said / 60);
    const known = points.get(at);
    if (known && isInterval?.(at)) points.set(at, together(known, { at, said, values }));
    else if (!known || said >= known.said) points.set(at, { at, said, values });
  }
  return [...points.values()].toSorted((a, b) => a.at - b.at);
}

function together(one: Point, other: Point): Point {
  const values = other.values.map((value, way) => value + one.values[way]!);
  return { at: one.at, said: Math.max(one.said, other.said), values };
}

/** A single reading far off, with the next one where the one before would lead, is a fault and not a step. */
function withoutOutliers(points: readonly Point[], rules: CounterRules): Point[] {
  const kept: Point[] = [];
  points.forEach((point, index) => {
    const before = kept.at(-1);
    const after = points[index + 1];
    const isOutlier =
      before !== undefined &&
      after !== undefined &&
      ![before, point, after].some(({ at }) => rules.isInterval?.(at)) &&
      !rules.resetsBetween?.(countedFrom(kept.at(-2), before, rules), after.said) &&
      growth(before, point, rules) === null &&
      growth(before, after, rules) !== null;
    if (!isOutlier) kept.push(point);
  });
  return kept;
}

/** Days without a reading are no part of what the next one shows. */
const maxInterval = 86_400;

/** Nobody knows when the interval of the first reading began; its minute is certainly part of it. */
function intervalStep(before: Point | undefined, { at: to, values }: Point, rules: CounterRules): CounterStep {
  const from = before ? Math.max(before.at, to - maxInterval) : to - 60;
  const isPlausible = values.every((value) => value <= rules.maxPerSecond * (to - from));
  return { from, to, counted: isPlausible ? values : null, event: isPlausible ? null : 'jump' };
}

function stepBetween(before: Point, after: Point, rules: CounterRules, earlier: Point | undefined): CounterStep {
  const between = { from: before.at, to: after.at };
  // What an interval had says nothing of how far the counter had come.
  if (rules.isInterval?.(before.at)) return { ...between, counted: null, event: 'jump' };
  const limit = rules.maxPerSecond * (after.at - before.at);
  const sinceZero = after.values.every((value) => value <= limit) ? after.values : null;
  if (isScheduled(before, after, rules, earlier)) return { ...between, counted: sinceZero, event: 'reset' };
  const falls = hasFallen(before, after);
  const counted = growth(before, after, rules);
  if (counted !== null) return { ...between, counted, event: falls ? 'wrap' : null };
  if (falls && sinceZero !== null) return { ...between, counted: sinceZero, event: 'reset' };
  return { ...between, counted: null, event: 'jump' };
}

function isScheduled(before: Point, after: Point, rules: CounterRules, earlier: Point | undefined): boolean {
  const [from, to] = [countedFrom(earlier, before, rules), countedFrom(before, after, rules)];
  return from < to && rules.resetsBetween?.(from, to) === true;
}

/** A reading of the very second of a reset that has not fallen shows how far the counter came until then. */
function countedFrom(previous: Point | undefined, point: Point, { resetsBetween }: CounterRules): number {
  const isUntilReset =
    previous !== undefined && resetsBetween?.(point.said - 1, point.said) && !hasFallen(previous, point);
  return isUntilReset ? point.said - 1 : point.said;
}

function hasFallen(before: CounterReading, after: CounterReading): boolean {
  return after.values.some((value, way) => value < before.values[way]!);
}

/** What the counters grew by, through a wrap too; null when one of them cannot have grown like that. */
function growth(before: CounterReading, after: CounterReading, { modulus, maxPerSecond }: CounterRules) {
  const limit = maxPerSecond * (after.at - before.at);
  const grown = after.values.map((value, way) => {
    const earlier = before.values[way]!;
    if (value >= earlier) return value - earlier;
    return modulus !== null && earlier > 0.9 * modulus ? value + modulus - earlier : Infinity;
  });
  return grown.every((each) => each <= limit) ? grown : null;
}
