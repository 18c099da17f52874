import { wallClock, type Zone } from '@atrium/calendar/zones';
import {
  type CountedMinute,
  type Gain,
  type KnownOccupancy,
  maxStayLimitMinutes,
  minuteOfReset,
  type Press,
  type Stop,
} from '@atrium/metrics/occupancy-fold';
import { type Problem, problemIf } from './problem.ts';

/** Doors miss people, so a sum of ins and outs drifts. These are the corrections of a space; each can be switched on and off. */
export interface Corrections {
  /** A day that is over ends with the value of its reset: what was missed is spread over its counts. */
  readonly endOfDay: boolean;
  /** Counts of today are multiplied by what balanced the last five days. */
  readonly acf: boolean;
  /** The same by weekday and hour, once it was learned; it comes before the other one. */
  readonly weekdayHours: boolean;
  /** Nobody stays longer: no more people are inside than entered in so many minutes. */
  readonly maxStayMinutes: number | null;
}

export const noCorrections: Corrections = { endOfDay: false, acf: false, weekdayHours: false, maxStayMinutes: null };
/** As measured on years with known truth. */
export const defaultCorrections: Corrections = { endOfDay: true, acf: true, weekdayHours: true, maxStayMinutes: null };

export const correctionTexts = {
  maxStay: `Longest stay must be a whole number of minutes from 15 to ${maxStayLimitMinutes}`,
} as const;

export function correctionProblems({ maxStayMinutes }: Corrections): Problem[] {
  const isStay =
    maxStayMinutes === null ||
    (Number.isInteger(maxStayMinutes) && maxStayMinutes >= 15 && maxStayMinutes <= maxStayLimitMinutes);
  return problemIf(!isStay, 'maxStayMinutes', correctionTexts.maxStay);
}

/** What was counted between two resets; at both the number of people is known. */
export interface CountedStretch {
  readonly from: number;
  readonly to: number;
  readonly ins: number;
  readonly outs: number;
  /** How many more people were inside at the end than at the start, without those whom someone counted by hand. */
  readonly gained: number;
  /** What was counted, in the grain in which it was given. */
  readonly counts: readonly CountedMinute[];
}

/** The stretches of at most a day and a half that begin and end with a reset; counts are in order of time. */
export function countedStretches(
  counts: readonly CountedMinute[],
  resets: readonly KnownOccupancy[],
  { presses = [], stops = [] }: { readonly presses?: readonly Press[]; readonly stops?: readonly Stop[] } = {},
): CountedStretch[] {
  const known = new Map<number, KnownOccupancy>();
  for (const reset of resets.toSorted((one, other) => one.at - other.at)) known.set(minuteOfReset(reset.at), reset);
  const edges = [...known.keys()].toSorted((one, other) => one - other);
  let next = 0;
  return edges.slice(1).flatMap((to, index) => {
    const from = edges[index]!;
    while (next < counts.length && counts[next]!.at < from) next += 1;
    const begin = next;
    while (next < counts.length && counts[next]!.at < to) next += 1;
    if (to - from > maxStretchSeconds) return [];
    const own = counts.slice(begin, next).filter(({ at }) => !stops.some((stop) => stop.from <= at && at < stop.to));
    const pressed = presses.reduce((sum, { at, change }) => (at >= from && at < to ? sum + change : sum), 0);
    const gained = known.get(to)!.value - known.get(from)!.value - pressed;
    return [{ from, to, ins: total(own, 'ins'), outs: total(own, 'outs'), gained, counts: own }];
  });
}

/** Ins per out of a stretch: by how much its outs must be multiplied to end with what is known; undefined with few counts. */
export function balanceOf({ ins, outs, gained }: Pick<CountedStretch, 'ins' | 'outs' | 'gained'>): number | undefined {
  if (Math.min(ins, outs) < minCounts || ins - gained <= 0) return undefined;
  return (ins - gained) / outs;
}

