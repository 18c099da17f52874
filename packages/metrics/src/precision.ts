/**
 * Weighted values have at most four decimals. Rounded once, after everything was added up: a sum of many parts is as
 * exact as a single one, and parts differ from their total by no more than half a ten-thousandth each.
 */
export function fourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
