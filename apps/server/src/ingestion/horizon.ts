const day = 86_400;
/** Newer minutes are always read directly; quarters are computed for older days only. */
const horizon = 2 * 3600;
/**
 * A write that was announced just before its day left the horizon ends long before quarters of that day are computed.
 */
const grace = 15 * 60;

/** The epoch second at which the UTC day of an instant starts. */
export function utcDay(at: number): number {
  return Math.floor(at / day) * day;
}

/** From this day on, minutes are read. */
export function freshFrom(now: number): number {
  return utcDay(now - horizon);
}

/** Quarters are computed for days before this one. */
export function quartersBefore(now: number): number {
  return utcDay(now - horizon - grace);
}
