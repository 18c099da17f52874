import { parseGrouping } from '@atrium/calendar/groupings';
import { alikeDates, bucketsBack, type Holidays } from './alike.ts';
import type { Asked } from './asked.ts';
import {
  type Axis,
  type Back,
  type Bucket,
  bucketsOf,
  type Dates,
  isLongerThanDays,
  partnersOf,
  stepBack,
} from './buckets.ts';
import { minuteOf } from './books.ts';
import { glanceAt, type Span, wallOf } from './clock.ts';
import type { Places } from './places.ts';

/** What is asked, where, and when. */
interface Asking {
  readonly asked: Asked;
  readonly places: Places;
  readonly now: number;
}

/** Of a row. */
export interface Clock extends Pick<Axis, 'timezone'> {
  /** Those by which its buckets begin; all rows of one clock have the same. */
  readonly zones: readonly string[];
}

export function stepsBack({ previousPeriod, trendComparison = 0 }: Asked): Back[] {
  if (previousPeriod) return [{ kind: previousPeriod, times: 1 }];
  return Array.from({ length: trendComparison }, (_, at) => ({ kind: 'previousperiod', times: at + 1 }));
}

/** The buckets of a period, and those that averages and extremes over buckets are made of. */
export interface Window {
  readonly buckets: readonly Bucket[];
  readonly single: readonly Bucket[];
  /** Which of an earlier window a bucket of the period is compared with; none for the period itself. */
  readonly partners: readonly (readonly number[])[];
  /** Those of `single` that are compared with anything. */
  readonly matched: readonly Bucket[];
}

export function windowOf(clock: Clock, asking: Asking, back: Back | undefined): Window {
  const { places, asked } = asking;
  const axis = { timezone: clock.timezone, weekStart: places.weekStart };
  const single = singleGrouping(asked);
  const text = foldOf(asked) ? single : asked.dateGroupings;
  const known = knownUntil(asking);
  const cut = (grouping: string | undefined, period: Dates = asked) => bucketsOf(period, grouping, axis);
  if (!back) return { buckets: cut(text), single: cut(single), partners: [], matched: [] };
  const compared = { asked, holidays: places.holidays, axis };
  const whole = earlierOf(compared, text, back);
  const parts = text === single ? whole : earlierOf(compared, single, back);
  const own = cut(single);
  const matched = parts.partners.flatMap(([at = -1], index) =>
    parts.buckets.slice(at, at + 1).map((bucket) => soFar(bucket, own[index]!, known)),
  );
  const isByTime = asked.dateGroupings !== undefined && !foldOf(asked);
  const all = cut(undefined, whole.dates)[0]!;
  const part = soFar(all, cut(undefined)[0]!, known);
  const buckets = isByTime ? whole.buckets : whole.buckets.map((bucket) => upTo(bucket, part, all));
  return { buckets, single: parts.buckets, partners: whole.partners, matched };
}

/** Forecasts reach further than any question here. */
function knownUntil({ asked, now }: Pick<Asking, 'asked' | 'now'>): number {
  return asked.source === 'forecasted_traffic' ? Number.POSITIVE_INFINITY : now;
}

/** Whether a row has anything to show: by any of its clocks. */
export function hasBegun({ buckets }: Cell, { zones }: Clock, asking: Pick<Asking, 'asked' | 'now'>): boolean {
  const known = knownUntil(asking);
  return buckets.some(
    ({ start, within }) => start < known || zones.some((zone) => (within(zone)?.from ?? known) < known),
  );
}

/** As much of an earlier bucket as there has been of a later one, by the clock of each place. */
function soFar(earlier: Bucket, later: Bucket, known: number): Bucket {
  const partIn = (zone: string): Span | undefined => {
    const [before, own] = [earlier.within(zone), later.within(zone)];
    const begins = own?.from ?? later.start;
    if (!before || begins >= known) return undefined;
    if (!own || own.to <= known) return before;
    const passed = wallAt(zone, minuteOf(known)) - wallAt(zone, own.from);
    const to = firstAt(zone, wallAt(zone, before.from) + passed, before);
    return before.from < to ? { from: before.from, to } : undefined;
  };
  const parts = new Map<string, Span | undefined>();
  const within = (zone: string) => {
    if (!parts.has(zone)) parts.set(zone, partIn(zone));
    return parts.get(zone);
  };
  return { start: earlier.start, within };
}

function wallAt(zone: string, second: number): number {
  return wallOf(glanceAt(zone, second));
}

/** The first minute of a span when the clock shows a time or a later one; its end if there is none. */
function firstAt(zone: string, wall: number, { from, to }: Span): number {
  // No clock is changed by that much.
  let at = Math.max(from, from + (wall - wallAt(zone, from)) - 4 * 3600);
  while (at < to && wallAt(zone, at) < wall) at += 60;
  return Math.min(at, to);
}

