import { expect, it } from 'vitest';
import { instantOf, localOf } from './local-time.ts';

it('[R661] times of a period are those of its place, also around a change of the clocks', () => {
  expect(instantOf('Europe/Berlin', '2026-07-01T09:30')).toBe('2026-07-01T07:30:00.000Z');
  expect(instantOf('America/New_York', '2026-03-08T02:30')).toBe('2026-03-08T07:00:00.000Z');
  expect(instantOf('Europe/Berlin', '')).toBeUndefined();
  expect(localOf('Asia/Kolkata', Date.parse('2026-01-05T00:00:00Z'))).toBe('2026-01-05T05:30');
});
