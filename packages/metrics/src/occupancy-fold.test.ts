import { zoneOf } from '@atrium/calendar/zones';
import { describe, expect, it } from 'vitest';
import { foldOccupancy, type OccupancyInput } from './occupancy-fold.ts';

const at = (time: string) => Date.parse(`2026-03-04T${time}Z`) / 1000;
const minute = (time: string, ins: number, outs: number) => ({ at: at(`${time}:00`), ins, outs });

function fold(given: Partial<OccupancyInput>) {
  const base = {
    zone: zoneOf('UTC'),
    from: at('00:00:00'),
    to: at('00:00:00') + 86_400,
    start: 0,
    minutes: [],
    resets: [],
  };
  return foldOccupancy({ ...base, ...given });
}

const levels = (given: Partial<OccupancyInput>) => fold(given).levels.map(({ last }) => last);

describe('the occupancy of a space', () => {
  it('[R716] is the running sum of ins less outs, reflected at zero once a minute', () => {
    const minutes = [minute('09:00', 3, 0), minute('09:01', 1, 2), minute('09:02', 0, 5), minute('09:03', 2, 0)];
    expect(levels({ minutes })).toEqual([3, 2, 0, 2]);
    const reflects = [{ from: 0, to: at('23:00:00'), reflects: false }];
    expect(levels({ minutes, reflects })).toEqual([3, 2, -3, -1]);
    // The net of a minute counts: nobody knows who was first.
    expect(levels({ minutes: [minute('09:00', 4, 6), minute('09:01', 6, 4)], start: 1 })).toEqual([0, 2]);
  });

  it('[R716] carries over a gap, which has no level', () => {
    const { levels: found, end } = fold({ minutes: [minute('09:00', 3, 0), minute('17:00', 0, 1)] });
    expect(found).toEqual([
      { at: at('09:00:00'), last: 3 },
      { at: at('17:00:00'), last: 2 },
    ]);
    expect(end).toBe(2);
  });

  it('[R717] is known at a reset, which counts from the next whole minute on', () => {
    const minutes = [minute('09:00', 3, 0), minute('09:01', 1, 0), minute('09:02', 1, 0)];
    expect(levels({ minutes, resets: [{ at: at('09:01:00'), value: 7 }] })).toEqual([3, 8, 9]);
    expect(levels({ minutes, resets: [{ at: at('09:00:20'), value: 7 }] })).toEqual([3, 8, 9]);
    const later = [
      { at: at('09:00:50'), value: 5 },
      { at: at('09:00:20'), value: 7 },
      { at: at('09:00:50'), value: 6 },
    ];
    expect(levels({ minutes, resets: later })).toEqual([3, 7, 8]);
    expect(fold({ minutes, resets: [{ at: at('12:00:00'), value: 2 }] }).end).toBe(2);
  });

  it('[R716] keeps four decimals of weighted counts exactly', () => {
    const minutes = Array.from({ length: 1000 }, (_, index) => ({
      at: at('00:00:00') + index * 60,
      ins: 0.1,
      outs: 0.0001,
    }));
    expect(fold({ minutes }).end).toBe(99.9);
  });

  it('[R720] tells the ins, the outs and the residual of each local day, before and after factoring', () => {
    const zone = zoneOf('America/New_York');
    const minutes = [minute('04:59', 10, 0), minute('05:00', 4, 8)];
    const { days } = fold({ zone, minutes, gains: [{ from: 0, to: 4e9, ins: 1, outs: 1.25 }] });
    expect(days).toMatchObject([
      { from: at('00:00:00'), to: at('05:00:00'), start: 0, end: 10, ins: 10, outs: 0, residual: 10, factor: 1 },
      { from: at('05:00:00'), start: 10, end: 4, ins: 4, outs: 8, residual: -6, factor: 1.25 },
    ]);
  });

  it('[R1137] tells what changed the number of people in a day, which adds up to its end', () => {
    const [day] = fold({
      start: 2,
      minutes: [
        minute('09:00', 10, 0),
        minute('09:01', 0, 20),
        minute('10:00', 5, 1),
        minute('11:00', 7, 2),
        minute('16:00', 0, 0),
      ],
      gains: [{ from: at('10:00:00'), to: at('10:30:00'), ins: 1.1, outs: 1 }],
      stops: [{ from: at('11:00:00'), to: at('11:30:00') }],
      presses: [
        { at: at('12:00:10'), change: 3 },
        { at: at('12:01:10'), change: -40 },
        { at: at('14:05:00'), change: 1 },
      ],
      resets: [{ at: at('13:00:20'), value: 6 }],
      stays: [{ from: at('13:00:00'), to: at('23:00:00'), maxStayMinutes: 60 }],
    }).days;
    expect(day).toMatchObject({ start: 2, ins: 22, outs: 23, end: 0 });
    expect(day!.changes).toEqual({
      corrected: 0.5,
      stopped: 5,
      reflected: 8,
      pressed: 3 - 7.5 + 1,
      overstayed: 7,
      resets: [{ at: at('13:01:00'), before: 0, value: 6 }],
    });
  });

  it('[R716] folded in two parts is the same as in one', () => {
    const minutes = [minute('09:00', 3, 0), minute('11:59', 4, 1), minute('12:00', 0, 2), minute('15:00', 5, 0)];
    const resets = [{ at: at('11:59:30'), value: 4 }];
    const whole = fold({ minutes, resets });
    const first = fold({ minutes, resets, to: at('12:00:00') });
    const second = fold({ minutes, resets, from: at('12:00:00'), start: first.end });
    expect([...first.levels, ...second.levels]).toEqual(whole.levels);
    expect(second.end).toBe(whole.end);
  });
});
