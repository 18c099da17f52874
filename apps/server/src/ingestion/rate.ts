/** A token bucket: tokens per second, and the burst size. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export interface RateLimit {
  /** 0 when the tokens were taken, otherwise the seconds after which they would be there. */
  take(key: string, tokens: number): number;
}

const maxBuckets = 200_000;

/** Token buckets by key. `now` is a monotonic clock in milliseconds. */
export function createRateLimit(rate: Rate, now: () => number): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const filled = (bucket: { tokens: number; at: number }, at: number) =>
    Math.min(rate.burst, bucket.tokens + ((at - bucket.at) / 1000) * rate.perSecond);

  const forgetFull = (at: number) => {
    for (const [key, bucket] of buckets) if (filled(bucket, at) >= rate.burst) buckets.delete(key);
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
      bucket.tokens = filled(bucket, at);
      bucket.at = at;
      // Something larger than a full bucket passes when the bucket is full, and leaves a debt.
      const needed = Math.min(tokens, rate.burst);
      if (bucket.tokens < needed) return (needed - bucket.tokens) / rate.perSecond;
      bucket.tokens -= tokens;
      return 0;
    },
  };
}
