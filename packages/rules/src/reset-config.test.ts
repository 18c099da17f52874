import { describe, expect, it } from 'vitest';
import {
  defaultResetTime,
  noReset,
  type ResetConfig,
  resetConfigProblems,
  resetTexts,
  timesInUtc,
  timesInZone,
} from './reset-config.ts';

const eight = { time: '08:00', value: 0 };
const problems = (config: Partial<ResetConfig>) =>
  resetConfigProblems({ ...noReset, ...config }).map(({ path, message }) => `${path}: ${message}`);
const shown = (timezone: string, now: string) => timesInZone([defaultResetTime], timezone, new Date(now))[0]?.time;
const at = (...resetTimes: ResetConfig['resetTimes']) =>
  problems({ resetDaily: true, resetDailyAtTime: true, resetTimes });

describe('a daily reset', () => {
  it('[R165] is off, follows the opening hours without a fixed time, or has at least one fixed time', () => {
    const choice = [`resetTimes: ${resetTexts.choice}`];
    expect(problems({})).toEqual([]);
    expect(problems({ resetDailyAtTime: true })).toEqual([]);
    expect(problems({ resetDaily: true })).toEqual(choice);
    expect(problems({ resetDaily: true, resetTimes: [eight] })).toEqual(choice);
    expect(problems({ resetDaily: true, resetDailyAtTime: true })).toEqual(choice);
    expect(problems({ resetDaily: true, resetDailyAtTime: true, resetWithHoursOfOp: true })).toEqual(choice);
    expect(problems({ resetDaily: true, resetWithHoursOfOp: true })).toEqual([]);
    expect(problems({ resetDaily: true, resetDailyAtTime: true, resetTimes: [eight] })).toEqual([]);
  });

  it('[R166] has no duplicate time, and only valid times and occupancies', () => {
    expect(at(eight, { time: '08:00', value: 5 })).toEqual([`resetTimes.1.time: ${resetTexts.duplicate}`]);
    expect(at({ time: '8:00', value: 0 })).toEqual([`resetTimes.0.time: ${resetTexts.time}`]);
    expect(at({ time: '24:00', value: 0 })).toEqual([`resetTimes.0.time: ${resetTexts.time}`]);
    for (const value of [-1, 0.5, 1_000_001, Number.NaN])
      expect(at({ time: '08:00', value })).toEqual([`resetTimes.0.value: ${resetTexts.value}`]);
    expect(at({ time: '08:00', value: 1_000_000 })).toEqual([]);
    const quarters = Array.from({ length: 97 }, (_, index) => ({
      time: `${String(Math.floor(index / 4) % 24).padStart(2, '0')}:${String((index % 4) * 15 + (index > 95 ? 1 : 0)).padStart(2, '0')}`,
      value: 0,
    }));
    expect(at(...quarters)).toEqual([`resetTimes: ${resetTexts.tooMany}`]);
    expect(at(...quarters.slice(1))).toEqual([]);
  });

  it('[R168] is at 08:00 UTC, shown in local time, by the offset of the day', () => {
    expect(defaultResetTime).toEqual({ time: '08:00', value: 0 });
    expect(shown('Europe/Berlin', '2026-03-04T12:00:00Z')).toBe('09:00');
    expect(shown('Europe/Berlin', '2026-07-04T12:00:00Z')).toBe('10:00');
    expect(shown('Asia/Kolkata', '2026-03-04T12:00:00Z')).toBe('13:30');
    expect(shown('America/Los_Angeles', '2026-03-04T12:00:00Z')).toBe('00:00');
    expect(shown('Pacific/Honolulu', '2026-03-04T12:00:00Z')).toBe('22:00');
  });

  it('survives a round trip through UTC', () => {
    const now = new Date('2026-07-04T12:00:00Z');
    for (const timezone of ['Pacific/Kiritimati', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Niue', 'UTC']) {
      for (const time of ['00:00', '00:01', '02:30', '12:00', '23:59']) {
        const wire = timesInUtc([{ time, value: 3 }], timezone, now);
        expect(timesInZone(wire, timezone, now), `${time} in ${timezone}`).toEqual([{ time, value: 3 }]);
      }
    }
    expect(timesInZone([{ time: 'noon', value: 0 }], 'Asia/Kathmandu', now)).toEqual([{ time: 'noon', value: 0 }]);
  });
});
