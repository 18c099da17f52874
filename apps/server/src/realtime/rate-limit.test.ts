import { describe, expect, it } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

describe('a rate limit', () => {
  it('permits a burst, then a steady rate, and never saves up more than a burst', () => {
    const limit = createRateLimit(3, 2);
    const taken = (now: number, times: number) => Array.from({ length: times }, () => limit.take(now));
    expect(taken(0, 4)).toEqual([true, true, true, false]);
    expect(taken(499, 1)).toEqual([false]);
    expect(taken(500, 2)).toEqual([true, false]);
    expect(taken(60_000, 4)).toEqual([true, true, true, false]);
  });
});
