import { describe, expect, it } from 'vitest';
import { manualReset, occupancyResetTexts, searchedRange } from './occupancy-reset.ts';

const now = new Date('2026-11-15T12:00:00Z');
const berlin = 'Europe/Berlin';
const answerTo = (resetDate: string | null, occupants: unknown = 0) => {
  const reset = manualReset({ resetDate, occupants }, berlin, now);
  return Array.isArray(reset) ? reset.map(({ path, message }) => `${path}: ${message}`) : reset.resetDate.toISOString();
};

const range = (startDate?: string, endDate?: string) => {
  const asked = searchedRange({ startDate, endDate }, berlin, now);
  return Array.isArray(asked)
    ? asked.map(({ path, message }) => `${path}: ${message}`)
    : [asked.from.toISOString(), asked.to.toISOString()];
};

describe('[R171] a manual reset', () => {
  it('has a moment: in UTC, with an offset, or in local time', () => {
    expect(answerTo('2026-11-15T10:30:00.250Z')).toBe('2026-11-15T10:30:00.250Z');
    expect(answerTo('2026-11-15T10:30:00+05:30')).toBe('2026-11-15T05:00:00.000Z');
    expect(answerTo('2026-11-15T10:30:00-01:00')).toBe('2026-11-15T11:30:00.000Z');
    expect(answerTo('2026-11-15T10:30')).toBe('2026-11-15T09:30:00.000Z');
    expect(answerTo('2026-07-15T10:30:20')).toBe('2026-07-15T08:30:20.000Z');
  });

  it('is never at a time that the clock skips; of a repeated time it is the first', () => {
    expect(answerTo('2026-03-29T02:30')).toEqual(['resetDate: There is no 02:30 on 2026-03-29 in Europe/Berlin']);
    expect(answerTo('2026-03-29T01:59')).toBe('2026-03-29T00:59:00.000Z');
    expect(answerTo('2026-03-29T03:00')).toBe('2026-03-29T01:00:00.000Z');
    expect(answerTo('2026-03-29T02:30Z')).toBe('2026-03-29T02:30:00.000Z');
    expect(answerTo('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z');
  });

  it('reports its problems', () => {
    for (const wrong of ['yesterday', '2026-02-30T10:00Z', '2026-11-15', '2026-11-15T24:00', '0001-01-01T00:00'])
      expect(answerTo(wrong)).toEqual(['resetDate: Write the time as 2026-03-29T14:30, or end it with Z for UTC']);
    expect(answerTo(null, -1)).toEqual([
      `resetDate: ${occupancyResetTexts.resetDate}`,
      `occupants: ${occupancyResetTexts.occupants}`,
    ]);
    expect(answerTo('2026-11-15T12:01:00Z')).toBe('2026-11-15T12:01:00.000Z');
    expect(answerTo('2026-11-15T12:02:00Z')).toEqual([`resetDate: ${occupancyResetTexts.future}`]);
    expect(answerTo('1999-12-31T12:00:00Z')).toEqual(['resetDate: Reset date must not be before the year 2000']);
    for (const occupants of ['5', 1.5, null])
      expect(answerTo('2026-11-15T10:00Z', occupants)).toEqual([`occupants: ${occupancyResetTexts.occupants}`]);
  });
});

describe('[R169] resets', () => {
  it('are listed for the last seven days and today by default', () => {
    expect(range()).toEqual(['2026-11-07T23:00:00.000Z', '2026-11-15T23:00:00.000Z']);
    expect(range('2026-11-01')).toEqual(['2026-10-31T23:00:00.000Z', '2026-11-15T23:00:00.000Z']);
    expect(range(undefined, '2026-10-25')).toEqual(['2026-10-17T22:00:00.000Z', '2026-10-25T23:00:00.000Z']);
    expect(range('2026-10-25', '2026-10-25')).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z']);
    expect(range('2026-11-15T10:00', '2026-11-15T11:00:00Z')).toEqual([
      '2026-11-15T09:00:00.000Z',
      '2026-11-15T11:00:00.000Z',
    ]);
  });

  it('are not listed for invalid dates', () => {
    expect(range('2026-11-16', '2026-11-14')).toEqual(['endDate: End date must not be before the start date']);
    expect(range('x')).toEqual([`startDate: ${occupancyResetTexts.form}`]);
    expect(range(undefined, '9999-12-31')).toEqual([`endDate: ${occupancyResetTexts.form}`]);
  });
});
