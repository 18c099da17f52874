import { expect, it } from 'vitest';
import { instantOf, instantsOfDays, localOf } from './local-time.ts';

it('[R661] times of a period are those of its place, also around a change of the clocks', () => {
  expect(instantOf('Europe/Berlin', '2026-07-01T09:30')).toBe('2026-07-01T07:30:00.000Z');
  expect(instantOf('America/New_York', '2026-03-08T02:30')).toBe('2026-03-08T07:00:00.000Z');
  expect(instantOf('Europe/Berlin', '')).toBeUndefined();
  expect(localOf('Asia/Kolkata', Date.parse('2026-01-05T00:00:00Z'))).toBe('2026-01-05T05:30');
});

const day = (timezone: string, from: string, to = from) => instantsOfDays(timezone, { from, to });

it('[R1197] days begin and end at midnight of their place, or when its clock first shows a later time', () => {
  expect(day('Asia/Tokyo', '2026-03-02')).toEqual({ from: '2026-03-01T15:00:00.000Z', to: '2026-03-02T15:00:00.000Z' });
  // 23 hours.
  expect(day('America/New_York', '2026-03-08')).toEqual({
    from: '2026-03-08T05:00:00.000Z',
    to: '2026-03-09T04:00:00.000Z',
  });
  // No midnight.
  expect(day('America/Havana', '2026-03-08')).toMatchObject({ from: '2026-03-08T05:00:00.000Z' });
  expect(day('Asia/Tokyo', '', '2026-02')).toEqual({});
  expect(instantsOfDays('Asia/Tokyo', { to: '2026-12-31' })).toEqual({ to: '2026-12-31T15:00:00.000Z' });
});
