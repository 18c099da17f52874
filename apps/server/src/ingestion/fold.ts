/**
 * Today's sums of a series, kept outside of the facts so that a live number needs no query. The last minutes are kept
 * record by record (the tail): there a repeated or corrected record replaces the earlier one, so folding the same
 * records any number of times changes nothing. Older minutes are one closed sum. A record that starts before the tail
 * leaves the closed sum alone; it is reread from the facts once the record is written. All times are epoch seconds;
 * minutes and days are identified by their start.
 */
export interface LastState {
  /** The local day of the sums. */
  readonly day: Stretch;
  /** Minutes from the start of the day to `tailFrom`. */
  readonly closed: Sums;
  readonly tailFrom: number;
  readonly tail: readonly TailRow[];
  /** Start of the newest minute with a reading; null before the first. */
  readonly lastMinute: number | null;
}

/** `[from, to)` */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Sums {
  readonly ins: number;
  readonly outs: number;
  /** Seconds received. */
  readonly got: number;
}

export interface TailRow {
  readonly at: number;
  readonly span: number;
  readonly ins: number;
  readonly outs: number;
  readonly ver: bigint;
}

const nothing: Sums = { ins: 0, outs: 0, got: 0 };
const shortestTail = 15 * 60;
const maxTail = 6 * 3600;
const maxTailRows = 400;

export function openDay(day: Stretch): LastState {
  return { day, closed: nothing, tailFrom: firstMinute(day.from), tail: [], lastMinute: null };
}

/**
 * Advances to the current day. `unsure` when the closed sum cannot be derived here: the time zone of the location was
 * edited, and the day now starts elsewhere.
 */
export function turnDay(state: LastState, day: Stretch): { state: LastState; unsure: boolean } {
  if (state.day.from === day.from && state.day.to === day.to) return { state, unsure: false };
  const isNextDay = day.from >= state.day.to;
  const tailFrom = isNextDay ? firstMinute(day.from) : Math.max(state.tailFrom, firstMinute(day.from));
  const tail = state.tail.filter((row) => endOf(row) > tailFrom);
  return { state: { ...state, day, closed: nothing, tailFrom, tail }, unsure: !isNextDay };
}

type TakenRow = TailRow & { readonly gone?: 0 | 1 };

/** Takes in records; the same state when nothing changed. `valid` is when the series holds; minutes outside it do not count. `now` only bounds `lastMinute`. */
export function fold(state: LastState, rows: readonly TakenRow[], valid: Stretch, now: number): LastState {
  const taken = takeIn(state, rows, now);
  return taken === state ? state : closeOldMinutes(taken, valid);
}

/** The same, with all records of the tail still in it. */
export function takeIn(state: LastState, rows: readonly TakenRow[], now: number): LastState {
  const merged = new Map(state.tail.map((row) => [keyOf(row), row]));
  let { lastMinute } = state;
  let changed = false;
  for (const { at, span, ins, outs, ver, gone } of rows) {
    const row = { at, span, ins, outs, ver };
    if (gone === 1) {
      const taken = merged.get(keyOf(row));
      if (taken && taken.ver < ver) changed = merged.delete(keyOf(row));
      continue;
    }
    lastMinute = Math.max(lastMinute ?? 0, Math.min(endOf(row) - 60, minuteOf(now)));
    if (endOf(row) <= state.tailFrom) continue;
    const known = merged.get(keyOf(row));
    if (known && known.ver >= ver) continue;
    merged.set(keyOf(row), row);
    changed = true;
  }
  if (!changed && lastMinute === state.lastMinute) return state;
  const tail = [...merged.values()].toSorted((a, b) => a.at - b.at || a.span - b.span);
  return { ...state, tail, lastMinute };
}

/** Today's sums as they are shown. */
export function todaysSums(state: LastState, valid: Stretch): Sums {
  return add(state.closed, sumMinutes(state.tail, within(valid, { from: state.tailFrom, to: state.day.to })));
}

/** Replaces the closed sum with that of the facts, as of when they were queried. */
export function correctClosed(state: LastState, read: Sums, found: Sums): LastState {
  const closed = {
    ins: state.closed.ins + found.ins - read.ins,
    outs: state.closed.outs + found.outs - read.outs,
    got: state.closed.got + found.got - read.got,
  };
  return { ...state, closed };
}

