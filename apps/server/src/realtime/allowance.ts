/** A caller may come in bursts, and on the whole not more often than at a steady rate. Times are milliseconds. */
export interface Allowance {
  take(now: number): boolean;
}

export function createAllowance(burst: number, perSecond: number): Allowance {
  let left = burst;
  let countedAt: number | undefined;
  return {
    take(now) {
      left = Math.min(burst, left + ((now - (countedAt ?? now)) / 1000) * perSecond);
      countedAt = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
