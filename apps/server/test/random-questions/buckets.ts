import type { WeekStart } from '@atrium/calendar/civil';
import { parseGrouping } from '@atrium/calendar/groupings';
import type { PreviousPeriod } from '@atrium/calendar/previous-period-kinds';
import { Temporal } from 'temporal-polyfill';
import { bucketStarts, firstShowing, glanceAt, type Span, startOfDate, wallOf } from './clock.ts';

/** A bucket of a row: it begins by the clock of the row, and is cut in the time zone of everything that counts for it. */
export interface Bucket {
  readonly start: number;
  /** Undefined where it has no length. */
  readonly within: (timezone: string) => Span | undefined;
}

/** Local dates, both included. */
export interface Dates {
  readonly startDate: string;
  readonly endDate: string;
}

/** The clock of a row. */
export interface Axis {
  readonly timezone: string;
  readonly weekStart: WeekStart;
}

/** One bucket for everything if there is no grouping. */
export function bucketsOf(dates: Dates, text: string | undefined, axis: Axis): Bucket[] {
  const end = dayAfter(dates);
  const periodIn = (zone: string) => ({ from: startOfDate(zone, dates.startDate), to: startOfDate(zone, end) });
  const { timezone, weekStart } = axis;
  const period = periodIn(timezone);
  if (text === undefined) return [{ start: period.from, within: periodIn }];
  const starts = bucketStarts(timezone, text, weekStart, period);
  const cuts = new Map([[timezone, spansBetween(starts, period.to)]]);
  const cutIn = (zone: string) => {
    const known = cuts.get(zone) ?? beside(starts, text, axis, zone, periodIn(zone));
    cuts.set(zone, known);
    return known;
  };
  return starts.map((start, at) => ({ start, within: (zone) => cutIn(zone)[at] }));
}

export function dayAfter({ endDate }: Dates): string {
  return Temporal.PlainDate.from(endDate).add({ days: 1 }).toString();
}

/** Ends where the next one begins that does; none where there is no beginning. */
function spansBetween(starts: readonly (number | undefined)[], end: number): (Span | undefined)[] {
  let to = end;
  return starts
    .toReversed()
    .map((from) => {
      if (from === undefined) return undefined;
      const span = { from, to };
      to = from;
      return span.from < span.to ? span : undefined;
    })
    .toReversed();
}

/**
 * The buckets of a row in another time zone: those of the same dates, or of the same time on the wall. What the clock of
 * the row shows twice belongs to the first of both, what it never shows to the bucket before.
 */
function beside(starts: readonly number[], text: string, axis: Axis, zone: string, period: Span) {
  const { grouping } = parseGrouping(text);
  if (grouping !== 'minute' && grouping !== 'hour') {
    const own = bucketStarts(zone, text, axis.weekStart, period);
    return spansBetween(
      starts.map((_, at) => own[at]),
      period.to,
    );
  }
  let latest = Number.NEGATIVE_INFINITY;
  const own = starts.map((start, at) => {
    const wall = wallOf(glanceAt(axis.timezone, start));
    if (wall <= latest) return undefined;
    latest = wall;
    return at === 0 ? period.from : firstShowing(zone, wall, period);
  });
  return spansBetween(own, period.to);
}

/** How far back a comparison goes, in the calendar. */
export interface Back {
  readonly kind: PreviousPeriod;
  readonly times: number;
}

export type Shift = (date: Temporal.PlainDate) => Temporal.PlainDate;

