import { dayStart, localDay, type Zone } from '@atrium/calendar/zones';

/**
 * How many people are in a space, minute by minute: a running sum of ins less outs that resets set to a new value. The grain is one closed UTC
 * minute with the net of all zones, so the order in which readings arrive changes nothing. The level of a minute is the one at its
 * end. A minute without a reading has no level; the sum carries over.
 *
 * Folding `[a, b)` and then `[b, c)` from where it ended is folding `[a, c)`.
 */
export function foldOccupancy(input: OccupancyInput): FoldedOccupancy {
  const { from, to, zone, factor = 1 } = input;
  const resets = effectiveResets(input.resets, from, to);
  const levels: LevelMinute[] = [];
  const days: OccupancyDay[] = [];
  let value = unitsOf(input.start);
  let nextReset = 0;
  let nextMinute = 0;
  const resetUntil = (at: number) => {
    for (; nextReset < resets.length && resets[nextReset]!.minute <= at; nextReset += 1)
      value = resets[nextReset]!.units;
  };

  for (let day = localDay(zone, from); from < to; day += 1) {
    const begin = Math.max(from, firstMinute(zone, day));
    if (begin >= to) break;
    const end = Math.min(to, firstMinute(zone, day + 1));
    if (begin >= end) continue;
    const start = value;
    let [ins, outs, residual] = [0, 0, 0];
    for (; nextMinute < input.minutes.length && input.minutes[nextMinute]!.at < end; nextMinute += 1) {
      const minute = input.minutes[nextMinute]!;
      if (minute.at < begin) continue;
      resetUntil(minute.at);
      const [entered, left] = [unitsOf(minute.ins), unitsOf(minute.outs)];
      const factored = Math.round(left * factor);
      value += entered - factored;
      if (value < 0 && reflectsAt(input.reflects, minute.at)) value = 0;
      ins += entered;
      outs += left;
      residual += entered - factored;
      levels.push({ at: minute.at, last: peopleOf(value) });
    }
    resetUntil(end - minuteSeconds);
    days.push({
      day,
      from: begin,
      to: end,
      start: peopleOf(start),
      end: peopleOf(value),
      ins: peopleOf(ins),
      outs: peopleOf(outs),
      residual: peopleOf(residual),
      factor,
    });
  }
  return { levels, days, end: peopleOf(value) };
}

/** Levels are added up in ten-thousandths of a person: weighted counts have four decimals, and integers do not drift. */
export const unitsPerPerson = 10_000;

export function unitsOf(people: number): number {
  return Math.round(people * unitsPerPerson);
}

export function peopleOf(units: number): number {
  return units / unitsPerPerson;
}

/** A closed UTC minute in which something was received, of all zones of a space together: weighted, and reversed where zones are. */
export interface CountedMinute {
  /** Epoch seconds. */
  readonly at: number;
  readonly ins: number;
  readonly outs: number;
}

/** The number of people is known at an instant. */
export interface KnownOccupancy {
  /** Epoch seconds; within a minute, it counts from the next one on. */
  readonly at: number;
  readonly value: number;
}

/** Whether a sum that falls below zero begins again at zero, in `[from, to)`. Outside of all of them it does. */
export interface Reflection {
  readonly from: number;
  readonly to: number;
  readonly reflects: boolean;
}

export interface OccupancyInput {
  /** Whose days are counted. */
  readonly zone: Zone;
  /** Whole minutes, `[from, to)`; all of them are closed. */
  readonly from: number;
  readonly to: number;
  /** The sum before `from`. */
  readonly start: number;
  /** In order of time; those outside of the range are left out. */
  readonly minutes: readonly CountedMinute[];
  /** In any order. Of two in the same minute the later counts, of two at the same instant the one that is listed last. */
  readonly resets: readonly KnownOccupancy[];
  readonly reflects?: readonly Reflection[] | undefined;
  /** Multiplies outs, where doors are known to count them too low or too high. */
  readonly factor?: number | undefined;
}

/** The level at the end of a minute, which stands for the whole minute. */
export interface LevelMinute {
  readonly at: number;
  readonly last: number;
}

/** What was folded of a local day. */
export interface OccupancyDay {
  /** The day number. */
  readonly day: number;
  readonly from: number;
  readonly to: number;
  /** The sums before and after, resets included. */
  readonly start: number;
  readonly end: number;
  /** As counted. */
  readonly ins: number;
  readonly outs: number;
  /** Ins less factored outs: who did not leave, or was not counted. */
  readonly residual: number;
  readonly factor: number;
}

export interface FoldedOccupancy {
  readonly levels: readonly LevelMinute[];
  readonly days: readonly OccupancyDay[];
  readonly end: number;
}

const minuteSeconds = 60;

/** The first whole minute of a local day. */
export function firstMinute(zone: Zone, day: number): number {
  return Math.ceil(dayStart(zone, day) / minuteSeconds) * minuteSeconds;
}

/** From which minute on a reset counts: no minute is divided. */
export function minuteOfReset(at: number): number {
  return Math.ceil(at / minuteSeconds) * minuteSeconds;
}

function effectiveResets(resets: readonly KnownOccupancy[], from: number, to: number) {
  return resets
    .map(({ at, value }) => ({ at, minute: minuteOfReset(at), units: unitsOf(value) }))
    .filter(({ minute }) => minute >= from && minute < to)
    .toSorted((one, other) => one.at - other.at);
}

function reflectsAt(reflections: readonly Reflection[] | undefined, at: number): boolean {
  return reflections?.find(({ from, to }) => from <= at && at < to)?.reflects ?? true;
}
