import { addMonths, civilDate, secondsPerDay, type WeekStart } from './civil.ts';
import { bucketEdges, clockBucket, type Grouping } from './groupings.ts';
import { alignedDays, daysBack, type LikeForLike } from './like-for-like.ts';
import type { PreviousPeriod } from './previous-period-kinds.ts';
import type { Period } from './relative-dates.ts';
import { dayStart, firstInstantAt, lastInstantAt, localDay, wallClock, type Zone } from './zones.ts';

export interface ComparisonBuckets {
  readonly edges: number[];
  /** For each bucket of the period the bucket here to compare it with, or -1 where there is none. */
  readonly partners: number[];
}

export interface ComparisonOptions {
  /** How many times the period goes back: 3 is the period before the one before the previous one. */
  readonly times?: number | undefined;
  /** Of the organization, for the grouping `week`. Sunday when absent. */
  readonly weekStart?: WeekStart | undefined;
  /** By weekdays and holidays instead of dates. */
  readonly alike?: LikeForLike | undefined;
}

/** The same step back, `times` times: windows of a trend do not change their length or drift from February 29. */
export function previousPeriodOf(
  zone: Zone,
  period: Period,
  kind: PreviousPeriod,
  times = 1,
  alike?: LikeForLike,
): Period {
  return moved(zone, period, shiftOf(zone, period, kind, { times, alike })).previous;
}

export interface TrendWindow {
  readonly label: string;
  readonly period: Period;
}

/** The windows of a trend besides the period itself, newest first. */
export function windowsBack(zone: Zone, period: Period, kind: PreviousPeriod, count: number): TrendWindow[] {
  return Array.from({ length: count }, (_, index) => ({
    label: trendLabel(index + 1),
    period: previousPeriodOf(zone, period, kind, index + 1),
  }));
}

/** The name of a window; 0 is the period itself. */
export function trendLabel(windowsAgo: number): string {
  return windowsAgo === 0 ? 'Most recent range' : `${windowsAgo} ago`;
}

/**
 * The buckets of the previous period, and which of them each bucket of the period is compared with. Matching by index
 * is not enough: a day of 25 hours, a year with a February 29, or one that begins in the middle of a week, would align
 * every later bucket with the wrong one.
 */
export function comparisonBuckets(
  zone: Zone,
  period: Period,
  grouping: Grouping,
  step: number,
  kind: PreviousPeriod,
  { times = 1, weekStart = 0, alike }: ComparisonOptions = {},
): ComparisonBuckets {
  const { shift, previous } = moved(zone, period, shiftOf(zone, period, kind, { times, alike }));
  const current = bucketEdges(zone, period.from, period.to, grouping, step, weekStart);
  const placeOf = placing(zone, grouping, step);
  if (!placeOf && alike) {
    const inner = current.slice(1, -1).map((edge) => firstInstantAt(zone, shifted(startWall(zone, edge), shift)));
    return { edges: [previous.from, ...inner, previous.to], partners: current.slice(1).map((_, index) => index) };
  }
  const edges = bucketEdges(zone, previous.from, previous.to, grouping, step, weekStart);
  if (!placeOf) {
    const asked = wallsOf(zone, current).map((wall) => shifted(wall, shift));
    return { edges, partners: overlapping(asked, wallsOf(zone, edges)) };
  }
  const waiting = new Map<number, number[]>();
  for (const [index, edge] of edges.slice(0, -1).entries()) {
    const place = placeOf(edge);
    const same = waiting.get(place);
    if (same) same.push(index);
    else waiting.set(place, [index]);
  }
  const days = { from: localDay(zone, period.from), to: localDay(zone, period.to - 1) + 1 };
  const aligned = alike && alignedDays(days, shift.days, alike);
  const earlierPlace = (start: number) => {
    const place = shifted(placeOf(start), shift);
    const day = Math.floor(place / secondsPerDay);
    return place + ((aligned?.get(day) ?? day) - day) * secondsPerDay;
  };
  const partnerOf = (start: number) => waiting.get(earlierPlace(start))?.shift() ?? -1;
  return { edges, partners: current.slice(0, -1).map(partnerOf) };
}

/** How far back in the calendar: whole months, then whole days. */
interface Shift {
  readonly months: number;
  readonly days: number;
  /** The days to go on by where the zone skipped all of the earlier period. */
  readonly further: number;
}

type Step = Pick<Shift, 'months' | 'days'>;

function shiftOf(
  zone: Zone,
  period: Period,
  kind: PreviousPeriod,
  { times = 1, alike }: Pick<ComparisonOptions, 'times' | 'alike'>,
): Shift {
  const { months, days } = alike ? stepByWeekdays(zone, period, kind, alike) : stepBack(zone, period, kind);
  return { months: months * times, days: days * times, further: alike ? 7 : 1 };
}

