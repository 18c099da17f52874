import type { PreviousPeriod } from './previous-period-kinds.ts';

/** Days to compare with days that are like them: the same weekday, and a holiday with the same holiday. */
export interface LikeForLike {
  /** The names of holidays by their day numbers: the same name is the same holiday. */
  readonly holidays: ReadonlyMap<number, string>;
}

/** Day numbers, `to` exclusive; parts of days are fractions. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** 52 weeks: of all days with the same weekday the one nearest to the same date a year before, in every year. */
const yearOfWeeks = 364;

/**
 * How far back an earlier period lies, in days: whole weeks, as many as it takes. One day that is a holiday goes back
 * to the same holiday of the year before.
 */
export function daysBack({ from, to }: DayRange, kind: PreviousPeriod, { holidays }: LikeForLike): number {
  switch (kind) {
    case 'sameperiodlastweek':
      return 7;
    case 'sameperiodlastyear': {
      const day = Math.floor(from);
      const before = to <= day + 1 ? holidayBefore(day, holidays) : undefined;
      return before === undefined ? yearOfWeeks : day - before;
    }
    case 'previousperiod':
      return Math.ceil((to - from) / 7) * 7;
  }
}

/**
 * Days of the earlier period that change places, so that holidays lie beside their holidays: for the day with the same
 * weekday the day to compare with. Each day of the earlier period is still compared once, so sums stay the same.
 */
export function alignedDays({ from, to }: DayRange, back: number, { holidays }: LikeForLike): Map<number, number> {
  const [low, high] = [from - back, to - back];
  const partners = new Map<number, number>();
  const places = new Map<number, number>();
  const fixed = new Set<number>();
  for (let day = from; day < to; day += 1) {
    const wanted = holidayBefore(day, holidays);
    if (wanted === undefined || wanted < low || wanted >= high || fixed.has(wanted)) continue;
    const place = day - back;
    const other = places.get(wanted) ?? wanted;
    const given = partners.get(place) ?? place;
    for (const [at, partner] of [
      [other, given],
      [place, wanted],
    ] as const) {
      partners.set(at, partner);
      places.set(partner, at);
    }
    fixed.add(wanted);
  }
  return partners;
}

/** The same day of the holiday a year before: the first one of several in a row with the first one. */
function holidayBefore(day: number, holidays: LikeForLike['holidays']): number | undefined {
  const name = holidays.get(day);
  if (name === undefined) return undefined;
  let first = day;
  while (holidays.get(first - 1) === name) first -= 1;
  const begins = (at: number) => holidays.get(at) === name && holidays.get(at - 1) !== name;
  for (let apart = 0; apart <= halfYear; apart += 1) {
    const found = [first - year - apart, first - year + apart].find(begins);
    if (found === undefined) continue;
    const same = found + day - first;
    return holidays.get(same) === name ? same : undefined;
  }
  return undefined;
}

const year = 365;
const halfYear = 182;
