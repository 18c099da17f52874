import { addUnits, secondsPerDay, startOfUnit, weekdayOf, type WeekStart } from './civil.ts';
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

export interface GroupingRule {
  readonly label: string;
  readonly defaultStep: number;
  readonly minimumStep: number;
  readonly maximumStep: number;
  /** Local days in a custom range. */
  readonly maximumDays: number;
}

const rule = (label: string, maximumDays: number, maximumStep: number, defaultStep = 1): GroupingRule => ({
  label,
  defaultStep,
  minimumStep: 1,
  maximumStep,
  maximumDays,
});

/** The limits of each grouping. */
export const groupingRules: Readonly<Record<Grouping | Fold, GroupingRule>> = {
  minute: rule('Minute', 31, 999, 15),
  hour: rule('Hour', 93, 24),
  day: rule('Day', 370, 999),
  week: rule('Week', 740, 999),
  isoweek: rule('ISO week', 740, 999),
  month: rule('Month', 1480, 999),
  year: rule('Year', Number.POSITIVE_INFINITY, 999),
  weekday: rule('Weekday', 370, 1),
  'weekday,hour': rule('Weekday and hour', 370, 1),
};

/** The groupings to choose from, finest first. */
export const offeredGroupings: readonly string[] = [
  'minute(1)',
  'minute(5)',
  'minute(15)',
  'minute(30)',
  'hour',
  'day',
  'week',
  'isoweek',
  'month',
  'year',
  'weekday',
  'weekday,hour',
];

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
  const { defaultStep, minimumStep, maximumStep } = groupingRules[grouping];
  const step = stepText === undefined ? defaultStep : Number(stepText);
  if (step < minimumStep || step > maximumStep)
    throw new InvalidPeriod(
      'dateGroupings',
      `The step of ${grouping} must be between ${minimumStep} and ${maximumStep}.`,
    );
  return { grouping, step };
}

export function rangeLimitOf({ grouping, fold }: GroupingStep): number {
  return groupingRules[fold ?? grouping].maximumDays;
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

/** Refuses a custom range that is too long for its grouping. */
export function refuseLongRange(
  zone: Zone,
  { from, to }: { readonly from: number; readonly to: number },
  grouping: GroupingStep,
): void {
  if (withinRangeLimit(zone, from, to, grouping)) return;
  const name = grouping.fold ?? grouping.grouping;
  throw new InvalidPeriod('endDate', `A range by ${name} can span at most ${rangeLimitOf(grouping)} days.`);
}

/**
 * The ascending edges that cut [from, to) at local boundaries; the first is `from`, the last `to`. Minutes and hours
 * are counted from local midnight each day. A repeated hour is two buckets, a skipped one is none; a bucket longer than
 * the repeated time simply lasts longer. Steps of days and more count from the unit that contains `from`.
 */
export function bucketEdges(
  zone: Zone,
  from: number,
  to: number,
  grouping: Grouping,
  step = 1,
  weekStart: WeekStart = 0,
): number[] {
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
      return dateEdges(zone, { from, to }, grouping, step, weekStart);
  }
}

/** The wall-clock start of the bucket that contains a wall-clock time, for minutes and hours. */
export function clockBucket(wall: number, stride: number): number {
  const midnight = Math.floor(wall / secondsPerDay) * secondsPerDay;
  return midnight + Math.floor((wall - midnight) / stride) * stride;
}

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

function dateEdges(
  zone: Zone,
  { from, to }: { from: number; to: number },
  unit: Exclude<Grouping, 'minute' | 'hour'>,
  step: number,
  weekStart: WeekStart,
): number[] {
  const edges = [from];
  const first = startOfUnit(unit, localDay(zone, from), weekStart);
  for (let count = step; ; count += step) {
    const edge = dayStart(zone, addUnits(unit, first, count));
    if (edge >= to) break;
    // A unit that the zone skipped has no length.
    if (edge > edges.at(-1)!) edges.push(edge);
  }
  edges.push(to);
  return edges;
}
