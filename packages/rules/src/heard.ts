/**
 * When a device was heard, minute by minute, and what a level that is reported only when it changes was in between. Minutes are
 * numbered from 1970.
 */

/** Minutes that a device may be silent and still counts as heard throughout. */
export const bridgedMinutes = 15;
/** A level that was not reported again for a day is not known anymore. */
export const heldMinutesAtMost = 1440;

/** The minutes in which a device was heard: those of its signs, and those between two that are not far apart. */
export function heardMinutes(signs: Iterable<number>): Set<number> {
  const heard = new Set<number>();
  let before = -Infinity;
  for (const sign of [...signs].toSorted((a, b) => a - b)) {
    const from = sign - before <= bridgedMinutes ? before + 1 : sign;
    for (let minute = from; minute <= sign; minute += 1) heard.add(minute);
    before = sign;
  }
  return heard;
}

/** What a level became at an instant. */
export interface LevelChange {
  /** Epoch seconds, with milliseconds. */
  readonly at: number;
  readonly last: number;
  readonly lo: number;
  readonly hi: number;
}

/** A level over one minute. */
export interface LevelMinute {
  readonly minute: number;
  readonly last: number;
  readonly lo: number;
  readonly hi: number;
  /** Level times seconds. */
  readonly area: number;
}

/**
 * The minutes in `[from, to)` in which a level is known. It holds until the next change while the device is heard; once it was
 * silent, the level has to be reported again. The minute in which it is first reported counts whole.
 */
export function heldMinutes(
  changes: readonly LevelChange[],
  heard: ReadonlySet<number>,
  from: number,
  to: number,
): LevelMinute[] {
  const known: LevelMinute[] = [];
  let held: { readonly last: number; readonly since: number } | undefined;
  let next = 0;
  const first = changes[0] ? Math.min(from, Math.floor(changes[0].at / 60)) : to;
  for (let minute = first; minute < to; minute += 1) {
    if (!heard.has(minute) || (held && minute - held.since > heldMinutesAtMost)) held = undefined;
    const reported: LevelChange[] = [];
    for (; changes[next] && changes[next]!.at < 60 * (minute + 1); next += 1) reported.push(changes[next]!);
    const value = held?.last ?? reported[0]?.last;
    if (value === undefined) continue;
    const isCarried = held !== undefined && reported[0]?.at !== 60 * minute;
    const whole = { minute, ...minuteOf(60 * minute, value, reported, isCarried) };
    if (minute >= from) known.push(whole);
    if (reported.length > 0) held = { last: whole.last, since: minute };
  }
  return known;
}

function minuteOf(start: number, value: number, reported: readonly LevelChange[], isCarried: boolean) {
  let [last, lo, hi, area, since] = [value, isCarried ? value : Infinity, isCarried ? value : -Infinity, 0, start];
  for (const change of reported) {
    area += last * (change.at - since);
    lo = Math.min(lo, change.lo);
    hi = Math.max(hi, change.hi);
    [last, since] = [change.last, change.at];
  }
  return { last, lo, hi, area: Math.round(area + last * (start + 60 - since)) };
}
