import { addUnits, secondsPerDay, startOfUnit, weekdayOf } from './civil.ts';
import { InvalidPeriod } from './invalid-period.ts';
import { dayStart, firstInstantAt, localDay, segments, wallClock, type Zone } from './zones.ts';

export const groupings = ['minute', 'hour', 'day', 'week', 'isoweek', 'month', 'year'] as const;
export type Grouping = (typeof groupings)[number];

/** Days, or hours, that are added up by their weekday. */
export const folds = ['weekday', 'weekday,hour'] as const;
export type Fold = (typeof folds)[number];

export interface GroupingStep {
  readonly grouping: Grouping;
  readonly step: number;
  /** The buckets of the grouping are folded to one week. */
  readonly fold?: Fold;
}

/** The maximum number of local days in a custom range, by grouping. */
export const maxRangeDays: Record<Grouping, number> = {
  minute: 31,
  hour: 93,
  day: 370,
  week: 740,
  isoweek: 740,
  month: 1480,
  year: Number.POSITIVE_INFINITY,
};

const maxFoldDays = 370;

/** Reads `hour`, or with a step `minute(5)`, or `weekday` and `weekday,hour`. A bare `minute` means quarter hours. */
export function parseGrouping(text: string): GroupingStep {
  const fold = folds.find((known) => known === text);
  if (fold) return { grouping: fold === 'weekday' ? 'day' : 'hour', step: 1, fold };
  const [, name = '', stepText] = /^([a-z]+)(?:\((\d{1,3})\))?$/.exec(text) ?? [];
  const grouping = groupings.find((known) => known === name);
  if (!grouping)
    throw new InvalidPeriod(
      'dateGroupings',
      `Unknown date grouping: use one of ${[...groupings, 'weekday'].join(', ')}, or weekday,hour.`,
    );
  const step = stepText === undefined ? defaultStep[grouping] : Number(stepText);
  const largest = grouping === 'hour' ? 24 : 999;
  if (step < 1 || step > largest)
    throw new InvalidPeriod('dateGroupings', `The step of ${grouping} must be between 1 and ${largest}.`);
  return { grouping, step };
}

export function rangeLimitOf({ grouping, fold }: GroupingStep): number {
  return fold ? maxFoldDays : maxRangeDays[grouping];
}

/** The position of a wall-clock time in the folded week: 0 is Sunday, or its first hour. */
export function slotOf(fold: Fold, wall: number): number {
  const day = Math.floor(wall / secondsPerDay);
  const weekday = weekdayOf(day);
  return fold === 'weekday' ? weekday : weekday * 24 + Math.floor((wall - day * secondsPerDay) / 3600);
}

export const slotsOf: Record<Fold, number> = { weekday: 7, 'weekday,hour': 7 * 24 };

export function withinRangeLimit(zone: Zone, from: number, to: number, grouping: GroupingStep): boolean {
  const days = rangeLimitOf(grouping);
  return days === Number.POSITIVE_INFINITY || to <= firstInstantAt(zone, wallClock(zone, from) + days * secondsPerDay);
}

/**
 * The ascending edges that cut [from, to) at local boundaries; the first is `from`, the last `to`. Minutes and hours
 * are counted from local midnight each day. A repeated hour is two buckets, a skipped one is none; a bucket longer than
 * the repeated time simply lasts longer. Steps of days and more count from the unit that contains `from`.
 */
export function bucketEdges(zone: Zone, from: number, to: number, grouping: Grouping, step = 1): number[] {
  if (!(from < to)) throw new RangeError(`Not a range: ${from} to ${to}`);
  switch (grouping) {
    case 'minute':
      return clockEdges(zone, from, to, step * 60);
    case 'hour':
      return clockEdges(zone, from, to, step * 3600);
    case 'day':
    case 'week':
    case 'isoweek':
    case 'month':
    case 'year':
      return dateEdges(zone, from, to, grouping, step);
  }
}

/** The wall-clock start of the bucket that contains a wall-clock time, for minutes and hours. */
export function clockBucket(wall: number, stride: number): number {
  const midnight = Math.floor(wall / secondsPerDay) * secondsPerDay;
  return midnight + Math.floor((wall - midnight) / stride) * stride;
}

const defaultStep: Record<Grouping, number> = { minute: 15, hour: 1, day: 1, week: 1, isoweek: 1, month: 1, year: 1 };

function clockEdges(zone: Zone, from: number, to: number, stride: number): number[] {
  const edges = [from];
  let before: number | undefined;
  for (const segment of segments(zone, from, to)) {
    const { offset } = segment;
    let bucket = clockBucket(segment.from + offset, stride);
    if (before !== undefined) {
      const wholeBucketsRepeat = before - offset >= stride;
      if (wholeBucketsRepeat || clockBucket(segment.from - 1 + before, stride) !== bucket) edges.push(segment.from);
    }
    for (;;) {
      const midnight = (Math.floor(bucket / secondsPerDay) + 1) * secondsPerDay;
      bucket = Math.min(bucket + stride, midnight);
      if (bucket - offset >= segment.to) break;
      edges.push(bucket - offset);
    }
    before = offset;
  }
  edges.push(to);
  return edges;
}

function dateEdges(zone: Zone, from: number, to: number, unit: Exclude<Grouping, 'minute' | 'hour'>, step: number) {
  const edges = [from];
  const first = startOfUnit(unit, localDay(zone, from));
  for (let count = step; ; count += step) {
    const edge = dayStart(zone, addUnits(unit, first, count));
    if (edge >= to) break;
    // A unit that the zone skipped has no length.
    if (edge > edges.at(-1)!) edges.push(edge);
  }
  edges.push(to);
  return edges;
}