/** Without what comes after the end of another one, which is a part of all. */
function upTo({ start, within }: Bucket, limit: Bucket, all: Bucket): Bucket {
  return {
    start,
    within: (zone) => {
      const [span, whole] = [within(zone), limit.within(zone)];
      if (!span || !whole || whole.to <= span.from) return undefined;
      const to = Math.min(span.to, whole.to);
      return { from: span.from, to, ...(to === whole.to && to < all.within(zone)!.to && { endsEarly: to }) };
    },
  };
}

interface Compared {
  readonly asked: Asked;
  readonly holidays: Holidays;
  readonly axis: Axis;
}

/** The previous period, in buckets of a grouping, and which of them each bucket of the period is compared with. */
function earlierOf({ asked, holidays, axis }: Compared, grouping: string | undefined, back: Back) {
  const own = bucketsOf(asked, grouping, axis);
  if (!asked.likeForLike) {
    const { dates, shift } = stepBack(asked, back);
    const buckets = bucketsOf(dates, grouping, axis);
    return { dates, buckets, partners: partnersOf(own, buckets, grouping, axis, shift) };
  }
  // By weekdays: what has a bucket here is compared with it.
  const { dates, shift, partner } = alikeDates(asked, back.kind, holidays);
  if (grouping !== undefined && isLongerThanDays(grouping)) {
    const buckets = bucketsBack(own, asked, shift, axis.timezone);
    return { dates, buckets, partners: own.map((_, at) => [at]) };
  }
  const buckets = bucketsOf(dates, grouping, axis);
  return { dates, buckets, partners: partnersOf(own, buckets, grouping, axis, partner) };
}

export function foldOf({ dateGroupings }: Asked) {
  return dateGroupings === undefined ? undefined : parseGrouping(dateGroupings).fold;
}

/** Those of a total are hours up to two days, otherwise days; of weekdays, those that are added up. */
function singleGrouping(asked: Asked): string {
  const { dateGroupings, startDate, endDate } = asked;
  const fold = foldOf(asked);
  if (fold) return fold === 'weekday' ? 'day' : 'hour';
  const days = (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000 + 1;
  return dateGroupings ?? (days <= 2 ? 'hour' : 'day');
}

/** One number of one row. */
export interface Cell {
  /** Not a number where a row is compared with nothing. */
  readonly start: number;
  readonly slot?: number;
  /** Which bucket of its window it is. */
  readonly at?: number;
  readonly buckets: readonly Bucket[];
  readonly single: readonly Bucket[];
}

export function cellsOf({ buckets, single }: Pick<Window, 'buckets' | 'single'>, asked: Asked, clock: Clock): Cell[] {
  const fold = foldOf(asked);
  if (asked.dateGroupings === undefined) return [{ start: buckets[0]!.start, buckets, single }];
  if (!fold) return buckets.map((bucket, at) => ({ start: bucket.start, at, buckets: [bucket], single: [bucket] }));
  const slots = new Map<number, Bucket[]>();
  for (const bucket of buckets) {
    const slot = slotOf(clock, bucket, fold === 'weekday');
    slots.set(slot, [...(slots.get(slot) ?? []), bucket]);
  }
  return [...slots].map(([slot, own]) => ({ start: own[0]!.start, slot, buckets: own, single: own }));
}

function slotOf({ timezone }: Clock, { start }: Bucket, isByDay: boolean): number {
  const { date, minuteOfDay } = glanceAt(timezone, start);
  const weekday = new Date(date).getUTCDay();
  return isByDay ? weekday : weekday * 24 + Math.floor(minuteOfDay / 60);
}

/** What a cell is compared with: its partner, or all of the other window in its place of the week, or everything. */
export function cellsBeside(cell: Cell, earlier: Window, asked: Asked, clock: Clock): Cell[] {
  const { matched } = earlier;
  if (cell.slot !== undefined) {
    const same = (list: readonly Bucket[]) => cellsOf({ buckets: list, single: list }, asked, clock);
    const [all, single] = [earlier.buckets, matched].map((list) => same(list).find(({ slot }) => slot === cell.slot));
    return [{ start: cell.start, slot: cell.slot, buckets: all?.buckets ?? [], single: single?.buckets ?? [] }];
  }
  if (asked.dateGroupings === undefined)
    return [{ start: earlier.buckets[0]!.start, buckets: earlier.buckets, single: matched }];
  return earlier.partners[cell.at!]!.map((partner) => {
    const found = earlier.buckets.slice(partner, partner + 1).filter(() => partner >= 0);
    return { start: found[0]?.start ?? Number.NaN, buckets: found, single: found };
  });
}
