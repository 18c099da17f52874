import { localDay, type Zone } from '@atrium/calendar/zones';
import { type Entered, firstMinute, type FoldedOccupancy } from '@atrium/metrics/occupancy-fold';
import { fourDecimals } from '@atrium/metrics/precision';

/** Days by their numbers, both included. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** A local day of a space as it was folded. Between two of them all days are folded or stale; all but the last are complete. */
export interface FoldedDay {
  readonly day: number;
  /** Epoch seconds: minutes before it are folded. */
  readonly foldedTo: number;
  /** The sum of people there. */
  readonly end: number;
  readonly ins: number;
  readonly outs: number;
  readonly residual: number;
  readonly factor: number;
  /** Who entered lately, where there is a limit for stays. */
  readonly entered?: readonly Entered[] | undefined;
}

/** How far the days of a space are folded. */
export interface FoldedDays {
  /** Undefined before anything was folded. */
  readonly first: number | undefined;
  readonly last: FoldedDay | undefined;
  /** Ascending ranges, not adjacent, of days that must be folded again, or for the first time. */
  readonly stale: readonly DayRange[];
}

/** How many days are folded at a time. */
export const daysAtOnce = 7;

/** What follows from something that changed in `[from, to)`: the days that must be folded again. Later minutes are folded anyway. */
export function withStale(days: FoldedDays, changed: Stretch, zone: Zone, closed: number): FoldedDays {
  const { first, last, stale } = days;
  const from = localDay(zone, changed.from);
  if (first === undefined || last === undefined) {
    if (changed.from >= closed) return days;
    // The days in between belong to them, so that days follow each other.
    return { ...days, stale: merged([...stale, { from, to: localDay(zone, closed - 1) }], Infinity) };
  }
  if (changed.from >= last.foldedTo) return days;
  const to = Math.min(localDay(zone, Math.max(changed.from, changed.to - 1)), last.day);
  const found = [{ from, to }, ...(from < first ? [{ from, to: first - 1 }] : [])];
  return { ...days, stale: merged([...stale, ...found], 1) };
}

/**
 * The same after an edit, which may reach further back than there are readings. Nobody asks for a space before its first reading, but what
 * was known earlier is where its first day begins.
 */
export function staleAfterEdit(
  days: FoldedDays,
  changed: Stretch,
  firstReading: number,
  zone: Zone,
  closed: number,
): FoldedDays {
  const known = days.first === undefined ? Infinity : firstMinute(zone, days.first);
  const from = Math.max(changed.from, Math.min(known, firstReading));
  if (from >= closed) return days;
  return withStale(days, { from, to: Math.min(closed, Math.max(changed.to, from + 60)) }, zone, closed);
}

/** Epoch seconds, `[from, to)`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The minutes to fold next, and the day whose end is their start; undefined where everything up to `closed` is folded. */
export interface FoldWindow extends Stretch {
  readonly days: DayRange;
  /** Continue the last day where it ended, instead of after the end of the day before `days`. */
  readonly continues: boolean;
}

/** The oldest stale days come first. A space that begins every day with a reset starts with its newest days: people look at these. */
export function nextWindow(
  { stale, first, last }: FoldedDays,
  zone: Zone,
  closed: number,
  isResetDaily: boolean,
): FoldWindow | undefined {
  const run = stale[0];
  if (run) {
    const newest = stale.at(-1)!.to;
    const days =
      first === undefined && isResetDaily
        ? { from: Math.max(run.from, newest - daysAtOnce + 1), to: newest }
        : { from: run.from, to: Math.min(run.to, run.from + daysAtOnce - 1) };
    const to = Math.min(firstMinute(zone, days.to + 1), Math.max(closed, last?.foldedTo ?? closed));
    return { days, from: firstMinute(zone, days.from), to, continues: false };
  }
  if (!last || last.foldedTo >= closed) return undefined;
  const to = Math.min(closed, firstMinute(zone, last.day + daysAtOnce));
  return { days: { from: last.day, to: localDay(zone, to - 1) }, from: last.foldedTo, to, continues: true };
}

/** The days after a window was folded, and how far they are: if the sum at its end changed, what follows must be folded again. */
export function afterWindow(
  days: FoldedDays,
  window: FoldWindow,
  folded: FoldedOccupancy,
  /** The last day of the window as it was. */
  formerEnd: FoldedDay | undefined,
): { readonly days: FoldedDays; readonly written: readonly FoldedDay[] } {
  const written = folded.days.map(({ day, to, end, ins, outs, residual, factor, entered }): FoldedDay => {
    const part = { day, foldedTo: to, end, ins, outs, residual, factor, ...(entered && { entered }) };
    return window.continues && days.last?.day === day ? added(days.last, part) : part;
  });
  const newest = written.at(-1);
  if (!newest) return { days: { ...days, stale: withoutRun(days.stale, window.days) }, written };
  const last = days.last && days.last.day > newest.day ? days.last : newest;
  const first = Math.min(days.first ?? Infinity, written[0]!.day);
  let stale = window.continues ? days.stale : withoutRun(days.stale, window.days);
  const isSame = formerEnd?.end === newest.end && JSON.stringify(formerEnd.entered) === JSON.stringify(newest.entered);
  if (last.day > newest.day && !isSame) {
    const following = { from: newest.day + 1, to: Math.min(newest.day + daysAtOnce, last.day) };
    stale = merged([...stale, following], 1);
  }
  return { days: { first, last, stale }, written };
}

function added(before: FoldedDay, part: FoldedDay): FoldedDay {
  const sum = (column: 'ins' | 'outs' | 'residual') => fourDecimals(before[column] + part[column]);
  const [outs, all] = [before.outs, before.outs + part.outs];
  const factor = all > 0 ? fourDecimals((before.factor * outs + part.factor * part.outs) / all) : 1;
  return { ...part, ins: sum('ins'), outs: sum('outs'), residual: sum('residual'), factor };
}

function withoutRun(stale: readonly DayRange[], { from, to }: DayRange): DayRange[] {
  return stale
    .flatMap((range) => [
      { from: range.from, to: Math.min(range.to, from - 1) },
      { from: Math.max(range.from, to + 1), to: range.to },
    ])
    .filter((range) => range.from <= range.to);
}

/** Ranges with at most `apart` between them become one. */
function merged(ranges: readonly DayRange[], apart: number): DayRange[] {
  const found: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const before = found.at(-1);
    if (before && from - before.to <= apart) before.to = Math.max(before.to, to);
    else found.push({ from, to });
  }
  return found;
}
