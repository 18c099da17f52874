/** What a playlist shows; an item is known by its dashboard. */
interface Item {
  readonly dashboardId: string;
}

/** The position some steps on, or back, from one; a playlist begins again after its end. */
export function steppedTo(length: number, from: number, steps: number): number {
  return length === 0 ? 0 : (((from + steps) % length) + length) % length;
}

/**
 * Where a playlist continues after it was changed: with the dashboard that is on screen, at its nearest place, and
 * otherwise at the same position.
 */
export function positionAfterChange(after: readonly Item[], at: number, shown: string | undefined): number {
  const places = after.flatMap(({ dashboardId }, place) => (dashboardId === shown ? [place] : []));
  const nearest = places.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];
  return nearest ?? Math.max(0, Math.min(at, after.length - 1));
}

/** Long enough for a dashboard to load, and never more than half of the turn before it. */
const preloadMost = 10;

/** How many seconds before its turn the next dashboard is loaded. */
export function preloadSeconds(seconds: number): number {
  return Math.min(preloadMost, seconds / 2);
}