/** Whole months are compared with whole months, anything else with as many days. */
export function stepBack({ startDate, endDate }: Dates, { kind, times }: Back): { dates: Dates; shift: Shift } {
  const [start, last] = [Temporal.PlainDate.from(startDate), Temporal.PlainDate.from(endDate)];
  const end = last.add({ days: 1 });
  const isMonths = start.day === 1 && end.day === 1;
  const step = () => {
    if (kind === 'sameperiodlastweek') return { days: 7 * times };
    if (kind === 'sameperiodlastyear') return { months: 12 * times };
    return isMonths ? { months: start.until(end, { largestUnit: 'months' }).months * times } : daysBack();
  };
  const daysBack = () => ({ days: start.until(end, { largestUnit: 'days' }).days * times });
  const by = step();
  const shift: Shift = (date) => date.subtract(by);
  const shiftedLast = isMonths ? shift(end).subtract({ days: 1 }) : shift(last);
  return { dates: { startDate: shift(start).toString(), endDate: shiftedLast.toString() }, shift };
}

/** For each bucket the earlier one that it is compared with, or -1; several where they would be as good. */
export function partnersOf(
  buckets: readonly Bucket[],
  earlier: readonly Bucket[],
  text: string | undefined,
  { timezone }: Axis,
  shift: Shift,
): number[][] {
  if (text === undefined) return [[0]];
  const { grouping, step } = parseGrouping(text);
  const isByClock = grouping === 'minute' || grouping === 'hour';
  if (isLongerThanDays(text)) return sharingDays(buckets, earlier, timezone, shift);
  const length = isByClock ? step * (grouping === 'hour' ? 60 : 1) : 1440;
  const shifted = new Map<string, string>();
  const placeOf = ({ start }: Bucket, isShifted: boolean) => {
    const { date, day, minuteOfDay } = glanceAt(timezone, start);
    const own = isByClock ? date : day;
    if (isShifted && !shifted.has(own)) shifted.set(own, shift(Temporal.PlainDate.from(own)).toString());
    return `${isShifted ? shifted.get(own) : own} ${isByClock ? Math.floor(minuteOfDay / length) : ''}`;
  };
  const waiting = new Map<string, number[]>();
  for (const [at, bucket] of earlier.entries()) {
    const place = placeOf(bucket, false);
    waiting.set(place, [...(waiting.get(place) ?? []), at]);
  }
  return buckets.map((bucket) => [waiting.get(placeOf(bucket, true))?.shift() ?? -1]);
}

export function isLongerThanDays(text: string): boolean {
  const { grouping, step } = parseGrouping(text);
  return grouping !== 'minute' && grouping !== 'hour' && !(grouping === 'day' && step === 1);
}

function dayNumber(date: Temporal.PlainDate): number {
  return Date.parse(date.toString()) / 86_400_000;
}

/** Longer buckets: all pairs, in order and each once, that share as many days as possible. */
function sharingDays(buckets: readonly Bucket[], earlier: readonly Bucket[], timezone: string, shift: Shift) {
  const dayOf = (second: number) => Temporal.PlainDate.from(glanceAt(timezone, second).day);
  const edgesOf = (list: readonly Bucket[]) => [
    ...list.map(({ start }) => dayOf(start)),
    dayOf(list.at(-1)!.within(timezone)!.to - 60).add({ days: 1 }),
  ];
  const asked = edgesOf(buckets).map((date) => dayNumber(shift(date)));
  const before = edgesOf(earlier).map(dayNumber);
  const shared = (row: number, column: number) =>
    Math.min(asked[row + 1]!, before[column + 1]!) - Math.max(asked[row]!, before[column]!);
  let [most, best]: [number, number[][]] = [-1, []];
  const walk = (row: number, column: number, sum: number, pairs: readonly number[]) => {
    if (row === buckets.length) {
      if (sum > most) [most, best] = [sum, []];
      if (sum === most) best.push([...pairs]);
      return;
    }
    walk(row + 1, column, sum, [...pairs, -1]);
    for (let at = column; at < earlier.length; at += 1)
      if (shared(row, at) > 0) walk(row + 1, at + 1, sum + shared(row, at), [...pairs, at]);
  };
  walk(0, 0, 0, []);
  return buckets.map((_, row) => [...new Set(best.map((pairs) => pairs[row]!))]);
}
