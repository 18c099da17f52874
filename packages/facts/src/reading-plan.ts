import { nextMinute } from './edges.ts';
import type { Member, Question, SeriesDay, Slice } from './question.ts';
import type { Range } from './generated-history.ts';
import { DAY, QUARTER } from './rows.ts';

/**
 * Decides, for every member and every day, whether quarters or minutes are read. Quarters are used for whole clean
 * days; a day is read from minutes when it is fresh, marked, or cut inside a quarter by an edge, by opening or closing,
 * or by a member's boundary. Reading minutes is always right and only slower, so where the exact set of days would make
 * a long statement a larger and simpler one is used.
 */
export function planReading(question: Question): ReadingPlan {
  const { classes, classOf } = classesOf(question);
  const scans = question.slices.flatMap((slice) => {
    const members = membersWithin(slice, classOf);
    if (members.length === 0) return [];
    const days = daysReadFromMinutes(question, slice, members);
    return layersOf(members).flatMap((layer) => scansOf(slice, layer, days));
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
  source: 'quarter' | 'minute';
  edges: readonly number[];
  /** The number of each bucket, if it is not its position. */
  buckets?: readonly number[] | undefined;
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

/** For all members, and for single ones. */
interface DaysReadFromMinutes {
  ranges: readonly Range[];
  days: readonly SeriesDay[];
}

/** Beyond these a statement grows faster than what it saves. */
const MAX_RANGES = 16;
const MAX_SERIES_DAYS = 2000;

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

function daysReadFromMinutes(question: Question, slice: Slice, members: readonly ClassedMember[]): DaysReadFromMinutes {
  const hull = hullOf(members);
  const turns = slice.open?.flatMap(({ from, to }) => [from, to]) ?? [];
  const common = [...cutDays(slice.edges), ...cutDays(turns), { from: question.freshFrom, to: Infinity }];

  const asked = new Set(members.map(({ series }) => series));
  const single = question.marks.filter(({ series }) => asked.has(series));
  for (const { series, from, to } of members) {
    if (insideQuarter(from)) single.push({ series, day: dayOf(from) });
    if (insideQuarter(to)) single.push({ series, day: dayOf(to) });
  }

  const ranges = simplified(clipped(common, hull));
  const days = distinct(single.filter(({ day }) => !covered(ranges, hull, day)));
  if (days.length <= MAX_SERIES_DAYS) return { ranges, days };
  const all = [...ranges, ...days.map(({ day }) => ({ from: day, to: day + DAY }))];
  return { ranges: simplified(clipped(all, hull)), days: [] };
}

/** Days in which an edge lies inside a quarter. There may be tens of thousands of edges, so they are walked once. */
function cutDays(edges: readonly number[]): Range[] {
  const days: Range[] = [];
  let seenUntil = 0;
  for (let at = 0; at < edges.length; at += 1) {
    const minute = nextMinute(edges[at]!);
    if (minute < seenUntil || !insideQuarter(minute)) continue;
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
  { edges, buckets, open }: Slice,
  members: readonly ClassedMember[],
  dirty: DaysReadFromMinutes,
): Scan[] {
  const hull = hullOf(members);
  const series = new Set(members.map((member) => member.series));
  const days = dirty.days.filter((day) => series.has(day.series));
  const scans: Scan[] = [];
  const clean = complement(dirty.ranges, hull);
  if (clean.length > 0) {
    scans.push({ source: 'quarter', edges, buckets, open, members, region: { ranges: clean, except: days, also: [] } });
  }
  const ranges = clipped(dirty.ranges, hull);
  if (ranges.length > 0 || days.length > 0) {
    scans.push({ source: 'minute', edges, buckets, open, members, region: { ranges, except: [], also: days } });
  }
  return scans;
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

function insideQuarter(instant: number): boolean {
  return instant % QUARTER !== 0;
}

function dayOf(instant: number): number {
  return instant - (instant % DAY);
}
