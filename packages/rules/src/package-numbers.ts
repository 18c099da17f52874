/**
 * Some devices number the packages they send, agent by agent: a hole in the numbers is lost data, until the package comes
 * late or someone accepts the loss. Pure: the same packages again, in any order, change nothing.
 */
export interface PackageTrack {
  /** The highest number since numbering last began. */
  readonly last: number;
  /** The newest reading so far, epoch seconds. */
  readonly lastAt: number;
  readonly restarts: number;
}

/** Both ends in epoch seconds. */
export type TimeRange = readonly [from: number, to: number];

/** Missing numbers, both included. */
export interface Gap {
  /** Absent until it is stored. */
  readonly id?: string | undefined;
  /** The stored gap that it was a part of. */
  readonly partOf?: string | undefined;
  readonly first: number;
  readonly last: number;
  /** The newest readings of the packages before and after it, epoch seconds. */
  readonly afterAt: number;
  readonly beforeAt: number;
  /** When it was noticed, epoch seconds. */
  readonly foundAt: number;
  /** Of the time between, what has arrived, in order. */
  readonly covered: readonly TimeRange[];
  /** The device was asked for it. What it sends again may have any numbers, so its time counts instead. */
  readonly isRequested: boolean;
}

export interface ArrivedPackage {
  readonly number: number;
  /** Its newest reading, epoch seconds; null where it has none. */
  readonly at: number | null;
  /** Epoch seconds. */
  readonly receivedAt: number;
  /** The time of its readings, in order. */
  readonly ranges: readonly TimeRange[];
}

export interface Packages {
  readonly track: PackageTrack | undefined;
  /** In order of their numbers. */
  readonly gaps: readonly Gap[];
}

/** Nobody loses that many at once: the device counts from somewhere else. */
const farApart = 100_000;
/** A package without readings that is so far behind was not sent late: numbering began again. */
const farBehind = 1_000;
/** A device that loses every other package must not fill the list: then its oldest gaps become one. */
export const maxGaps = 100;
/** What is left out is missing, so a gap is never closed too early. */
const maxRanges = 200;

export function takePackage({ track, gaps: before }: Packages, arrived: ArrivedPackage): Packages {
  const { number, at, receivedAt, ranges } = arrived;
  const gaps = covering(before, ranges);
  const now = at ?? receivedAt;
  if (!track) return { track: { last: number, lastAt: now, restarts: 0 }, gaps };
  const lastAt = Math.max(track.lastAt, now);
  if (number === track.last) return { track: { ...track, lastAt }, gaps };
  if (number < track.last) {
    const isLater = at === null ? track.last - number > farBehind : at > track.lastAt;
    // Newer readings under a lower number: the device has started to count again.
    if (isLater) return { track: { last: number, lastAt, restarts: track.restarts + 1 }, gaps };
    const filled = gaps.findIndex((gap) => isIn(gap, number, at));
    return { track, gaps: filled === -1 ? gaps : gaps.toSpliced(filled, 1, ...without(gaps[filled]!, number, now)) };
  }
  if (number - track.last > farApart) return { track: { last: number, lastAt, restarts: track.restarts + 1 }, gaps };
  const next = { ...track, last: number, lastAt };
  if (number === track.last + 1) return { track: next, gaps };
  const gap = {
    first: track.last + 1,
    last: number - 1,
    afterAt: track.lastAt,
    beforeAt: now,
    foundAt: receivedAt,
    covered: within(ranges, track.lastAt, now),
    isRequested: false,
  };
  return { track: next, gaps: bounded([...gaps, gap]) };
}

/** Sorted, and those that touch each other put together. */
export function mergedRanges(ranges: readonly TimeRange[]): TimeRange[] {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Of a gap that was asked for, numbers say something only where there are no times. */
function isIn({ first, last, isRequested }: Gap, number: number, at: number | null): boolean {
  return first <= number && number <= last && !(isRequested && at !== null);
}

/** Without the requested gaps whose whole time has arrived. */
function covering(gaps: readonly Gap[], ranges: readonly TimeRange[]): readonly Gap[] {
  const isTouched = ({ isRequested, afterAt, beforeAt }: Gap) =>
    isRequested && ranges.some(([from, to]) => from <= beforeAt && afterAt <= to);
  if (!gaps.some(isTouched)) return gaps;
  return gaps
    .map((gap) =>
      isTouched(gap) ? { ...gap, covered: within([...gap.covered, ...ranges], gap.afterAt, gap.beforeAt) } : gap,
    )
    .filter((gap) => !isCovered(gap));
}

function isCovered({ isRequested, covered, afterAt, beforeAt }: Gap): boolean {
  return isRequested && covered.some(([from, to]) => from <= afterAt && beforeAt <= to);
}

function within(ranges: readonly TimeRange[], start: number, end: number): TimeRange[] {
  return mergedRanges(
    ranges
      .filter(([from, to]) => from <= end && start <= to)
      .map(([from, to]): TimeRange => [Math.max(from, start), Math.min(to, end)]),
  ).slice(0, maxRanges);
}

/** What is left of a gap when one of its numbers has come: nothing, one part or two. */
function without(gap: Gap, number: number, at: number): Gap[] {
  const { id, partOf = id } = gap;
  const isFirst = number === gap.first;
  const before = { ...gap, last: number - 1, beforeAt: at };
  const after = { ...gap, ...(!isFirst && { id: undefined, partOf }), first: number + 1, afterAt: at };
  return [before, after].filter((part) => part.first <= part.last);
}

function bounded(gaps: readonly Gap[]): readonly Gap[] {
  const [first, second, ...rest] = gaps;
  if (gaps.length <= maxGaps || !first || !second) return gaps;
  const [from, to] = [Math.min(first.first, second.first), Math.max(first.last, second.last)];
  const covered = mergedRanges([...first.covered, ...second.covered]).slice(0, maxRanges);
  return [{ ...first, first: from, last: to, beforeAt: second.beforeAt, covered }, ...rest];
}
