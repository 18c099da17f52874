import { nextMinute } from './edges.ts';
import type { Member, Question, SeriesDay, Slice } from './question.ts';
import type { Range } from './generated-history.ts';
import { DAY, HOUR, QUARTER } from './rows.ts';

/**
 * Decides, for every member and every day, whether quarters or minutes are read. Quarters are used for whole clean
 * days; a day is read from minutes when it is fresh, marked, or cut inside a quarter by an edge, by opening or closing,
 * or by a member's boundary. Reading minutes is always right and only slower, so where the exact set of days would make
 * a long statement a larger and simpler one is used. With `hours`, clean days that are not cut inside an hour are read
 * from those, except `without` some.
 */
export function planReading(
  question: Question,
  { hours = false, without = [] as readonly Range[], worthOwnScan = MANY_SERIES_DAYS } = {},
): ReadingPlan {
  const { classes, classOf } = classesOf(question);
  const scans = question.slices.flatMap((slice) => {
    const members = membersWithin(slice, classOf);
    if (members.length === 0) return [];
    const minutes = daysReadFromMinutes(question, slice, members);
    const quarters = hours ? daysCutInside(HOUR, slice, members, { ranges: without, days: [] }) : everyDay;
    return layersOf(members).flatMap((layer) => scansOf(slice, layer, { minutes, quarters, worthOwnScan }));
  });
  return { org: question.org, classes, scans };
}

export interface ReadingPlan {
  org: number;
  classes: readonly Class[];
  scans: readonly Scan[];
}

/** What is summed as integers before the weights are applied. */
export interface Class {
  key: number;
  wIn: number;
  wOut: number;
  reversed?: true | undefined;
}

/** One pass over one table; a series occurs once in it. */
export interface Scan {
  source: 'hour' | 'quarter' | 'minute';
  edges: readonly number[];
  /** The number of each bucket, if it is not its position. */
  buckets?: readonly number[] | undefined;
  endsEarly?: number | undefined;
  /** If set, only these count. */
  open: readonly Range[] | undefined;
  /** Ascending. */
  members: readonly ClassedMember[];
  region: Region;
}

export interface ClassedMember {
  series: number;
  from: number;
  to: number;
  class: number;
}

/** The instants in `ranges`, without the days of `except`, with the days of `also`. */
export interface Region {
  ranges: readonly Range[];
  except: readonly SeriesDay[];
  also: readonly SeriesDay[];
}

/** Days of all members, and of single ones. */
interface Days {
  ranges: readonly Range[];
  days: readonly SeriesDay[];
}

const everyDay: Days = { ranges: [{ from: 0, to: Infinity }], days: [] };

/** Beyond these a statement grows faster than what it saves. */
const MAX_RANGES = 16;
const MAX_SERIES_DAYS = 2000;
/** Days of single series from which on a scan of hours is worth a further scan of quarters for the days they do not fit. */
const MANY_SERIES_DAYS = 500;

/** In the order of their keys, which is the order of the answer. */
function classesOf({ slices }: Question): { classes: Class[]; classOf: (member: Member) => number } {
  const name = ({ key, wIn, wOut, reversed }: Class) => `${key} ${wIn} ${wOut} ${reversed}`;
  const found = new Map<string, Class>();
  for (const { members } of slices) {
    for (const member of members) {
      const { key, wIn, wOut, reversed } = member;
      if (!found.has(name(member))) found.set(name(member), { key, wIn, wOut, reversed });
    }
  }
  const classes = [...found.values()].toSorted(
    (a, b) => a.key - b.key || a.wIn - b.wIn || a.wOut - b.wOut || Number(a.reversed ?? 0) - Number(b.reversed ?? 0),
  );
  const indexes = new Map(classes.map((each, index) => [name(each), index]));
  return { classes, classOf: (member) => indexes.get(name(member))! };
}

function membersWithin({ edges, members }: Slice, classOf: (member: Member) => number): ClassedMember[] {
  const first = edges[0];
  const last = edges.at(-1);
  if (first === undefined || last === undefined) return [];
  return members.flatMap((member) => {
    const from = nextMinute(Math.max(member.from, first));
    const to = nextMinute(Math.min(member.to, last));
    return from < to ? [{ series: member.series, from, to, class: classOf(member) }] : [];
  });
}

function daysReadFromMinutes(question: Question, slice: Slice, members: readonly ClassedMember[]): Days {
  const asked = new Set(members.map(({ series }) => series));
  return daysCutInside(QUARTER, slice, members, {
    ranges: [{ from: question.freshFrom, to: Infinity }],
    days: question.marks.filter(({ series }) => asked.has(series)),
  });
}

