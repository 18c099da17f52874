/**
 * How many go in for each that goes out, with four decimals; none where nobody went out or nothing was received. A
 * building that counts well has one near 1.
 */
export function acfOf(ins: number | null, outs: number | null): number | null {
  return ins === null || outs === null || outs === 0 ? null : Math.round((ins / outs) * 10_000) / 10_000;
}

/** The number of days of the second figure; they end with the last requested day. */
export const acfLastDays = 5;
