import { expect, it } from 'vitest';
import { isExpired } from './subscription.ts';

it.each([
  [null, '2026-03-01T00:00:00Z', false],
  ['2026-03-02', '2026-03-01T23:59:59Z', false],
  ['2026-03-02', '2026-03-02T00:00:00Z', true],
  ['2026-03-02', '2027-01-01T00:00:00Z', true],
])('[R059] [R060] a subscription until %s, seen at %s, has expired: %s', (date, now, expired) => {
  expect(isExpired(date, new Date(now))).toBe(expired);
});
