import { expect, it } from 'vitest';
import { barsOf, minutesInForce, minutesOfPeriod } from './week.ts';

const hours = (openTime: string, closeTime: string, from: string, to: string) =>
  minutesInForce({ openTime, closeTime, from: `2026-03-${from}Z`, to: `2026-03-${to}Z` });

it('draws hours after midnight on the next day', () => {
  expect(barsOf([[{ from: 1200, to: 1680 }], [{ from: 540, to: 1020 }]], false)).toEqual([
    [{ from: 1200, to: 1440, continued: false }],
    [
      { from: 0, to: 240, continued: true },
      { from: 540, to: 1020, continued: false },
    ],
  ]);
});

it('continues with Sunday after Saturday where the week repeats, and ends where it does not', () => {
  const week = [[], [], [], [], [], [], [{ from: 1200, to: 1500 }]];
  expect(barsOf(week, true)[0]).toEqual([{ from: 0, to: 60, continued: true }]);
  expect(barsOf(week, false)[0]).toEqual([]);
});

it('computes when hours end', () => {
  expect(minutesOfPeriod({ openTime: '09:00', closeTime: '17:30' })).toEqual({ from: 540, to: 1050 });
  expect(minutesOfPeriod({ openTime: '20:00', closeTime: '02:00' })).toEqual({ from: 1200, to: 1560 });
  expect(minutesOfPeriod({ openTime: '00:00', closeTime: '00:00' })).toEqual({ from: 0, to: 1440 });
  expect(hours('00:00', '24:00', '04T23:00', '05T23:00')).toEqual({ from: 0, to: 1440 });
  // Longer than a day, and on the night that is an hour shorter.
  expect(hours('09:00', '10:00', '04T08:00', '05T09:00')).toEqual({ from: 540, to: 2040 });
  expect(hours('22:00', '06:00', '28T21:00', '29T04:00')).toEqual({ from: 1320, to: 1800 });
});