/** Days in which an edge, an opening, a closing or a boundary is inside a quarter or an hour, with others. */
function daysCutInside(
  unit: typeof QUARTER | typeof HOUR,
  slice: Slice,
  members: readonly ClassedMember[],
  others: Days = { ranges: [], days: [] },
): Days {
  const hull = hullOf(members);
  const turns = slice.open?.flatMap(({ from, to }) => [from, to]) ?? [];
  const common = [...cutDays(slice.edges, unit), ...cutDays(turns, unit), ...others.ranges];
  const single = [...others.days];
  for (const { series, from, to } of members) {
    if (from % unit !== 0) single.push({ series, day: dayOf(from) });
    if (to % unit !== 0) single.push({ series, day: dayOf(to) });
  }

  const ranges = simplified(clipped(common, hull));
  const days = distinct(single.filter(({ day }) => !covered(ranges, hull, day)));
  if (days.length <= MAX_SERIES_DAYS) return { ranges, days };
  const all = [...ranges, ...days.map(({ day }) => ({ from: day, to: day + DAY }))];
  return { ranges: simplified(clipped(all, hull)), days: [] };
}

/** Days in which an edge is inside a unit. There may be tens of thousands of edges, so they are walked once. */
function cutDays(edges: readonly number[], unit: number): Range[] {
  const days: Range[] = [];
  let seenUntil = 0;
  for (let at = 0; at < edges.length; at += 1) {
    const minute = nextMinute(edges[at]!);
    if (minute < seenUntil || minute % unit === 0) continue;
    const day = dayOf(minute);
    seenUntil = day + DAY;
    days.push({ from: day, to: seenUntil });
  }
  return days;
}

/** A series may be requested several times at once; each layer requests it once. */
function layersOf(members: readonly ClassedMember[]): ClassedMember[][] {
  const layers: Map<number, ClassedMember>[] = [];
  for (const member of members) {
    let layer = layers.find((candidate) => !candidate.has(member.series));
    if (!layer) layers.push((layer = new Map()));
    layer.set(member.series, member);
  }
  return layers.map((layer) => [...layer.values()].toSorted((a, b) => a.series - b.series));
}

function scansOf(
  { edges, buckets, endsEarly, open }: Slice,
  members: readonly ClassedMember[],
  { minutes, quarters, worthOwnScan }: { minutes: Days; quarters: Days; worthOwnScan: number },
): Scan[] {
  const hull = hullOf(members);
  const series = new Set(members.map((member) => member.series));
  const daysOf = (all: Days) => all.days.filter((day) => series.has(day.series));
  const scan = (source: Scan['source'], region: Region): Scan[] =>
    region.ranges.length + region.also.length > 0 ? [{ source, edges, buckets, endsEarly, open, members, region }] : [];
  const days = daysOf(minutes);
  const ranges = clipped(minutes.ranges, hull);
  const fromMinutes = scan('minute', { ranges, except: [], also: days });

  const inHours = complement([...ranges, ...quarters.ranges], hull);
  const marked = new Set(days.map((each) => `${each.series} ${each.day}`));
  const cut = daysOf(quarters).filter(
    (each) => !marked.has(`${each.series} ${each.day}`) && !covered(ranges, hull, each.day),
  );
  const inQuarters = clipped(quarters.ranges, hull).flatMap((range) => complement(ranges, range));
  const isWorth = inQuarters.length + cut.length === 0 || daysIn(inHours) * members.length >= worthOwnScan;
  const fromSums =
    inHours.length > 0 && isWorth
      ? [
          ...scan('hour', { ranges: inHours, except: distinct([...days, ...cut]), also: [] }),
          ...scan('quarter', { ranges: inQuarters, except: days, also: cut }),
        ]
      : scan('quarter', { ranges: complement(ranges, hull), except: days, also: [] });
  return [...fromSums, ...fromMinutes];
}

function daysIn(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { from, to }) => sum + (to - from) / DAY, 0);
}

export function hullOf(ranges: readonly Range[]): Range {
  let from = Infinity;
  let to = -Infinity;
  for (const range of ranges) {
    from = Math.min(from, range.from);
    to = Math.max(to, range.to);
  }
  return { from, to };
}

/** Ascending and disjoint, within the hull. */
export function clipped(ranges: readonly Range[], hull: Range): Range[] {
  const result: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const from = Math.max(range.from, hull.from);
    const to = Math.min(range.to, hull.to);
    const last = result.at(-1);
    if (from >= to) continue;
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

function simplified(ranges: Range[]): Range[] {
  return ranges.length > MAX_RANGES ? [hullOf(ranges)] : ranges;
}

function complement(ranges: readonly Range[], hull: Range): Range[] {
  const result: Range[] = [];
  let from = hull.from;
  for (const range of clipped(ranges, hull)) {
    if (range.from > from) result.push({ from, to: range.from });
    from = range.to;
  }
  if (from < hull.to) result.push({ from, to: hull.to });
  return result;
}

/** Whether the ranges cover the whole day inside the hull. */
function covered(ranges: readonly Range[], hull: Range, day: number): boolean {
  const from = Math.max(day, hull.from);
  const to = Math.min(day + DAY, hull.to);
  return from >= to || ranges.some((range) => range.from <= from && to <= range.to);
}

function distinct(days: readonly SeriesDay[]): SeriesDay[] {
  const seen = new Map(days.map((day) => [`${day.series} ${day.day}`, day]));
  return [...seen.values()].toSorted((a, b) => a.series - b.series || a.day - b.day);
}

function dayOf(instant: number): number {
  return instant - (instant % DAY);
}
