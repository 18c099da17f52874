import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstInstantAt, localDay, zoneOf } from '@atrium/calendar/zones';
import { counterSchedule, inDirection, type CounterPeriod } from './counter-schedule.ts';
import { counterSteps, type CounterReading } from './counters.ts';

const start = Date.UTC(2026, 0, 1, 8) / 1000;
const rules = { modulus: null, maxPerSecond: 10 };
/** Readings of one value a minute. */
const every = (...values: number[]): CounterReading[] =>
  values.map((value, i) => ({ at: start + 60 * i, values: [value] }));
const counted = (readings: CounterReading[], given: Parameters<typeof counterSteps>[1] = rules) =>
  counterSteps(readings, given).map((step) => step.counted?.[0] ?? null);

describe('a counter that only grows', () => {
  it('[I100] counts what it grew by, and nothing at its first reading', () => {
    expect(counterSteps(every(100, 107, 107), rules)).toEqual([
      { from: start, to: start + 60, counted: [7], event: null },
      { from: start + 60, to: start + 120, counted: [0], event: null },
    ]);
    expect(counterSteps(every(100), rules)).toEqual([]);
  });

  it('[I100] is the same however often and in whatever order its readings come', () => {
    const readings = every(65_500, 65_530, 10, 40, 3, 9_999_999, 20, 26);
    const given = { ...rules, modulus: 65_536 };
    const expected = counterSteps(readings, given);
    expect(counterSteps([...readings, ...readings].toReversed(), given)).toEqual(expected);
    const shuffled = readings.toSorted((a, b) => ((a.values[0]! * 7919) % 101) - ((b.values[0]! * 7919) % 101));
    expect(counterSteps(shuffled, given)).toEqual(expected);
  });

  it('[I101] starts again at zero after a reset: what it shows then was counted since', () => {
    expect(counterSteps(every(500, 3), rules)).toMatchObject([{ counted: [3], event: 'reset' }]);
  });

  it('[I101] goes on through its largest value', () => {
    const given = { ...rules, modulus: 65_536 };
    expect(counterSteps(every(65_530, 4), given)).toMatchObject([{ counted: [10], event: 'wrap' }]);
    expect(counterSteps(every(30_000, 4), given)).toMatchObject([{ counted: [4], event: 'reset' }]);
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
      { counted: [3], event: null },
    ]);
  });

  it('begins and ends its steps on whole minutes, also when readings are a little early or late', () => {
    const readings = [0, 899, 1801, 2700.4].map((after, i) => ({ at: start + after, values: [10 * i] }));
    expect(counterSteps(readings, rules).map(({ from, to }) => [from - start, to - start])).toEqual([
      [0, 900],
      [900, 1800],
      [1800, 2700],
    ]);
  });

  it('takes the last of several readings of a minute', () => {
    const readings = [
      { at: start, values: [10] },
      { at: start + 65, values: [16] },
      { at: start + 50, values: [14] },
    ];
    expect(counted(readings)).toEqual([6]);
  });

  it('[I101] counts both directions together: a reset of one is a reset of the device', () => {
    const readings = [
      { at: start, values: [500, 490] },
      { at: start + 60, values: [510, 495] },
      { at: start + 120, values: [2, 500] },
    ];
    expect(counterSteps(readings, rules)).toMatchObject([
      { counted: [10, 5], event: null },
      { counted: [2, 500], event: 'reset' },
    ]);
  });
});

const plain = { counterReset: null, counterMode: 'cumulative', counterDirection: 'ins' } as const;
const always = { from: 0, to: Infinity, ...plain };
/** With settings of a zone in Berlin. */
const set = (...periods: Partial<CounterPeriod>[]) => ({
  ...rules,
  ...counterSchedule(
    periods.map((period) => ({ ...always, ...period })),
    zoneOf('Europe/Berlin'),
  ),
});
const at = (time: string, value: number): CounterReading => ({ at: Date.parse(time) / 1000, values: [value] });

