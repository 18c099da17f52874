import { describe, expect, it } from 'vitest';
import {
  assignmentProblems,
  earliestEffectiveDate,
  earliestPickedDate,
  type Exception,
  exceptionProblems,
  type Period,
  periodProblems,
  scheduleProblems,
} from './schedule.ts';

const messages = (problems: readonly { path: string; message: string }[]) =>
  problems.map(({ path, message }) => `${path}: ${message}`);

const effective = (effectiveDate: string | null) =>
  messages(scheduleProblems({ name: 'Shops', effectiveDate }, '2026-03-05'));
const on = (weekday: number, openTime: string, closeTime: string): Period => ({ weekday, openTime, closeTime });
const periods = (period: Period, ...others: Period[]) => messages(periodProblems(period, others));
const overlap = (other: string) => [`openTime: These hours overlap other hours of the schedule: ${other}`];

describe('a schedule', () => {
  const now = new Date('2026-03-04T12:00:00Z');

  it('[R135] takes effect tomorrow at the earliest, at every location that has it', () => {
    expect(earliestEffectiveDate(now, { assigned: [], all: [] })).toBe('2026-03-05');
    const all = ['Europe/Berlin', 'Pacific/Kiritimati'];
    // It is 5 March in Kiritimati already.
    expect(earliestEffectiveDate(now, { assigned: ['Pacific/Kiritimati'], all })).toBe('2026-03-06');
    expect(earliestEffectiveDate(now, { assigned: ['Europe/Berlin'], all })).toBe('2026-03-05');
    expect(earliestEffectiveDate(now, { assigned: all, all })).toBe('2026-03-06');
    expect(earliestEffectiveDate(now, { assigned: [], all })).toBe('2026-03-05');
    expect(earliestPickedDate('2026-03-05')).toBe('2026-03-06');
    expect(effective('2026-03-05')).toEqual([]);
    expect(effective('2026-03-04')).toEqual(['effectiveDate: Effective date must be tomorrow or later']);
    for (const date of [null, '', '5.3.2026', '2026-02-30'])
      expect(effective(date)).toEqual(['effectiveDate: Date must be YYYY-MM-DD']);
  });

  it('needs a name', () => {
    for (const name of [null, '', '  '])
      expect(messages(scheduleProblems({ name }, '2026-03-05'))).toEqual(['name: Name is required']);
    expect(messages(scheduleProblems({ name: 'n'.repeat(200) }, '2026-03-05'))).toEqual([]);
    expect(messages(scheduleProblems({ name: 'n'.repeat(201) }, '2026-03-05'))).toEqual([
      'name: Name must have at most 200 characters',
    ]);
  });
});

describe('hours of a schedule', () => {
  it('[R138] belong to a weekday from 0 to 6', () => {
    for (const weekday of [0, 6]) expect(periods(on(weekday, '09:00', '17:00'))).toEqual([]);
    for (const weekday of [-1, 7, 1.5, Number.NaN])
      expect(periods(on(weekday, '09:00', '17:00'))).toEqual(['weekday: Weekday must be 0 (Sunday) to 6 (Saturday)']);
    expect(messages(periodProblems({ weekday: null, openTime: '09:00', closeTime: '17:00' }, []))).toHaveLength(1);
  });

  it('[R136] are written HH:mm', () => {
    expect(periods(on(1, '8:00', '25:00'))).toEqual(['openTime: Time must be HH:mm', 'closeTime: Time must be HH:mm']);
    expect(messages(periodProblems({ weekday: 1, openTime: null, closeTime: '09:00' }, []))).toEqual([
      'openTime: Time must be HH:mm',
    ]);
  });

  it('may touch other hours but not overlap them, across midnight and the end of the week', () => {
    expect(periods(on(1, '12:00', '18:00'), on(1, '09:00', '12:00'))).toEqual([]);
    expect(periods(on(1, '11:59', '18:00'), on(1, '09:00', '12:00'))).toEqual(overlap('Monday 09:00 – 12:00'));
    expect(periods(on(2, '01:00', '05:00'), on(1, '20:00', '02:00'))).toEqual(overlap('Monday 20:00 – 02:00'));
    expect(periods(on(2, '02:00', '05:00'), on(1, '20:00', '02:00'))).toEqual([]);
    expect(periods(on(0, '01:00', '05:00'), on(6, '20:00', '02:00'))).toEqual(overlap('Saturday 20:00 – 02:00'));
    expect(periods(on(6, '20:00', '02:00'), on(0, '01:00', '05:00'))).toEqual(overlap('Sunday 01:00 – 05:00'));
    expect(periods(on(3, '00:00', '00:00'), on(2, '09:00', '00:00'), on(4, '00:00', '09:00'))).toEqual([]);
  });
});