/** A stretch that is over, corrected so that it ends with what is known; none where that takes too much. */
export function gainOfStretch(stretch: CountedStretch): Gain[] {
  const balance = balanceOf(stretch);
  if (balance === undefined || Math.abs(Math.log(balance)) > maxLogOfDay) return [];
  const { from, to, ins, outs, gained } = stretch;
  return [{ from, to, ...(balance >= 1 ? { ins: 1, outs: balance } : { ins: (outs + gained) / ins, outs: 1 }) }];
}

/** What the days before say of a balance: that of the last five days, and by hour of the week where it is known, Sunday first. */
export interface LearnedBalance {
  /** Null where these have too few counts. */
  readonly acf: number | null;
  readonly hours: readonly number[] | null;
}

/** Counts of the last weeks, in order of time; quarters of an hour are as good as minutes. */
export function learnBalance(stretches: readonly CountedStretch[], zone: Zone): LearnedBalance {
  const days = stretches.flatMap((stretch) => {
    const balance = balanceOf(stretch);
    // A day that is far off had a door that did not count at all: it says nothing about others.
    return balance === undefined || balance < minBalance || balance > maxBalance ? [] : [{ stretch, balance }];
  });
  const lately = days.filter(
    ({ stretch }) => stretch.from >= (stretches.at(-1)?.to ?? 0) - acfDays * secondsPerDay - 7200,
  );
  const recent = lately.map(({ stretch, balance }): Weighed => [Math.log(balance), stretch.outs]);
  const acf = recent.length < 2 ? null : rounded(sure(recent, 0));
  const begin = stretches[0]?.from ?? 0;
  const isLearned = days.length >= minDays && (days.at(-1)?.stretch.to ?? 0) - begin >= learningDays * secondsPerDay;
  if (!isLearned) return { acf, hours: null };
  const all: Weighed[] = days.map(({ stretch, balance }) => [
    Math.log(balance),
    weightOf(stretch.outs, stretch.to, stretches),
  ]);
  const whole = sure(withoutOutliers(all), 0);
  const cells = Array.from({ length: hoursPerWeek }, (): Map<number, Weighed> => new Map());
  for (const { stretch, balance } of days) {
    for (const { at, ins, outs } of stretch.counts) {
      if (ins + outs === 0) continue;
      const cell = cells[hourOfWeek(zone, at)]!;
      const before = cell.get(stretch.from)?.[1] ?? 0;
      cell.set(stretch.from, [Math.log(balance), before + weightOf(ins + outs, stretch.to, stretches)]);
    }
  }
  return { acf, hours: cells.map((cell) => rounded(sure(withoutOutliers([...cell.values()]), whole))) };
}

/**
 * How far the number of people may be off after so many crossings, by how far it was off at the ends of the days before: 19 of 20 were
 * closer. Errors of people who cross a door add up like steps of a random walk. People who were missed both coming and going show in no
 * sum, so they are not part of it. Undefined while too few days are known.
 */
export function expectedError(
  stretches: readonly CountedStretch[],
  gainsOf: (from: number, to: number) => readonly Gain[],
  crossings: number,
): number | undefined {
  let [days, squares, all] = [0, 0, 0];
  for (const stretch of stretches) {
    const balance = balanceOf(stretch);
    if (balance === undefined || balance < minBalance || balance > maxBalance) continue;
    days += 1;
    squares += offAtEnd(stretch, gainsOf(stretch.from, stretch.to)) ** 2;
    all += stretch.ins + stretch.outs;
  }
  return days < minDays ? undefined : 1.96 * Math.sqrt((squares / all) * crossings);
}

/** By how many people a sum with these gains misses what is known at the end of a stretch. */
export function offAtEnd({ counts, gained }: CountedStretch, gains: readonly Gain[]): number {
  return counts.reduce((off, { at, ins, outs }) => {
    const gain = gains.find(({ from, to }) => from <= at && at < to) ?? { ins: 1, outs: 1 };
    return off + ins * gain.ins - outs * gain.outs;
  }, -gained);
}