describe('a counter with a daily reset', () => {
  const given = set({ counterReset: '03:00' });

  it.each([
    ['winter', '2026-01-10T01:50:00Z', '2026-01-10T02:10:00Z'],
    ['summer', '2026-07-10T00:50:00Z', '2026-07-10T01:10:00Z'],
    ['the day when clocks go forward', '2026-03-29T00:50:00Z', '2026-03-29T01:10:00Z'],
    ['the day when clocks go back', '2026-10-25T01:50:00Z', '2026-10-25T02:10:00Z'],
  ])('[R1172] counts from zero there, in %s', (_, before, after) => {
    expect(counted([at(before, 5), at(after, 20)], given)).toEqual([20]);
    expect(counted([at(before, 5), at(after, 20)])).toEqual([15]);
  });

  it('[R1172] counts up to it where a reading is of that very second, and after it from zero', () => {
    const until = [at('2026-01-10T01:45:00Z', 40), at('2026-01-10T02:00:00Z', 44), at('2026-01-10T02:15:00Z', 50)];
    expect(counted(until, given)).toEqual([4, 50]);
    const since = [at('2026-01-10T01:45:00Z', 40), at('2026-01-10T02:00:00Z', 0), at('2026-01-10T02:15:00Z', 50)];
    expect(counted(since, given)).toEqual([0, 50]);
  });

  it('[R1172] does not take what came after it for a return from a single wrong value', () => {
    const readings = [at('2026-01-10T01:55:00Z', 3), at('2026-01-10T02:05:00Z', 1), at('2026-01-10T02:15:00Z', 4)];
    expect(counted(readings, given)).toEqual([1, 3]);
  });

  it('[R1172] does not take what came before a reset of that second for where the counter would lead', () => {
    const readings = [
      at('2026-01-10T01:45:00Z', 40),
      at('2026-01-10T02:00:00Z', 44),
      at('2026-01-10T02:15:00Z', 3),
      at('2026-01-10T02:30:00Z', 50),
    ];
    expect(counted(readings, given)).toEqual([4, 3, 47]);
  });

  it('[R1172] resets only while the setting holds', () => {
    const from = Date.parse('2026-01-10T12:00:00Z') / 1000;
    const readings = [at('2026-01-10T01:55:00Z', 3), at('2026-01-10T02:05:00Z', 9), at('2026-01-11T02:05:00Z', 11)];
    expect(counted(readings, set({ counterReset: '03:00', from }))).toEqual([6, 11]);
    expect(counted(readings, set({ counterReset: '03:00', to: from }))).toEqual([9, 2]);
  });
});

describe('readings that show only what came since the one before', () => {
  const given = set({ counterMode: 'interval' });

  it('[R1173] count what each shows, the first one too, in any order and any number of times', () => {
    const readings = [at('2026-01-10T08:00:00Z', 7), at('2026-01-10T10:00:00Z', 0), at('2026-01-10T12:00:05Z', 7)];
    const expected = counterSteps(readings, given);
    expect(expected.map(({ counted: people }) => people)).toEqual([[7], [0], [7]]);
    expect(expected.map(({ from, to }) => to - from)).toEqual([60, 7200, 7200]);
    expect(counterSteps([...readings, ...readings].toReversed(), given)).toEqual(expected);
  });

  it('[R1173] add up within a minute, and reach back a day at most', () => {
    const readings = [at('2026-01-10T08:00:00Z', 7), at('2026-01-10T08:00:20Z', 2), at('2026-01-14T08:00:00Z', 5)];
    expect(counterSteps(readings, given).map(({ from, to, counted: people }) => [to - from, people])).toEqual([
      [60, [9]],
      [86_400, [5]],
    ]);
  });

  it('[R1173] count nothing that cannot be, and nothing between them and the first reading of a total', () => {
    expect(counted([at('2026-01-10T08:00:00Z', 601)], given)).toEqual([null]);
    const to = Date.parse('2026-01-10T09:00:00Z') / 1000;
    const readings = [at('2026-01-10T08:00:00Z', 7), at('2026-01-10T10:00:00Z', 500), at('2026-01-10T10:15:00Z', 503)];
    expect(counted(readings, set({ counterMode: 'interval', to }))).toEqual([7, null, 3]);
  });
});

it('[R1184] counts of one direction are outs while their zone says so', () => {
  const periods = [
    { ...always, to: start },
    { ...always, from: start, to: start + 60, counterDirection: 'outs' as const },
  ];
  const counts = [-60, -1, 0, 59, 60].map((after) => ({ at: start + after, ins: 7, outs: 0 }));
  expect(counts.map((each) => inDirection(each, periods).outs)).toEqual([0, 0, 7, 7, 0]);
  expect(inDirection(counts[2]!, periods)).toEqual({ at: start, ins: 0, outs: 7 });
  expect(inDirection(counts[2]!, undefined)).toEqual(counts[2]);
});