describe('an assignment', () => {
  const assignment = { locationId: 'l', scheduleId: 's', startDate: '2026-03-05', endDate: '2026-03-10' };
  const problems = (changes: object, ...others: { startDate: string; endDate: string }[]) =>
    messages(assignmentProblems({ ...assignment, ...changes }, others));

  it('[R133] names a schedule and a location', () => {
    expect(problems({ scheduleId: null })).toEqual(['scheduleId: Schedule is required']);
    expect(problems({ scheduleId: '' })).toEqual(['scheduleId: Schedule is required']);
    expect(problems({ locationId: null })).toEqual(['locationId: Location is required']);
  });

  it('[R131] does not overlap another; both dates are inclusive', () => {
    const text = 'startDate: Assignment dates overlap another assignment. Please fix before saving';
    expect(problems({}, { startDate: '2026-03-10', endDate: '9999-12-31' })).toEqual([text]);
    expect(problems({}, { startDate: '2026-01-01', endDate: '2026-03-05' })).toEqual([text]);
    expect(
      problems(
        {},
        { startDate: '2026-03-11', endDate: '9999-12-31' },
        { startDate: '2026-01-01', endDate: '2026-03-04' },
      ),
    ).toEqual([]);
  });

  it('begins and ends on existing days, in this order', () => {
    expect(problems({ endDate: '2026-03-04' })).toEqual(['endDate: End date must not be before the start date']);
    expect(problems({ startDate: '5.3.2026', endDate: '2026-02-29' })).toEqual([
      'startDate: Date must be YYYY-MM-DD',
      'endDate: Date must be YYYY-MM-DD',
    ]);
    expect(problems({ startDate: null, endDate: null })).toEqual(['startDate: Start date is required']);
    expect(problems({ startDate: '', endDate: '' })).toEqual(['startDate: Start date is required']);
    expect(problems({ endDate: null })).toEqual(['endDate: End date is required']);
    expect(problems({ endDate: '2026-03-05' })).toEqual([]);
  });
});

describe('an exception', () => {
  const holiday: Exception = {
    type: 0,
    closed: true,
    description: 'New Year',
    startDate: '2027-01-01',
    endDate: '2027-01-01',
    openTime: null,
    closeTime: null,
  };
  const problems = (changes: Partial<Exception>, timezone?: string) =>
    messages(exceptionProblems({ ...holiday, ...changes }, [], timezone));

  it('[R134] needs a description', () => {
    expect(problems({})).toEqual([]);
    for (const description of [null, '', ' '])
      expect(problems({ description })).toEqual(['description: Description is required']);
    expect(problems({ description: 'd'.repeat(500) })).toEqual([]);
    expect(problems({ description: 'd'.repeat(501) })).toEqual([
      'description: Description must have at most 500 characters',
    ]);
  });

  it('[R132] does not overlap another', () => {
    const text = 'startDate: Exception dates overlap another exception. Please fix before saving';
    expect(messages(exceptionProblems(holiday, [{ startDate: '2026-12-24', endDate: '2027-01-01' }]))).toEqual([text]);
    expect(messages(exceptionProblems(holiday, [{ startDate: '2026-12-24', endDate: '2026-12-31' }]))).toEqual([]);
  });

  it('has one of four types', () => {
    for (const type of [0, 1, 3]) expect(problems({ type })).toEqual([]);
    for (const type of [null, -1, 4, 0.5]) expect(problems({ type })).toEqual(['type: Type is required']);
  });

  it('has times where hours are extended, none where it is closed, and otherwise both or none', () => {
    const times = { closed: false, openTime: '09:00', closeTime: '23:00' };
    expect(problems({ ...times, type: 2 })).toEqual([]);
    expect(problems({ ...times })).toEqual([]);
    expect(problems({ closed: false })).toEqual([]);
    expect(problems({ type: 2, closed: false })).toEqual(['openTime: Extended hours need an open and a close time']);
    expect(problems({ type: 2 })).toEqual(['closed: Extended hours cannot be closed']);
    expect(problems({ ...times, closed: true })).toEqual(['openTime: A closed day has no open or close time']);
    expect(problems({ ...times, closeTime: null })).toEqual(['closeTime: Enter both an opening and a closing time']);
    expect(problems({ ...times, openTime: null })).toEqual(['openTime: Enter both an opening and a closing time']);
    for (const timezone of [undefined, 'Europe/Berlin'])
      expect(problems({ ...times, closeTime: '9:00' }, timezone)).toEqual(['closeTime: Time must be HH:mm']);
  });

  it('refuses a time that its night skips', () => {
    const night = {
      closed: false,
      startDate: '2026-03-29',
      endDate: '2026-03-29',
      openTime: '02:30',
      closeTime: '08:00',
    };
    const text = 'There is no 02:30 on 2026-03-29 in Europe/Berlin';
    expect(problems(night, 'Europe/Berlin')).toEqual([`openTime: ${text}`]);
    expect(problems(night, 'Europe/Moscow')).toEqual([]);
    expect(problems(night)).toEqual([]);
    expect(problems({ ...night, endDate: '2026-03-30' }, 'Europe/Berlin')).toEqual([]);
    const eve = { ...night, startDate: '2026-03-28', endDate: '2026-03-28', openTime: '20:00', closeTime: '02:30' };
    expect(problems(eve, 'Europe/Berlin')).toEqual([`closeTime: ${text}`]);
    expect(problems({ ...eve, openTime: '01:00' }, 'Europe/Berlin')).toEqual([]);
  });
});
