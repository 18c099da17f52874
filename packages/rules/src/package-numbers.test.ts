import { assert, constantFrom, integer, property, shuffledSubarray, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxGaps, type Packages, takePackage } from './package-numbers.ts';

const none: Packages = { track: undefined, gaps: [] };
/** Packages with a reading a minute, by number and minute. */
const taken = (arrived: readonly (readonly [number: number, minute: number | null])[], start = none) =>
  arrived.reduce<Packages>(
    (state, [number, minute]) =>
      takePackage(state, { number, at: minute && minute * 60, receivedAt: 9999 * 60, ranges: [] }),
    start,
  );
const missing = ({ gaps }: Packages) => gaps.map(({ first, last }) => (first === last ? first : `${first}-${last}`));
const inOrder = (...numbers: number[]) => numbers.map((number) => [number, number] as const);

describe('package numbers', () => {
  it('[R604] have a gap where one is left out, until it comes, in any order and any number of times', () => {
    const lost = taken(inOrder(5, 6, 9, 10, 14));
    expect(missing(lost)).toEqual(['7-8', '11-13']);
    expect(lost.gaps[0]).toMatchObject({ afterAt: 360, beforeAt: 540 });
    expect(missing(taken(inOrder(12), lost))).toEqual(['7-8', 11, 13]);
    expect(missing(taken(inOrder(12, 12, 8, 6, 7, 13, 10, 11), lost))).toEqual([]);
    expect(missing(taken(inOrder(3, 4), lost))).toEqual(['7-8', '11-13']);
  });

  it('[R604] keep the stored gap when its middle comes, and make one more', () => {
    const { track, gaps } = taken(inOrder(1, 9));
    const stored = { track, gaps: gaps.map((gap) => ({ ...gap, id: 'known' })) };
    expect(taken(inOrder(5), stored).gaps.map(({ id, first, last }) => [id, first, last])).toEqual([
      ['known', 2, 4],
      [undefined, 6, 8],
    ]);
  });

  it('[R604] begin again where newer readings have a lower number, or the numbers jump', () => {
    const restarted = taken([[1, 501]], taken(inOrder(499, 500)));
    expect(restarted).toMatchObject({ track: { last: 1, restarts: 1 }, gaps: [] });
    expect(missing(taken([[4, 504]], restarted))).toEqual(['2-3']);
    expect(taken([[900_000, 600]], restarted)).toMatchObject({ track: { last: 900_000, restarts: 2 }, gaps: [] });
    expect(taken([[7, null]], taken(inOrder(5000)))).toMatchObject({ track: { last: 7, restarts: 1 } });
    expect(taken([[4999, null]], taken(inOrder(5000)))).toMatchObject({ track: { last: 5000, restarts: 0 } });
  });

  it('[R604] put the oldest gaps together when there are too many', () => {
    const odd = taken(inOrder(...Array.from({ length: maxGaps + 2 }, (_, i) => 2 * i + 1)));
    expect(odd.gaps).toHaveLength(maxGaps);
    expect(missing(odd).slice(0, 2)).toEqual(['2-4', 6]);
  });
});

/** One package a minute: its number, and the minute that it ends. */
const minuteOf = (number: number, minute: number) => ({
  number,
  at: minute * 60,
  receivedAt: minute * 60 + 5,
  ranges: [[minute * 60 - 60, minute * 60] as const],
});
const all = Array.from({ length: 20 }, (_, i) => i + 1);
/** Packages 1 to 20 with those that got lost; the device was asked for all of them. */
const requestedWithout = (lost: ReadonlySet<number>): Packages => {
  const minutes = all.filter((number) => !lost.has(number));
  const { track, gaps } = minutes.reduce((state, minute) => takePackage(state, minuteOf(minute, minute)), none);
  return { track, gaps: gaps.map((gap, i) => ({ ...gap, id: `gap ${i}`, isRequested: true })) };
};
const shuffled = shuffledSubarray(all, { minLength: all.length });
const numbersFrom = constantFrom(0, 5, 21, 900);
const someLost = uniqueArray(integer({ min: 2, max: 19 }), { minLength: 1, maxLength: 12 });

describe('what a device sends again', () => {
  it('[R675] [I197] closes a gap when all of its minutes have come, under whatever numbers and in any order', () => {
    assert(
      property(someLost, shuffled, numbersFrom, (lost, order, firstNumber) => {
        const state = requestedWithout(new Set(lost));
        const again = order.map((minute, i) => minuteOf(firstNumber + i, minute));
        // Numbers that jump open a gap of their own.
        expect(again.reduce(takePackage, state).gaps.filter(({ isRequested }) => isRequested)).toEqual([]);
      }),
    );
  });

  it('[R675] [I197] leaves a gap as long as one of its minutes is missing, under whatever numbers', () => {
    assert(
      property(someLost, shuffled, numbersFrom, (lost, order, firstNumber) => {
        const state = requestedWithout(new Set(lost));
        const [never = 0] = lost;
        const again = order.filter((minute) => minute !== never).map((minute, i) => minuteOf(firstNumber + i, minute));
        const left = again.reduce(takePackage, state).gaps.filter(({ isRequested }) => isRequested);
        expect(left.map(({ first, last }) => first <= never && never <= last)).toEqual([true]);
      }),
    );
  });

  it('[R675] counts by its time only where the device was asked', () => {
    const { track, gaps } = requestedWithout(new Set([4, 5]));
    const unasked = { track, gaps: gaps.map((gap) => ({ ...gap, isRequested: false })) };
    const again = [minuteOf(21, 4), minuteOf(22, 5)];
    expect(missing(again.reduce(takePackage, unasked))).toEqual(['4-5']);
    expect(missing(again.reduce(takePackage, { track, gaps }))).toEqual([]);
  });

  it('[R675] does not fill a gap by a number whose minutes are others, but does where it has none', () => {
    const state = requestedWithout(new Set([4, 5, 6]));
    expect(missing([minuteOf(4, 3), minuteOf(5, 4), minuteOf(6, 7)].reduce(takePackage, state))).toEqual(['4-6']);
    const timeless = takePackage(state, { number: 5, at: null, receivedAt: 9_999, ranges: [] });
    expect(timeless.gaps.map(({ id, partOf, first, isRequested }) => [id, partOf, first, isRequested])).toEqual([
      ['gap 0', undefined, 4, true],
      [undefined, 'gap 0', 6, true],
    ]);
  });
});
