import { newSpace } from '@atrium/rules/space';
import { describe, expect, it } from 'vitest';
import { bodyOf, differs, formOf, defaultTime } from './daily-reset.ts';

const now = new Date('2026-07-04T12:00:00Z');
const berlin = 'Europe/Berlin';
const space = (resetConfig: object) => ({
  ...newSpace,
  spaceId: '',
  orgId: '',
  locationId: '',
  version: 1,
  resetConfig: { resetDaily: true, resetDailyAtTime: true, resetWithHoursOfOp: false, resetTimes: [], ...resetConfig },
});

describe('the form of a daily reset', () => {
  it('[R168] shows local times, and sends them in UTC', () => {
    const resetTimes = [{ time: '06:30', value: 4 }];
    const form = formOf(space({ resetTimes }), berlin, now);
    expect(form).toEqual({ resetDaily: true, mode: 'times', resetTimes: [{ time: '08:30', value: '4' }] });
    expect(bodyOf(form, berlin, now).resetConfig).toEqual({
      resetDaily: true,
      resetDailyAtTime: true,
      resetWithHoursOfOp: false,
      resetTimes,
    });
    expect(defaultTime(berlin, now)).toEqual([{ time: '10:00', value: '0' }]);
  });

  it('leaves hidden times unchanged', () => {
    const form = formOf(space({ resetTimes: [{ time: '06:30', value: 4 }] }), berlin, now);
    const hours = { resetDaily: true, resetDailyAtTime: false, resetWithHoursOfOp: true };
    expect(bodyOf({ ...form, mode: 'hours' }, berlin, now).resetConfig).toEqual(hours);
    const off = { resetDaily: false, resetDailyAtTime: false, resetWithHoursOfOp: false };
    expect(bodyOf({ ...form, resetDaily: false }, berlin, now).resetConfig).toEqual(off);
  });

  it('[R167] detects a changed reset', () => {
    const form = formOf(space({ resetTimes: [{ time: '06:30', value: 4 }] }), berlin, now);
    expect(differs(form, { ...form })).toBe(false);
    expect(differs(form, { ...form, resetTimes: [{ time: '08:30', value: ' 4' }] })).toBe(false);
    expect(differs(form, { ...form, resetTimes: [{ time: '08:30', value: '5' }] })).toBe(true);
    expect(differs(form, { ...form, mode: 'hours' })).toBe(true);
    expect(differs({ ...form, resetDaily: false }, { ...form, resetDaily: false, mode: 'hours' })).toBe(false);
  });
});