/** Old records leave the tail for the closed sum. */
export function closeOldMinutes(state: LastState, valid: Stretch): LastState {
  // Records of tomorrow, from a clock that runs ahead, stay in the tail until the day has turned.
  const tailFrom = Math.max(state.tailFrom, Math.min(nextTailFrom(state), firstMinute(state.day.to)));
  if (tailFrom === state.tailFrom) return state;
  const leaving = within(valid, { from: state.tailFrom, to: tailFrom });
  return {
    ...state,
    closed: add(state.closed, sumMinutes(state.tail, leaving)),
    tailFrom,
    tail: state.tail.filter((row) => endOf(row) > tailFrom),
  };
}

/** The tail is long enough for a few of the longest records in it, and short enough to be rewritten with every push. */
function nextTailFrom({ tail }: LastState): number {
  const newest = Math.max(0, ...tail.map(endOf));
  const longest = Math.max(0, ...tail.map(({ span }) => span));
  const length = Math.min(maxTail, Math.max(shortestTail, 3 * longest));
  const byCount = tail.length > maxTailRows ? firstMinute(tail.at(-maxTailRows / 2)?.at ?? 0) : 0;
  return Math.max(firstMinute(newest - length), byCount);
}

/** The sum of the minutes that start in an interval. */
export function sumMinutes(rows: readonly TailRow[], stretch: Stretch): Sums {
  let sums = nothing;
  for (const minute of countMinutes(rows, stretch).values()) sums = add(sums, minute);
  return sums;
}

/**
 * By the minutes that start in an interval. A record of a minute or more is spread over its minutes, a shorter one
 * belongs to the minute it starts in; in each minute only the finest records present count.
 */
export function countMinutes(rows: readonly TailRow[], { from, to }: Stretch): Map<number, Sums> {
  const minutes = new Map<number, { span: number; ins: number; outs: number; milliseconds: number }>();
  for (const row of rows) {
    // Records shorter than a second are equally fine, whatever their length.
    const span = Math.floor(row.span);
    const start = minuteOf(row.at);
    const count = minutesOf(row);
    const first = Math.max(0, Math.ceil((from - start) / 60));
    const last = Math.min(count, Math.ceil((to - start) / 60));
    for (let k = first; k < last; k += 1) {
      const at = start + 60 * k;
      const known = minutes.get(at);
      if (known && known.span < span) continue;
      const sum = known?.span === span ? known : { span, ins: 0, outs: 0, milliseconds: 0 };
      sum.ins += share(row.ins, k, count);
      sum.outs += share(row.outs, k, count);
      sum.milliseconds = Math.min(60_000, sum.milliseconds + Math.round(1000 * Math.min(60, row.span)));
      minutes.set(at, sum);
    }
  }
  const counted = new Map<number, Sums>();
  for (const [at, { ins, outs, milliseconds }] of minutes)
    counted.set(at, { ins, outs, got: Math.max(1, Math.floor(milliseconds / 1000)) });
  return counted;
}

/** Whole people only: the parts of a number always add up to it. */
function share(value: number, k: number, count: number): number {
  return Math.floor((value * (k + 1)) / count) - Math.floor((value * k) / count);
}

function add(a: Sums, b: Sums): Sums {
  return { ins: a.ins + b.ins, outs: a.outs + b.outs, got: a.got + b.got };
}

function within(a: Stretch, b: Stretch): Stretch {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
}

function minuteOf(at: number): number {
  return Math.floor(at / 60) * 60;
}

/** The first whole minute that starts at or after an instant. */
function firstMinute(at: number): number {
  return Math.ceil(at / 60) * 60;
}

function minutesOf({ span }: { span: number }): number {
  return span < 60 ? 1 : Math.round(span / 60);
}

/** End of the last minute that a record overlaps. */
export function endOf(row: { at: number; span: number }): number {
  return minuteOf(row.at) + 60 * minutesOf(row);
}

function keyOf(row: TailRow): string {
  return `${row.at}/${row.span}`;
}
