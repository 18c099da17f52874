import { type Glance, observedStarts, watchClock } from '@atrium/calendar/bucket-oracle';
import type { WeekStart } from '@atrium/calendar/civil';
import { parseGrouping } from '@atrium/calendar/groupings';
import type { OpeningHours } from '@atrium/calendar/opening-hours';
import { openMinutes } from '@atrium/calendar/opening-hours-oracle';

/** Whole minutes, epoch seconds, `[from, to)`. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Of an earlier period: where it ends because the later one is not over. */
  readonly endsEarly?: number | undefined;
}

/** Some days of the clock on the wall, minute by minute, after one day to see which date is the newest. */
interface Watch {
  readonly from: number;
  readonly glances: readonly Glance[];
  /** The latest time shown so far, as if it were UTC. */
  readonly latestShown: readonly number[];
}

const [minute, day] = [60, 86_400];
const watched = 8 * day;
const lead = day / minute;

/** Thousands of questions are about the same days: each is watched once. */
function once<T>(): (key: string, make: () => T) => T {
  const known = new Map<string, T>();
  return (key, make) => {
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  };
}

const watches = once<Watch>();
const startLists = once<readonly number[]>();
const dates = once<number>();

function watchAt(timezone: string, second: number): Watch {
  const from = Math.floor(second / watched) * watched;
  return watches(`${timezone} ${from}`, () => {
    const glances = watchClock(timezone, from - day, from + watched);
    let latest = 0;
    return { from, glances, latestShown: glances.map((glance) => (latest = Math.max(latest, wallOf(glance)))) };
  });
}

function placeIn({ from }: Watch, second: number): number {
  return lead + (second - from) / minute;
}

export function glanceAt(timezone: string, second: number): Glance {
  const watch = watchAt(timezone, second);
  return watch.glances[placeIn(watch, second)]!;
}

/** What the clock shows, as if it were UTC. */
export function wallOf({ date, minuteOfDay }: Glance): number {
  return Date.parse(date) / 1000 + minuteOfDay * minute;
}

/** The first minute of a local date; of the next one, where it was skipped. */
export function startOfDate(timezone: string, date: string): number {
  return dates(`${timezone} ${date}`, () => {
    const midnight = Date.parse(date) / 1000;
    return firstMinute({ from: midnight - day, to: midnight + day }, (at) => glanceAt(timezone, at).day >= date);
  });
}

/** The first minute within a span when the clock has shown a time; its end if there is none. */
export function firstShowing(timezone: string, wall: number, within: Span): number {
  return firstMinute(within, (at) => {
    const watch = watchAt(timezone, at);
    return watch.latestShown[placeIn(watch, at)]! >= wall;
  });
}

/** Of something that stays true once it is. */
function firstMinute({ from, to }: Span, isTrue: (second: number) => boolean): number {
  let [low, high] = [0, (to - from) / minute];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(from + middle * minute)) high = middle;
    else low = middle + 1;
  }
  return from + low * minute;
}

/** The instants within a span at which a bucket begins; the first is its beginning. */
export function bucketStarts(timezone: string, text: string, weekStart: WeekStart, { from, to }: Span): number[] {
  const { grouping, step } = parseGrouping(text);
  const isByClock = grouping === 'minute' || grouping === 'hour';
  const starts = [from];
  for (let at = Math.floor(from / watched) * watched; at < to; at += watched) {
    const own = startLists(`${timezone} ${text} ${weekStart} ${at}`, () => {
      const glances = watchAt(timezone, at).glances.slice(lead - 1);
      return observedStarts(glances, grouping, isByClock ? step : 1, weekStart).slice(1);
    });
    for (const start of own) if (start > from && start < to) starts.push(start);
  }
  return isByClock ? starts : starts.filter((_, index) => index % step === 0);
}

const openSpans = new WeakMap<OpeningHours, Map<number, readonly Span[]>>();

/** The parts of a span in which a place is open. */
export function openWithin(timezone: string, hours: OpeningHours, { from, to }: Span): Span[] {
  const known = openSpans.get(hours) ?? new Map<number, readonly Span[]>();
  openSpans.set(hours, known);
  const found: Span[] = [];
  for (let at = Math.floor(from / watched) * watched; at < to; at += watched) {
    const spans = known.get(at) ?? spansOf(timezone, hours, at);
    known.set(at, spans);
    for (const span of spans) {
      const open = { from: Math.max(from, span.from), to: Math.min(to, span.to) };
      if (open.from < open.to) found.push(open);
    }
  }
  return found;
}

function spansOf(timezone: string, hours: OpeningHours, start: number): Span[] {
  const latestShown = watchAt(timezone, start)
    .latestShown.slice(lead)
    .map((wall) => wall * 1000);
  const isOpen = openMinutes(hours, { start: start * 1000, latestShown });
  const spans: Span[] = [];
  let from = -1;
  for (let index = 0; index <= isOpen.length; index += 1) {
    if (isOpen[index] === 1 && from < 0) from = index;
    if (isOpen[index] !== 1 && from >= 0) {
      spans.push({ from: start + from * minute, to: start + index * minute });
      from = -1;
    }
  }
  return spans;
}