function stepByWeekdays(zone: Zone, period: Period, kind: PreviousPeriod, alike: LikeForLike): Step {
  const [from, to] = [startWall(zone, period.from), endWall(zone, period.to)];
  return { months: 0, days: daysBack({ from: from / secondsPerDay, to: to / secondsPerDay }, kind, alike) };
}

function stepBack(zone: Zone, period: Period, kind: PreviousPeriod): Step {
  switch (kind) {
    case 'sameperiodlastweek':
      return { months: 0, days: 7 };
    case 'sameperiodlastyear':
      return { months: 12, days: 0 };
    case 'previousperiod': {
      const [from, to] = [startWall(zone, period.from), endWall(zone, period.to)];
      if (isMonthStart(from) && isMonthStart(to)) return { months: monthIndex(to) - monthIndex(from), days: 0 };
      return { months: 0, days: Math.ceil((to - from) / secondsPerDay) };
    }
  }
}

/** The previous period, and how far back it is: further where the zone skipped all of it. */
function moved(zone: Zone, period: Period, shift: Shift): { previous: Period; shift: Shift } {
  const start = shifted(startWall(zone, period.from), shift);
  const end = shiftedEnd(zone, period, shift);
  const endOfDay = (Math.floor(start / secondsPerDay) + 1) * secondsPerDay;
  const from = firstInstantAt(zone, start);
  // From February 28 to the 29th there is no way in other years but the rest of the 28th.
  const to = lastInstantAt(zone, end > start ? end : endOfDay);
  return from < to
    ? { previous: { from, to }, shift }
    : moved(zone, period, { ...shift, days: shift.days + shift.further });
}

function shifted(wall: number, { months, days }: Step): number {
  if (months === 0) return wall - days * secondsPerDay;
  const day = Math.floor(wall / secondsPerDay);
  return (addMonths(day, -months) - days) * secondsPerDay + (wall - day * secondsPerDay);
}

/**
 * An end at midnight closes the day before it: that day is moved, so that a shorter February loses none of its days.
 */
function shiftedEnd(zone: Zone, period: Period, shift: Shift): number {
  const to = endWall(zone, period.to);
  const wholeMonths = isMonthStart(startWall(zone, period.from)) && isMonthStart(to);
  if (to % secondsPerDay !== 0 || wholeMonths) return shifted(to, shift);
  return shifted(to - secondsPerDay, shift) + secondsPerDay;
}

/** The wall-clock time, which is 00:00 at the start of a day even where the zone skips it. */
function startWall(zone: Zone, instant: number): number {
  const day = localDay(zone, instant);
  return dayStart(zone, day) === instant ? day * secondsPerDay : wallClock(zone, instant);
}

/** What the clock has come to when a period ends, even if it is turned at that moment. */
function endWall(zone: Zone, instant: number): number {
  return wallClock(zone, instant - 1) + 1;
}

function wallsOf(zone: Zone, edges: readonly number[]): number[] {
  return [...edges.slice(0, -1).map((edge) => startWall(zone, edge)), endWall(zone, edges.at(-1)!)];
}

function isMonthStart(wall: number): boolean {
  return wall % secondsPerDay === 0 && civilDate(wall / secondsPerDay).day === 1;
}

function monthIndex(wall: number): number {
  const { year, month } = civilDate(wall / secondsPerDay);
  return year * 12 + month;
}

/**
 * Longer buckets do not begin on the same dates in both periods: each is compared with one that it shares days with,
 * in order and each once, so that all pairs together share as many as possible.
 */
function overlapping(walls: readonly number[], previousWalls: readonly number[]): number[] {
  const [rows, columns] = [walls.length - 1, previousWalls.length - 1];
  const shared = (row: number, column: number) =>
    Math.max(0, Math.min(walls[row + 1]!, previousWalls[column + 1]!) - Math.max(walls[row]!, previousWalls[column]!));
  // What the buckets from a row and a column on can share at most.
  const most = Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1));
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      most[row]![column] = Math.max(
        most[row + 1]![column]!,
        most[row]![column + 1]!,
        most[row + 1]![column + 1]! + shared(row, column),
      );
  const partners: number[] = [];
  let column = 0;
  for (let row = 0; row < rows; row += 1) {
    while (column < columns && most[row]![column] === most[row]![column + 1]) column += 1;
    const isPair = column < columns && most[row]![column]! > most[row + 1]![column]!;
    partners.push(isPair ? column : -1);
    if (isPair) column += 1;
  }
  return partners;
}

/** The calendar position of a bucket, where a shift keeps it. */
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
