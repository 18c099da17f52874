import { bucketEdges } from '@atrium/calendar/groupings';
import { zoneOf } from '@atrium/calendar/zones';
import type { Erasure } from './facts-interface.ts';
import { mix, type Range } from './generated-history.ts';
import type { Member, Question, SeriesDay, Slice, SumsQuestion } from './question.ts';
import { DAY, MAX_SPAN, MINUTE, type MinuteRow } from './rows.ts';
import { daysTouchedBy, daysTouchedByErasure } from './touched-days.ts';
import { packVer, ranks } from './version.ts';

/** Random events on the facts of a few series over a few days, with queries in between; all of it from one seed. */
export function randomScenario(seed: number, org: number): Round[] {
  const chance = chances(seed);
  const start = chance.of(STARTS);
  const busy = [chance.below(DAYS * DAY), chance.below(DAYS * DAY), DAY].map((offset) => start + offset);
  const world: World = { org, start, busy, chance, seq: 1n, sent: [], marks: new Map() };
  return Array.from({ length: 3 }, () => ({
    changes: Array.from({ length: chance.below(3) + 1 }, () => change(world)),
    questions: Array.from({ length: 3 }, () => question(world)),
    sums: sums(world),
  }));
}

export interface Round {
  changes: Change[];
  questions: Question[];
  sums: SumsQuestion;
}

export type Change =
  | { do: 'append'; rows: MinuteRow[] }
  | { do: 'erase'; erasure: Erasure }
  | { do: 'recompute'; days: SeriesDay[] };

export interface World {
  org: number;
  start: number;
  /** Where records, edges and boundaries are likely to meet. */
  busy: number[];
  chance: Chances;
  seq: bigint;
  sent: MinuteRow[];
  /** Days whose quarters are older than their minutes. */
  marks: Map<string, SeriesDay>;
}

export const DAYS = 4;
export const SERIES = [1, 2, 3, 4, 5];
/** Days before clocks change, the turn of a year, and nothing special. */
export const STARTS = ['2025-03-29', '2025-10-25', '2024-12-30', '2025-04-04', '2025-07-09'].map(
  (day) => Date.parse(day) / 1000,
);
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns'];
const SPANS = [15, 60, 60, 60, 300, 900, 3600, 20, 90, 37, 149, 7200, MAX_SPAN, 0.5, 0.25, 1];
/** Powers of two, so that sums of products are exact in whatever order. */
export const WEIGHTS = [1, 1, 1, 0.5, 2, 0.25, 0, -1];

function change(world: World): Change {
  const { chance, marks } = world;
  const mark = (day: SeriesDay) => marks.set(`${day.series} ${day.day}`, day);
  const kind = chance.below(10);
  if (kind < 6 || world.sent.length === 0) {
    const rows = delivery(world);
    daysTouchedBy(rows).forEach(mark);
    return { do: 'append', rows };
  }
  if (kind < 8) {
    const erasure = erase(world);
    daysTouchedByErasure(erasure).forEach(mark);
    return { do: 'erase', erasure };
  }
  const days = [...marks.values()].filter(() => chance.below(3) > 0);
  for (const day of days) marks.delete(`${day.series} ${day.day}`);
  return { do: 'recompute', days };
}

/** New records, and perhaps some of the old ones again, in any order. */
function delivery(world: World): MinuteRow[] {
  const { org, start, chance } = world;
  const rows: MinuteRow[] = [];
  for (let runs = chance.below(4) + 1; runs > 0; runs -= 1) {
    const series = chance.of(SERIES);
    const span = series === 1 ? 60 : series === 2 ? 15 : chance.of(SPANS);
    const offBeat = series > 3 && chance.below(4) === 0 ? chance.below(span) : 0;
    const most = Math.min(40, Math.floor((DAYS * DAY) / span) - 1);
    const near = somewhere(world) - chance.below(most * span);
    const first = Math.max(near - (near % span), start) + offBeat;
    const ver = packVer({ rank: chance.of(ranks), seq: world.seq, generation: chance.below(2) });
    world.seq += 1n;
    for (let index = chance.below(most); index >= 0; index -= 1) {
      const counts = { ins: chance.below(30), outs: chance.below(30) };
      const gone = chance.below(60) === 0 ? 1 : 0;
      rows.push({ org, series, at: first + index * span, span, ...counts, ver, gone, flags: 0 });
    }
  }
  if (chance.below(2) === 0) rows.push(...world.sent.filter(() => chance.below(3) === 0));
  world.sent.push(...rows);
  return chance.shuffled(rows);
}