describe('a random counter', () => {
  const zone = zoneOf('Europe/Berlin');
  const modulus = 65_536;
  const people = fc.tuple(fc.nat(25), fc.nat(25));
  const aStep = fc.record({
    minutes: fc.oneof(fc.integer({ min: 2, max: 15 }), fc.integer({ min: 16, max: 1200 })),
    /** Seconds that the reading is early or late. */
    offset: fc.integer({ min: -20, max: 20 }),
    /** In each direction; those who come before a reset are lost with it. */
    before: people,
    after: people,
    isPowerCut: fc.boolean(),
    /** Reads in the very second of the scheduled reset, before or after it. */
    inSecondOfReset: fc.constantFrom('before', 'after', null),
  });
  const aDevice = fc.record({
    start: fc.constantFrom('2026-01-10T12:00:00Z', '2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z'),
    counterReset: fc.constantFrom(null, '03:00', '02:30'),
    first: fc.tuple(fc.nat(400), fc.integer({ min: 65_400, max: 65_535 })),
    steps: fc.array(aStep, { minLength: 1, maxLength: 30 }),
  });
  type Device = typeof aDevice extends fc.Arbitrary<infer Value> ? Value : never;

  /** When a device is set to zero, for some days from an instant on. */
  function resetsFrom(from: number, counterReset: string): number[] {
    const [hours, minutes] = counterReset.split(':').map(Number);
    const day = localDay(zone, from);
    return Array.from({ length: 30 }, (_, index) =>
      firstInstantAt(zone, (day + index) * 86_400 + 3600 * hours! + 60 * minutes!),
    );
  }

  /** What a device shows, and who was really counted between its readings as far as it can know. */
  function observed({ start: startsAt, counterReset, first, steps }: Device) {
    const startAt = Date.parse(startsAt) / 1000;
    const resets = counterReset === null ? [] : resetsFrom(startAt, counterReset);
    const readings: CounterReading[] = [{ at: startAt, values: first }];
    const truth: { from: number; to: number; counted: number[] }[] = [];
    let held: readonly number[] = first;
    for (const { minutes, offset, before, after, isPowerCut, inSecondOfReset } of steps) {
      const last = readings.at(-1)!;
      const [from, due] = [last.at, 60 * Math.round(last.at / 60) + 60 * minutes + offset];
      const reset = resets.find((each) => from < each && each <= due);
      const said = reset !== undefined && inSecondOfReset && reset - from >= 90 ? reset : due;
      const all = before.map((each, way) => each + after[way]!);
      const sum = held.map((each, way) => each + all[way]!);
      const isSet = last.values.some((value, way) => value !== held[way]);
      // Any other cut looks like a counter that grew or rolled over.
      const isSeen = !isSet && held[0]! > 150 && held.every((each) => each < 0.9 * modulus);
      let values = sum.map((each) => each % modulus);
      let counts: readonly number[] = all;
      held = values;
      if (reset === said) {
        const isBefore = inSecondOfReset === 'before' && sum.every((each) => each < modulus);
        held = [0, 0];
        if (!isBefore)
          [values, counts] = [
            [0, 0],
            [0, 0],
          ];
      } else if (reset !== undefined || (isPowerCut && isSeen)) {
        values = [...after];
        [held, counts] = [values, after];
      }
      readings.push({ at: said, values });
      truth.push({ from: 60 * Math.round(from / 60), to: 60 * Math.round(said / 60), counted: [...counts] });
    }
    return { readings, truth };
  }

  it('[I100] [I101] [R1172] counts everyone whom it can know of, through resets and its largest value, in any order', () => {
    const shuffled = aDevice.chain((device) => {
      const { readings, truth } = observed(device);
      const sent = fc.subarray(readings).chain((again) => {
        const all = [...readings, ...again];
        return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
      });
      return fc.record({ device: fc.constant(device), sent, truth: fc.constant(truth) });
    });
    fc.assert(
      fc.property(shuffled, ({ device: { counterReset }, sent, truth }) => {
        const given = { ...set(counterReset === null ? {} : { counterReset }), modulus };
        expect(counterSteps(sent, given).map(({ from, to, counted: each }) => ({ from, to, counted: each }))).toEqual(
          truth,
        );
      }),
      { numRuns: Number(process.env['ATRIUM_COUNTERS'] ?? 300) },
    );
  });
});
