import { expect, it } from 'vitest';
import { lastDays } from './last-days.ts';

it('[R155] the last 7 days end with today in local time', () => {
  const now = Date.parse('2026-03-08T23:30:00Z');
  expect(lastDays('America/New_York', now)).toEqual({ startDate: '2026-03-02', endDate: '2026-03-08' });
  expect(lastDays('Asia/Tokyo', now)).toEqual({ startDate: '2026-03-03', endDate: '2026-03-09' });
});
