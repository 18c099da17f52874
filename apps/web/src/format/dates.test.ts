import { expect, it } from 'vitest';
import { calendarDate, dateIn, longTimestamp } from './dates.ts';
import { viewerTimezone, viewFrom } from './zones.ts';

const noon = Date.parse('2026-07-04T12:00:00Z');

it('writes an instant in the wall-clock time of its zone', () => {
  expect(dateIn('Asia/Kolkata', 'time', noon)).toBe('5:30 pm');
  expect(dateIn('America/New_York', 'clockHour', noon)).toBe('8 am');
});

it('writes any calendar date, however far away', () => {
  expect(calendarDate('2026-07-04')).toBe('07/04/2026');
  expect(calendarDate('2999-12-31')).toBe('12/31/2999');
  expect(calendarDate(null)).toBe('');
});

it('[R525] [R562] writes times without a location in the named time zone of the profile, or else of the device', () => {
  const device = viewerTimezone;
  viewFrom('Asia/Kolkata');
  expect(longTimestamp('2026-07-04T20:00:00Z')).toBe('07/05/2026 1:30 am IST');
  for (const unknown of [null, 'Nowhere/Else']) {
    viewFrom(unknown);
    expect(viewerTimezone).toBe(device);
    expect(longTimestamp('2026-07-04T20:00:00Z')).toMatch(/^07\/0[45]\/2026 \d+:\d\d [ap]m$/);
  }
});
