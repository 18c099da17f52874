import { zoneOf } from '@atrium/calendar/zones';
import { describe, expect, it } from 'vitest';
import { dailyResets } from './daily-resets.ts';
import type { ResetConfig } from './reset-config.ts';
import { noHours } from './space-definition.ts';

const berlin = zoneOf('Europe/Berlin');
const at = (text: string) => Date.parse(`2026-${text}:00Z`) / 1000;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(5, 16);
const atTimes = (...times: [string, number][]): ResetConfig => ({
  resetDaily: true,
  resetDailyAtTime: true,
  resetWithHoursOfOp: false,
  resetTimes: times.map(([time, value]) => ({ time, value })),
});
const withHours: ResetConfig = { ...atTimes(), resetDailyAtTime: false, resetWithHoursOfOp: true };
const always = (resetConfig: ResetConfig) => [{ from: 0, to: Infinity, resetConfig }];

function resets(config: ResetConfig, from: string, to: string, hours = noHours) {
  return dailyResets(always(config), hours, berlin, at(from), at(to)).map((each) => `${iso(each.at)} ${each.value}`);
}

describe('daily resets', () => {
  it('[R717] happen at their local times, also when the clocks change', () => {
    const config = atTimes(['02:30', 0], ['22:00', 5]);
    expect(resets(config, '03-28T00:00', '03-30T00:00')).toEqual([
      '03-28T01:30 0',
      '03-28T21:00 5',
      // The clock jumps from 02:00 to 03:00.
      '03-29T01:00 0',
      '03-29T20:00 5',
    ]);
    // 02:30 comes twice; the first one counts.
    expect(resets(config, '10-25T00:00', '10-25T12:00')).toEqual(['10-25T00:30 0']);
  });

  it('[R718] with hours of operation happen when the location opens', () => {
    const periods = [1, 2].map((weekday) => ({ weekday, openTime: '09:00', closeTime: '18:00' }));
    const versions = [{ effectiveDate: '2020-01-01', periods }];
    const hours = { ...noHours, assignments: [{ startDate: '2020-01-01', endDate: '9999-12-31', versions }] };
    expect(resets(withHours, '06-01T00:00', '06-08T00:00', hours)).toEqual(['06-01T07:00 0', '06-02T07:00 0']);
    expect(resets(withHours, '06-01T07:00', '06-01T12:00', hours)).toEqual(['06-01T07:00 0']);
    expect(resets(withHours, '06-01T08:00', '06-01T12:00', hours)).toEqual([]);
    expect(resets(withHours, '06-01T00:00', '06-08T00:00')).toEqual([]);
  });

  it('[R721] follow the settings that held then', () => {
    const change = at('06-02T12:00');
    const periods = [
      { from: 0, to: change, resetConfig: atTimes(['06:00', 1]) },
      { from: change, to: Infinity, resetConfig: atTimes(['06:00', 2], ['20:00', 3]) },
    ];
    const found = dailyResets(periods, noHours, berlin, at('06-02T00:00'), at('06-04T00:00'));
    expect(found.map(({ value }) => value)).toEqual([1, 3, 2, 3]);
    expect(resets({ ...atTimes(['06:00', 1]), resetDaily: false }, '06-01T00:00', '06-03T00:00')).toEqual([]);
  });
});
