import { expect, it } from 'vitest';
import { readMoment, writtenMoment } from './timestamp.ts';

const cases = [
  ['2025-11-14T23:00:00Z', 'Europe/Berlin', '2025-11-15'],
  ['2026-02-01T08:30:00Z', 'Europe/Berlin', '2026-02-01T09:30+01:00'],
  ['2026-07-01T12:00:00Z', 'Asia/Kathmandu', '2026-07-01T17:45+05:45'],
  ['2026-07-01T12:00:00Z', 'America/St_Johns', '2026-07-01T09:30-02:30'],
  // The repeated hour, first and second time.
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25T02:30+02:00'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25T02:30+01:00'],
  // A day that begins at one o'clock.
  ['2018-11-04T03:00:00Z', 'America/Sao_Paulo', '2018-11-04T01:00-02:00'],
] as const;

it('writes an instant in local time, and reads it back', () => {
  for (const [at, timezone, text] of cases.slice(0, 6)) {
    expect(writtenMoment(new Date(at), timezone), text).toBe(text);
    expect(readMoment(text, timezone)?.toISOString()).toBe(new Date(at).toISOString());
  }
  const [at, timezone, text] = cases[6];
  expect(writtenMoment(new Date(at), timezone)).toBe('2018-11-04');
  expect(readMoment('2018-11-04', timezone)).toEqual(new Date(at));
  expect(readMoment(text, timezone)).toEqual(new Date(at));
});

it('recognizes text that is neither a date nor a timestamp', () => {
  for (const text of [
    '',
    'today',
    '2026-02-30',
    '2026-02-01T25:00+01:00',
    '2026-02-30T09:00+01:00',
    '2026-02-01T09:30',
    '0001-01-01',
    '9999-12-31',
    '9999-12-31T09:30Z',
  ]) {
    expect(readMoment(text, 'UTC'), text).toBeUndefined();
  }
});
