import type { OpeningDay } from '@atrium/contract/opening-hours';

/** When a location is open, in epoch milliseconds: ascending, not adjacent. */
export type Open = readonly { readonly from: number; readonly to: number }[];

export function openOn(days: readonly OpeningDay[]): Open {
  return days
    .flatMap(({ hours }) => hours.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })))
    .toSorted((a, b) => a.from - b.from);
}

export function isClosedBetween(open: Open, from: number, to: number): boolean {
  return !open.some((hours) => hours.from < to && from < hours.to);
}

/**
 * The closed parts of a row of points, in points from the left: `[0, 9.5]` is closed until half past nine of a day by
 * the hour. `edges` are the starts of the points and the end of the last one, epoch milliseconds.
 */
export function closedStretches(open: Open, edges: readonly number[]): [from: number, to: number][] {
  const [start, end] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  const closed: [number, number][] = [];
  let at = start;
  for (const { from, to } of [...open, { from: end, to: end }]) {
    if (from > at && at < end) closed.push([placeOf(at, edges), placeOf(Math.min(from, end), edges)]);
    at = Math.max(at, to);
  }
  return closed;
}

function placeOf(instant: number, edges: readonly number[]): number {
  const last = edges.length - 1;
  const index = Math.min(
    Math.max(
      edges.findLastIndex((edge) => edge <= instant),
      0,
    ),
    last - 1,
  );
  const [from, to] = [edges[index] ?? 0, edges[index + 1] ?? 0];
  return to > from ? index + (instant - from) / (to - from) : index;
}
