/** Milliseconds `[from, to)` in which the product was listening to sensors. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** How much of `[from, to)` was listened to: only that can have been silence. Intervals do not overlap. */
export function listeningTime(stretches: readonly Stretch[], from: number, to: number): number {
  return stretches.reduce(
    (sum, stretch) => sum + Math.max(0, Math.min(stretch.to, to) - Math.max(stretch.from, from)),
    0,
  );
}

/** The latest instant from which, until `to`, at least that much time was listened to; undefined if there is none. */
export function lastSilenceOf(stretches: readonly Stretch[], to: number, least: number): number | undefined {
  let missing = least;
  for (const stretch of stretches.toSorted((a, b) => b.from - a.from)) {
    const end = Math.min(stretch.to, to);
    if (end <= stretch.from) continue;
    if (end - stretch.from >= missing) return end - missing;
    missing -= end - stretch.from;
  }
  return undefined;
}
