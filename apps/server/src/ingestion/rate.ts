import { type Bucket, type Rate, takeTokens, tokensIn } from '../token-bucket.ts';

export interface RateLimit {
  /** 0 when the tokens were taken, otherwise the seconds until they are available. */
  take(key: string, tokens: number): number;
}

const maxBuckets = 200_000;

/** Token buckets by key. `now` is a monotonic clock in milliseconds. */
export function createRateLimit(rate: Rate, now: () => number): RateLimit {
  const buckets = new Map<string, Bucket>();
  const forgetFull = (at: number) => {
    for (const [key, bucket] of buckets) if (tokensIn(bucket, rate, at) >= rate.burst) buckets.delete(key);
  };

  return {
    take(key, tokens) {
      const at = now();
      let bucket = buckets.get(key);
      if (!bucket) {
        if (buckets.size >= maxBuckets) forgetFull(at);
        bucket = { tokens: rate.burst, at };
        buckets.set(key, bucket);
      }
      return takeTokens(bucket, rate, tokens, at);
    },
  };
}
