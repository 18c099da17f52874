import { type Bucket, takeTokens } from '../token-bucket.ts';

/** Per connection. Times are milliseconds. */
export interface RateLimit {
  /** Whether one more is allowed now; if so, it is counted. */
  take(now: number): boolean;
}

export function createRateLimit(burst: number, perSecond: number): RateLimit {
  let bucket: Bucket | undefined;
  return {
    take(now) {
      bucket ??= { tokens: burst, at: now };
      return takeTokens(bucket, { burst, perSecond }, 1, now) === 0;
    },
  };
}
