import type { PreviousPeriod } from '@atrium/calendar/previous-period-kinds';
import { Temporal } from 'temporal-polyfill';
import { type Bucket, type Dates, dayAfter, type Shift } from './buckets.ts';
import { glanceAt, startOfDate } from './clock.ts';

/** The holidays of an organization: local dates with their names. */
export type Holidays = ReadonlyMap<string, string>;

/** The earlier period of a comparison like for like. */
export interface Alike {
  readonly dates: Dates;
  /** By whole weeks. */
  readonly shift: Shift;
  /** Holidays beside holidays. */
  readonly partner: Shift;
}

const plain = (date: string) => Temporal.PlainDate.from(date);
const daysAfter = (date: string, days: number) => plain(date).add({ days }).toString();
const daysBetween = (from: string, to: string) => plain(from).until(plain(to)).days;

export function alikeDates({ startDate, endDate }: Dates, kind: PreviousPeriod, holidays: Holidays): Alike {
  const length = daysBetween(startDate, endDate) + 1;
  const back = daysBack(startDate, length, kind, holidays);
  const days = Array.from({ length }, (_, at) => daysAfter(startDate, at));
  const beside = days.map((date) => daysAfter(date, -back));
  const kept = new Set<string>();
  for (const [at, date] of days.entries()) {
    const holiday = yearBefore(date, holidays);
    if (holiday === undefined || kept.has(holiday) || !beside.includes(holiday)) continue;
    beside[beside.indexOf(holiday)] = beside[at]!;
    beside[at] = holiday;
    kept.add(holiday);
  }
  const shift: Shift = (date) => date.subtract({ days: back });
  return {
    dates: { startDate: shift(plain(startDate)).toString(), endDate: shift(plain(endDate)).toString() },
    shift,
    partner: (date) => plain(beside[days.indexOf(date.toString())]!),
  };
}

function daysBack(startDate: string, length: number, kind: PreviousPeriod, holidays: Holidays): number {
  if (kind === 'sameperiodlastweek') return 7;
  if (kind === 'previousperiod') {
    let days = 7;
    while (days < length) days += 7;
    return days;
  }
  const holiday = length === 1 ? yearBefore(startDate, holidays) : undefined;
  return holiday === undefined ? 52 * 7 : daysBetween(holiday, startDate);
}

/** The day of the same holiday that is as many days after its first one, where it is nearest to a year before. */
function yearBefore(date: string, holidays: Holidays): string | undefined {
  const name = holidays.get(date);
  if (name === undefined) return undefined;
  let nth = 0;
  while (holidays.get(daysAfter(date, -nth - 1)) === name) nth += 1;
  const wanted = daysAfter(date, -nth - 365);
  const away = (first: string) => Math.abs(daysBetween(wanted, first));
  const [nearest] = [...holidays.keys()]
    .filter((first) => holidays.get(first) === name && holidays.get(daysAfter(first, -1)) !== name)
    .filter((first) => away(first) <= 182)
    .toSorted((one, other) => away(one) - away(other));
  const same = nearest && daysAfter(nearest, nth);
  return same && holidays.get(same) === name ? same : undefined;
}

/** Buckets of several days, with the same days as those of the period. */
export function bucketsBack(buckets: readonly Bucket[], period: Dates, shift: Shift, timezone: string): Bucket[] {
  const edges = [...buckets.map(({ start }) => glanceAt(timezone, start).day), dayAfter(period)];
  const earlier = edges.map((date) => shift(plain(date)).toString());
  const startIn = (zone: string, edge: number) => startOfDate(zone, earlier[edge]!);
  return buckets.map((_, at) => ({
    start: startIn(timezone, at),
    within: (zone) => ({ from: startIn(zone, at), to: startIn(zone, at + 1) }),
  }));
}
