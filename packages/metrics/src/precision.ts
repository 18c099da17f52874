/**
 * Weighted figures carry at most four decimals. Rounded once, after everything was added up: a figure of many parts is as
 * exact as one of a single part, and parts differ from their whole by no more than half a ten-thousandth each.
 */
export function fourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
