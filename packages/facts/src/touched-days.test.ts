import { describe, expect, it } from 'vitest';
import { DAY } from './rows.ts';
import { daysTouchedBy, daysTouchedByErasure } from './touched-days.ts';

const D = 20_000 * DAY;
const days = (list: { day: number }[]) => list.map(({ day }) => (day - D) / DAY);

describe('days touched', () => {
  it('by records: those that their minutes fall into, once', () => {
    const row = { series: 1, at: D, span: 60 };
    expect(daysTouchedBy([row, { ...row, at: D + 60 }, { ...row, series: 2 }])).toEqual([
      { series: 1, day: D },
      { series: 2, day: D },
    ]);
    expect(days(daysTouchedBy([{ ...row, span: DAY }]))).toEqual([0]);
    expect(days(daysTouchedBy([{ ...row, at: D + 59, span: DAY }]))).toEqual([0]);
    expect(days(daysTouchedBy([{ ...row, at: D + 60, span: DAY }]))).toEqual([0, 1]);
    expect(days(daysTouchedBy([{ ...row, at: D + DAY - 30, span: 45 }]))).toEqual([0]);
    expect(days(daysTouchedBy([{ ...row, at: D + DAY - 60, span: 90 }]))).toEqual([0, 1]);
  });

  it('by an erasure: as far as the longest record may extend', () => {
    expect(days(daysTouchedByErasure({ series: 1, from: D + 5, to: D + 10 }))).toEqual([0, 1]);
    expect(days(daysTouchedByErasure({ series: 1, from: D, to: D + DAY }))).toEqual([0, 1]);
    expect(days(daysTouchedByErasure({ series: 1, from: D, to: D + DAY + 1 }))).toEqual([0, 1]);
    expect(days(daysTouchedByErasure({ series: 1, from: D, to: D + DAY + 2 }))).toEqual([0, 1, 2]);
    expect(days(daysTouchedByErasure({ series: 1, from: D, to: D }))).toEqual([]);
  });
});
