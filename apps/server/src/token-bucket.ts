/** Allows bursts, and beyond them a steady rate. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** `at` is when it was last counted; monotonic milliseconds. */
export interface Bucket {
  tokens: number;
  at: number;
}

/** 0 when the tokens were taken, otherwise the seconds until they are available. */
export function takeTokens(bucket: Bucket, rate: Rate, tokens: number, now: number): number {
  bucket.tokens = tokensIn(bucket, rate, now);
  bucket.at = now;
  // Something larger than a full bucket passes when the bucket is full, and leaves a debt.
  const needed = Math.min(tokens, rate.burst);
  if (bucket.tokens < needed) return (needed - bucket.tokens) / rate.perSecond;
  bucket.tokens -= tokens;
  return 0;
}

export function tokensIn({ tokens, at }: Bucket, { burst, perSecond }: Rate, now: number): number {
  return Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
}
