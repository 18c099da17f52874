import { expect, it } from 'vitest';
import {
  ago,
  calendarDate,
  dateIn,
  longTimestamp,
  viewerTimezone,
  viewFrom,
  wholePercent,
  zoneAbbreviation,
  zoneDifference,
} from './format.ts';

const noon = Date.parse('2026-07-04T12:00:00Z');

it('writes an instant on the wall clock of its zone', () => {
  expect(dateIn('Asia/Kolkata', 'time', noon)).toBe('5:30 pm');
  expect(dateIn('America/New_York', 'clockHour', noon)).toBe('8 am');
});

it('writes any calendar date, however far away', () => {
  expect(calendarDate('2026-07-04')).toBe('07/04/2026');
  expect(calendarDate('2999-12-31')).toBe('12/31/2999');
  expect(calendarDate(null)).toBe('');
});

it.each([
  ['Asia/Kolkata', 'UTC', '5 h 30 min ahead of you'],
  ['America/New_York', 'Europe/Berlin', '6 h behind you'],
  ['Europe/Paris', 'Europe/Berlin', null],
  ['Asia/Kathmandu', 'Asia/Kolkata', '15 min ahead of you'],
])('says how far %s is from %s', (timezone, viewer, expected) => {
  expect(zoneDifference(timezone, viewer, noon)).toBe(expected);
});

it.each([
  [0, 'just now'],
  [4_999, 'just now'],
  [12_000, '12 s ago'],
  [60_000, '1 min ago'],
  [3_600_000, '1 h ago'],
  [47 * 3_600_000, '47 h ago'],
  [49 * 3_600_000, '2 days ago'],
])('%i milliseconds are %s', (milliseconds, expected) => {
  expect(ago(milliseconds)).toBe(expected);
});

it('never rounds a share up to all of it', () => {
  expect([wholePercent(0.997), wholePercent(1), wholePercent(0.29), wholePercent(null)]).toEqual([
    '99%',
    '100%',
    '29%',
    'N/A',
  ]);
});

it.each([
  ['America/New_York', 'EDT'],
  ['Europe/Berlin', 'CEST'],
  ['Australia/Sydney', 'AEST'],
  ['Asia/Kolkata', 'IST'],
  ['America/Sao_Paulo', 'GMT-3'],
])('[R204] abbreviates %s as %s', (timezone, abbreviation) => {
  expect(zoneAbbreviation(timezone, noon)).toBe(abbreviation);
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
