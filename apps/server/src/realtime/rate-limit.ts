/** Allows bursts, and beyond them a steady rate (a token bucket). Times are milliseconds. */
export interface RateLimit {
  /** Whether one more is allowed now; if so, it is counted. */
  take(now: number): boolean;
}

export function createRateLimit(burst: number, perSecond: number): RateLimit {
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