/** An instant of the days in question, more often than not a busy one. */
export function somewhere({ start, busy, chance }: World): number {
  return chance.below(4) === 0 ? start + chance.below(DAYS * DAY) : chance.of(busy) + chance.below(3600) - 1800;
}

export function erase(world: World): Erasure {
  const { org, chance } = world;
  const from = somewhere(world);
  const ver = packVer({ rank: chance.of(ranks), seq: world.seq, generation: 0 });
  world.seq += 1n;
  return { org, series: chance.of(SERIES), from, to: from + chance.below(2 * DAY), ver };
}

function question(world: World): Question {
  const { org, start, chance } = world;
  const freshFrom = start + (chance.below(DAYS + 3) - 1) * DAY;
  const marks = [...world.marks.values()].filter(({ day }) => day < freshFrom || chance.below(2) === 0);
  return { org, slices: Array.from({ length: chance.below(2) + 1 }, () => slice(world)), freshFrom, marks };
}

function sums({ org, start, chance }: World): SumsQuestion {
  const from = start + chance.below(DAYS * 1440) * MINUTE;
  return { org, series: SERIES.filter(() => chance.below(3) > 0), from, to: from + chance.below(2 * 1440) * MINUTE };
}

function slice(world: World): Slice {
  const { chance } = world;
  return {
    edges: edges(world),
    open: chance.below(2) === 0 ? undefined : opening(world),
    members: Array.from({ length: chance.below(5) + 1 }, () => member(world)),
  };
}

/** Now and then open: by the hour, the quarter or the minute; perhaps never. */
export function opening({ start, chance }: World): Range[] {
  const step = chance.of([3600, 900, 900, MINUTE]);
  const open: Range[] = [];
  let at = start - DAY + chance.below(DAY / step) * step;
  for (let times = chance.below(9); times > 0; times -= 1) {
    const to = at + (chance.below((16 * 3600) / step) + 1) * step;
    open.push({ from: at, to });
    at = to + (chance.below((16 * 3600) / step) + 1) * step;
  }
  return open;
}

export function edges(world: World): number[] {
  const { start, chance } = world;
  const from = start + (chance.below(DAYS * 24) - 12) * 3600;
  const to = from + (chance.below(60) + 1) * 3600;
  const zone = zoneOf(chance.of(ZONES));
  switch (chance.below(8)) {
    case 0:
      return bucketEdges(zone, from, Math.min(to, from + 6 * 3600), 'minute', chance.of([1, 5, 7]));
    case 1:
      return bucketEdges(zone, from, to, 'minute', chance.of([15, 30, 45]));
    case 2:
      return bucketEdges(zone, from, to, 'hour', chance.of([1, 2, 7, 12]));
    case 3: {
      const turns = Array.from({ length: chance.below(30) + 1 }, () => somewhere(world));
      return [...new Set([...turns, start + (DAYS + 1) * DAY])].toSorted((a, b) => a - b);
    }
    case 4:
      return bucketEdges(zone, from - (from % 3600) + chance.below(3600), to, 'hour', 1);
    default:
      return bucketEdges(zone, from, to + DAY, chance.of(['day', 'week', 'month', 'year'] as const));
  }
}

function member(world: World): Member {
  const { chance } = world;
  return {
    series: chance.of([...SERIES, 99]),
    from: chance.below(3) > 0 ? 0 : somewhere(world),
    to: chance.below(3) > 0 ? 2 ** 32 : somewhere(world),
    key: chance.below(3),
    wIn: chance.of(WEIGHTS),
    wOut: chance.of(WEIGHTS),
    ...(chance.below(4) === 0 && { reversed: true as const }),
  };
}

export interface Chances {
  below(limit: number): number;
  of<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
}

export function chances(seed: number): Chances {
  let drawn = 0;
  const below = (limit: number) => mix(seed * 1_000_003 + drawn++) % limit;
  return {
    below,
    of: (items) => items[below(items.length)]!,
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: below(2 ** 31) }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}
