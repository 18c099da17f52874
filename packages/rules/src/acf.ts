/**
 * Ins per out, with four decimals; null if nobody went out or nothing was received. A building that counts accurately
 * has one near 1.
 */
export function acfOf(ins: number | null, outs: number | null): number | null {
  return ins === null || outs === null || outs === 0 ? null : Math.round((ins / outs) * 10_000) / 10_000;
}

/** The number of days of the second value; they end with the last requested day. */
export const acfLastDays = 5;
