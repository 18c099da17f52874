import { describe, expect, it } from 'vitest';
import { counterSteps, type CounterReading } from './counters.ts';

const start = Date.UTC(2026, 0, 1, 8) / 1000;
const rules = { modulus: null, maxPerSecond: 10 };
/** Readings of one value a minute. */
const every = (...values: number[]): CounterReading[] => values.map((value, i) => ({ at: start + 60 * i, value }));
const counted = (readings: CounterReading[], given: Parameters<typeof counterSteps>[1] = rules) =>
  counterSteps(readings, given).map((step) => step.counted);

describe('a counter that only grows', () => {
  it('[I100] counts what it grew by, and nothing at its first reading', () => {
    expect(counterSteps(every(100, 107, 107), rules)).toEqual([
      { from: start, to: start + 60, counted: 7, event: null },
      { from: start + 60, to: start + 120, counted: 0, event: null },
    ]);
    expect(counterSteps(every(100), rules)).toEqual([]);
  });

  it('[I100] is the same however often and in whatever order its readings come', () => {
    const readings = every(65_500, 65_530, 10, 40, 3, 9_999_999, 20, 26);
    const given = { ...rules, modulus: 65_536 };
    const expected = counterSteps(readings, given);
    expect(counterSteps([...readings, ...readings].toReversed(), given)).toEqual(expected);
    const shuffled = readings.toSorted((a, b) => ((a.value * 7919) % 101) - ((b.value * 7919) % 101));
    expect(counterSteps(shuffled, given)).toEqual(expected);
  });

  it('[I101] starts again at zero after a reset: what it shows then was counted since', () => {
    expect(counterSteps(every(500, 3), rules)).toMatchObject([{ counted: 3, event: 'reset' }]);
  });

  it('[I101] goes on through its largest value', () => {
    const given = { ...rules, modulus: 65_536 };
    expect(counterSteps(every(65_530, 4), given)).toMatchObject([{ counted: 10, event: 'wrap' }]);
    expect(counterSteps(every(30_000, 4), given)).toMatchObject([{ counted: 4, event: 'reset' }]);
  });

  it('[I101] is set to zero by its own schedule, even where it shows more than before', () => {
    const midnight = start + 90;
    const resetsBetween = (from: number, to: number) => from < midnight && to >= midnight;
    expect(counted(every(5, 9, 20, 21), { ...rules, resetsBetween })).toEqual([4, 20, 1]);
  });

  it('[I102] leaves out a single value that cannot be, and says where it was set to another one', () => {
    expect(counted(every(100, 5_000_000, 105))).toEqual([5]);
    expect(counterSteps(every(100, 5_000_000, 5_000_003), rules)).toMatchObject([
      { counted: null, event: 'jump' },
      { counted: 3, event: null },
    ]);
  });

  it('begins and ends its steps on whole minutes, also when readings are a little early or late', () => {
    const readings = [0, 899, 1801, 2700.4].map((after, i) => ({ at: start + after, value: 10 * i }));
    expect(counterSteps(readings, rules).map(({ from, to }) => [from - start, to - start])).toEqual([
      [0, 900],
      [900, 1800],
      [1800, 2700],
    ]);
  });

  it('takes the last of several readings of a minute', () => {
    const readings = [
      { at: start, value: 10 },
      { at: start + 50, value: 14 },
      { at: start + 65, value: 15 },
      { at: start + 65, value: 16 },
    ];
    expect(counted(readings)).toEqual([6]);
  });
});
