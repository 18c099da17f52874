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
import { glanceAt } from './clock.ts';
import type { Places } from './places.ts';

/** What is asked, and where. */
interface Asking {
  readonly asked: Asked;
  readonly places: Places;
}

/** Of a row. */
type Clock = Pick<Axis, 'timezone'>;

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

export function windowOf({ timezone }: Clock, { places, asked }: Asking, back: Back | undefined): Window {
  const axis = { timezone, weekStart: places.weekStart };
  const single = singleGrouping(asked);
  const text = foldOf(asked) ? single : asked.dateGroupings;
  if (back && asked.likeForLike) return alikeWindow({ asked, holidays: places.holidays, axis, text, single }, back);
  const { dates, shift } = back ? stepBack(asked, back) : { dates: asked as Dates, shift: undefined };
  const cut = (period: Dates, grouping: string | undefined) => bucketsOf(period, grouping, axis);
  const [buckets, parts] = [cut(dates, text), text === single ? undefined : cut(dates, single)];
  if (!shift) return { buckets, single: parts ?? buckets, partners: [], matched: [] };
  const partners = partnersOf(cut(asked, text), buckets, text, axis, shift);
  const pairs = parts ? partnersOf(cut(asked, single), parts, single, axis, shift) : partners;
  const matched = pairs.flatMap(([at = -1]) => (parts ?? buckets)[at] ?? []);
  return { buckets, single: parts ?? buckets, partners, matched };
}

/** The previous period by weekdays. What has a bucket here is compared with it. */
function alikeWindow(
  { asked, holidays, axis, text, single }: { asked: Asked; holidays: Holidays; axis: Axis } & Groupings,
  { kind }: Back,
): Window {
  const { dates, shift, partner } = alikeDates(asked, kind, holidays);
  const cut = (grouping: string | undefined): Pick<Window, 'buckets' | 'partners'> => {
    const own = bucketsOf(asked, grouping, axis);
    if (grouping !== undefined && isLongerThanDays(grouping))
      return { buckets: bucketsBack(own, asked, shift, axis.timezone), partners: own.map((_, at) => [at]) };
    const buckets = bucketsOf(dates, grouping, axis);
    return { buckets, partners: partnersOf(own, buckets, grouping, axis, partner) };
  };
  const [whole, parts] = [cut(text), cut(single)];
  const matched = parts.partners.flatMap(([at = -1]) => parts.buckets[at] ?? []);
  return { ...whole, single: parts.buckets, matched };
}

/** Of the rows, and of what averages over buckets are made of. */
interface Groupings {
  readonly text: string | undefined;
  readonly single: string;
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
