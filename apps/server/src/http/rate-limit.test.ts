import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Refusal } from '../refusal.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('counts an IPv6 network as one caller, so changing addresses inside it does not help', () => {
  const limit = createRateLimit({ most: 2, maxInAll: 100 });
  limit('2001:db8:1:2::1');
  limit('2001:db8:1:2:ffff::9');
  expect(() => limit('2001:db8:1:2:3:4:5:6')).toThrow('Too many requests.');
  limit('2001:db8:1:3::1');
});

it.each<[string, RateLimit, number]>([
  ['a minute', { most: 1, maxInAll: 9 }, 60],
  ['an hour', { most: 1, minutes: 60, maxInAll: 9 }, 3600],
  ['a minute when everyone together came too often', { most: 9, maxInAll: 1 }, 60],
])('admits a caller again after %s, and says how long that is', (_, rate, seconds) => {
  const limit = createRateLimit(rate);
  const refusal = () => {
    try {
      limit('192.0.2.1');
      return undefined;
    } catch (error) {
      return (error as Refusal).extra;
    }
  };
  expect(refusal()).toBeUndefined();
  vi.advanceTimersByTime(1000);
  expect(refusal()).toEqual({ retryAfter: seconds - 1 });
  vi.advanceTimersByTime(seconds * 1000 - 1001);
  expect(refusal()).toEqual({ retryAfter: 0.001 });
  vi.advanceTimersByTime(1);
  expect(refusal()).toBeUndefined();
});