/** The gains of counts in `[from, to)`, hour by hour, by what was learned. */
export function learnedGains(
  { acf, hours }: LearnedBalance,
  uses: Pick<Corrections, 'acf' | 'weekdayHours'>,
  zone: Zone,
  from: number,
  to: number,
): Gain[] {
  if (!(from < to)) return [];
  if (!uses.weekdayHours || !hours) return uses.acf && acf !== null && acf !== 1 ? [{ from, to, ...gainOf(acf) }] : [];
  const gains: Gain[] = [];
  for (let at = from; at < to;) {
    const next = Math.min(
      to,
      at + secondsPerHour - (((wallClock(zone, at) % secondsPerHour) + secondsPerHour) % secondsPerHour),
    );
    gains.push({ from: at, to: next, ...gainOf(hours[hourOfWeek(zone, at)]!) });
    at = next;
  }
  return gains;
}

export const acfDays = 5;
/** Seconds of counts from which a balance is learned. */
export const learningSeconds = 56 * 86_400;
const secondsPerDay = 86_400;
const secondsPerHour = 3600;
const hoursPerWeek = 168;
export const maxStretchSeconds = 36 * secondsPerHour;
const minCounts = 50;
const [minBalance, maxBalance] = [0.8, 1.25];
const maxLogOfDay = Math.log(20);
const learningDays = 14;
const minDays = 8;
const halfLifeSeconds = 14 * secondsPerDay;
/** How much more than its standard error a difference must be; fair doors are left alone. Measured. */
const caution = 4;

type Weighed = readonly [value: number, weight: number];

/** Doors miss people much more often than they invent some: the side that counted less is the wrong one. */
function gainOf(balance: number) {
  return balance >= 1 ? { ins: 1, outs: balance } : { ins: 1 / balance, outs: 1 };
}

function rounded(log: number): number {
  return Math.round(Math.min(maxBalance, Math.max(minBalance, Math.exp(log))) * 1000) / 1000;
}

function weightOf(counted: number, to: number, stretches: readonly CountedStretch[]): number {
  return counted * 0.5 ** ((stretches.at(-1)!.to - to) / halfLifeSeconds);
}

/** The weighted mean, drawn toward `expected` as far as the values differ among themselves (James and Stein). */
function sure(values: readonly Weighed[], expected: number): number {
  if (values.length < 2) return expected;
  const sum = (of: (each: Weighed) => number) => values.reduce((so, each) => so + of(each), 0);
  const weight = sum(([, w]) => w);
  const mean = sum(([value, w]) => value * w) / weight;
  const spread = sum(([value, w]) => w * (value - mean) ** 2) / weight;
  const effective = weight ** 2 / sum(([, w]) => w ** 2);
  const error = spread / Math.max(0.5, effective - 1);
  const off = mean - expected;
  return off === 0 ? mean : expected + off * Math.max(0, 1 - (caution * error) / off ** 2);
}

function withoutOutliers(values: readonly Weighed[]): Weighed[] {
  const middle = median(values);
  const spread = 1.4826 * median(values.map(([value, weight]) => [Math.abs(value - middle), weight]));
  return values.filter(([value]) => Math.abs(value - middle) <= 3 * spread + 1e-4);
}

function median(values: readonly Weighed[]): number {
  const ordered = values.toSorted(([one], [other]) => one - other);
  let left = ordered.reduce((sum, [, weight]) => sum + weight, 0) / 2;
  return ordered.find(([, weight]) => (left -= weight) <= 0)?.[0] ?? 0;
}

function hourOfWeek(zone: Zone, at: number): number {
  // The first of January 1970 was a Thursday.
  const hours = Math.floor((wallClock(zone, at) + 4 * secondsPerDay) / secondsPerHour);
  return ((hours % hoursPerWeek) + hoursPerWeek) % hoursPerWeek;
}

function total(counts: readonly CountedMinute[], column: 'ins' | 'outs'): number {
  return counts.reduce((sum, each) => sum + each[column], 0);
}
