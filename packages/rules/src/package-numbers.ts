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

/** Missing numbers, both included. */
export interface Gap {
  /** Absent until it is stored. */
  readonly id?: string | undefined;
  readonly first: number;
  readonly last: number;
  /** The newest readings of the packages before and after it, epoch seconds. */
  readonly afterAt: number;
  readonly beforeAt: number;
}

export interface ArrivedPackage {
  readonly number: number;
  /** Its newest reading, epoch seconds; null where it has none. */
  readonly at: number | null;
  /** Epoch seconds. */
  readonly receivedAt: number;
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

export function takePackage({ track, gaps }: Packages, { number, at, receivedAt }: ArrivedPackage): Packages {
  const now = at ?? receivedAt;
  if (!track) return { track: { last: number, lastAt: now, restarts: 0 }, gaps };
  const lastAt = Math.max(track.lastAt, now);
  if (number === track.last) return { track: { ...track, lastAt }, gaps };
  if (number < track.last) {
    const filled = gaps.findIndex((gap) => gap.first <= number && number <= gap.last);
    const isLater = at === null ? track.last - number > farBehind : at > track.lastAt;
    // Newer readings under a lower number: the device has started to count again.
    if (isLater) return { track: { last: number, lastAt, restarts: track.restarts + 1 }, gaps };
    return { track, gaps: filled === -1 ? gaps : gaps.toSpliced(filled, 1, ...without(gaps[filled]!, number, now)) };
  }
  if (number - track.last > farApart) return { track: { last: number, lastAt, restarts: track.restarts + 1 }, gaps };
  const next = { ...track, last: number, lastAt };
  if (number === track.last + 1) return { track: next, gaps };
  const gap = { first: track.last + 1, last: number - 1, afterAt: track.lastAt, beforeAt: now };
  return { track: next, gaps: bounded([...gaps, gap]) };
}

/** What is left of a gap when one of its numbers has come: nothing, one part or two. */
function without(gap: Gap, number: number, at: number): Gap[] {
  const before = { ...gap, last: number - 1, beforeAt: at };
  const after = { ...gap, id: undefined, first: number + 1, afterAt: at };
  return [before, after].filter(({ first, last }) => first <= last);
}

function bounded(gaps: readonly Gap[]): readonly Gap[] {
  const [first, second, ...rest] = gaps;
  if (gaps.length <= maxGaps || !first || !second) return gaps;
  const [from, to] = [Math.min(first.first, second.first), Math.max(first.last, second.last)];
  return [{ ...first, first: from, last: to, beforeAt: second.beforeAt }, ...rest];
}
