import { describe, expect, it } from 'vitest';
import { ringPath, slicesOf } from './slices.ts';
import { stacksOf } from './stacks.ts';

describe('stacked bars', () => {
  it('[R990] stand on those before them, and negative ones hang below zero', () => {
    const { bases, tops } = stacksOf([{ values: [1, 2, null] }, { values: [3, -4, 5] }, { values: [2, -1, null] }]);
    expect(bases).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [4, -4, 5],
    ]);
    expect(tops.map(({ values }) => [...values])).toEqual([
      [6, 2, 5],
      [undefined, -5],
    ]);
  });
});

describe('a pie', () => {
  it('[R990] has a slice for each value above zero', () => {
    expect(slicesOf([3, null, 0, -2, 1])).toEqual([
      { share: 0.75, from: 0, to: 0.75 },
      null,
      null,
      null,
      { share: 0.25, from: 0.75, to: 1 },
    ]);
    expect(slicesOf([0, null])).toEqual([null, null]);
  });

  it('[R990] draws a single value as the whole ring', () => {
    expect(ringPath({ share: 1, from: 0, to: 1 }, 10, 5).split('Z')).toHaveLength(3);
    expect(ringPath({ share: 0.25, from: 0, to: 0.25 }, 10, 5)).toBe(
      'M0.00,-10.00A10,10,0,0,1,10.00,-0.00L5.00,-0.00A5,5,0,0,0,0.00,-5.00Z',
    );
  });
});
