import { expect, it } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

it('counts an IPv6 network as one, so that nobody steps aside inside their own', () => {
  const limit = createRateLimit({ most: 2, perMs: 60_000, mostInAll: 100 });
  limit('2001:db8:1:2::1');
  limit('2001:db8:1:2:ffff::9');
  expect(() => limit('2001:db8:1:2:3:4:5:6')).toThrow('That was too often.');
  limit('2001:db8:1:3::1');
});
