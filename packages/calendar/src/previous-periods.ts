import { addMonths, civilDate, secondsPerDay } from './civil.ts';
import { bucketEdges, clockBucket, type Grouping } from './groupings.ts';
import type { Period } from './relative-dates.ts';
import { dayStart, firstInstantAt, lastInstantAt, localDay, wallClock, type Zone } from './zones.ts';

/**
 * What a period is compared with, and how it is called. All of it happens on the wall clock, so that ten o'clock is
 * compared with ten o'clock on both sides of a clock change.
 *
 * - `previousperiod`: whole months go back by as many months; anything else by the whole days it takes to lie before
 *   the period. So today is compared with yesterday, and ten to two o'clock with the same hours of the day before.
 * - `sameperiodlastweek`: seven days back.
 * - `sameperiodlastyear`: the same dates one year back; 29 February becomes the 28th.
 */
export const previousPeriodLabels = {
  previousperiod: 'Previous period',
  sameperiodlastweek: 'Same period last week',
  sameperiodlastyear: 'Same period last year',
} as const;
export type PreviousPeriod = keyof typeof previousPeriodLabels;
export const previousPeriods = Object.keys(previousPeriodLabels) as PreviousPeriod[];

export interface ComparisonBuckets {
  readonly edges: number[];
  /** For each bucket of the period the bucket here to compare it with, or -1 where there is none. */
  readonly partners: number[];
}

export function previousPeriodOf(zone: Zone, period: Period, kind: PreviousPeriod): Period {
  return moved(zone, period, shiftOf(zone, period, kind));
}

/**
 * The buckets of the previous period, and which of them each bucket of the period is compared with. Matching by index
 * is not enough: a day of 25 hours, or a year with a February 29, would align every later bucket with the wrong one.
 */
export function comparisonBuckets(
  zone: Zone,
  period: Period,
  grouping: Grouping,
  step: number,
  kind: PreviousPeriod,
): ComparisonBuckets {
  const shift = shiftOf(zone, period, kind);
  const previous = moved(zone, period, shift);
  const edges = bucketEdges(zone, previous.from, previous.to, grouping, step);
  const starts = bucketEdges(zone, period.from, period.to, grouping, step).slice(0, -1);
  const placeOf = placing(zone, grouping, step);
  if (!placeOf) return { edges, partners: starts.map((_, index) => (index < edges.length - 1 ? index : -1)) };

  const waiting = new Map<number, number[]>();
  for (const [index, edge] of edges.slice(0, -1).entries()) {
    const place = placeOf(edge);
    const same = waiting.get(place);
    if (same) same.push(index);
    else waiting.set(place, [index]);
  }
  return { edges, partners: starts.map((start) => waiting.get(shifted(placeOf(start), shift))?.shift() ?? -1) };
}

/** How far back, in whole days or whole months of the calendar. */
interface Shift {
  readonly unit: 'day' | 'month';
  readonly count: number;
}

function shiftOf(zone: Zone, period: Period, kind: PreviousPeriod): Shift {
  switch (kind) {
    case 'sameperiodlastweek':
      return { unit: 'day', count: 7 };
    case 'sameperiodlastyear':
      return { unit: 'month', count: 12 };
    case 'previousperiod': {
      const from = calendarWall(zone, period.from);
      const to = calendarWall(zone, period.to);
      if (isMonthStart(from) && isMonthStart(to)) return { unit: 'month', count: monthIndex(to) - monthIndex(from) };
      return { unit: 'day', count: Math.ceil((to - from) / secondsPerDay) };
    }
  }
}

function moved(zone: Zone, period: Period, shift: Shift): Period {
  const from = firstInstantAt(zone, shifted(calendarWall(zone, period.from), shift));
  const to = lastInstantAt(zone, shiftedEnd(zone, period, shift));
  // If the zone skipped that day, the day before it is used.
  return from < to ? { from, to } : { from: dayStart(zone, localDay(zone, from - 1)), to: from };
}

function shifted(wall: number, { unit, count }: Shift): number {
  if (unit === 'day') return wall - count * secondsPerDay;
  const day = Math.floor(wall / secondsPerDay);
  return addMonths(day, -count) * secondsPerDay + (wall - day * secondsPerDay);
}

/**
 * An end at midnight closes the day before it: that day is moved, so that a shorter February loses none of its days.
 */
function shiftedEnd(zone: Zone, period: Period, shift: Shift): number {
  const to = calendarWall(zone, period.to);
  const wholeMonths = isMonthStart(calendarWall(zone, period.from)) && isMonthStart(to);
  if (to % secondsPerDay !== 0 || wholeMonths) return shifted(to, shift);
  return shifted(to - secondsPerDay, shift) + secondsPerDay;
}

/** The wall-clock time, which is 00:00 at the start of a day even where the zone skips it. */
function calendarWall(zone: Zone, instant: number): number {
  const day = localDay(zone, instant);
  return dayStart(zone, day) === instant ? day * secondsPerDay : wallClock(zone, instant);
}

function isMonthStart(wall: number): boolean {
  return wall % secondsPerDay === 0 && civilDate(wall / secondsPerDay).day === 1;
}

function monthIndex(wall: number): number {
  const { year, month } = civilDate(wall / secondsPerDay);
  return year * 12 + month;
}

/** The calendar position of a bucket, where a shift keeps it; longer buckets are simply counted. */
function placing(zone: Zone, grouping: Grouping, step: number): ((start: number) => number) | undefined {
  switch (grouping) {
    case 'minute':
      return (start) => clockBucket(wallClock(zone, start), step * 60);
    case 'hour':
      return (start) => clockBucket(wallClock(zone, start), step * 3600);
    case 'day':
      return step === 1 ? (start) => localDay(zone, start) * secondsPerDay : undefined;
    case 'week':
    case 'isoweek':
    case 'month':
    case 'year':
      return undefined;
  }
}
