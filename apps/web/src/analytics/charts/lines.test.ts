import { expect, it } from 'vitest';
import { areaBetween, linesThrough } from './lines.ts';

const at = (x: number) => ({ x, y: x * 2 });
const above = (x: number) => ({ x, y: x * 2 - 1 });

it('[R560] leaves a gap open instead of joining over it or drawing a zero', () => {
  expect(linesThrough([at(1), at(2), null, at(4), at(5)])).toEqual({ path: 'M1,2L2,4M4,8L5,10', lonely: [] });
});

it('[R560] keeps a value between two gaps visible', () => {
  expect(linesThrough([at(1), null, at(3), null, at(5), at(6)])).toEqual({
    path: 'M5,10L6,12',
    lonely: [at(1), at(3)],
  });
  expect(linesThrough([null, null])).toEqual({ path: '', lonely: [] });
});

it('[R841] surrounds the points of a band, leaves gaps open and keeps a lonely one visible', () => {
  expect(areaBetween([at(1), at(2), null], [above(1), above(2), above(3)], 4)).toBe('M1,1L2,3L2,4L1,2Z');
  expect(areaBetween([null, at(5)], [above(3), above(5)], 4)).toBe('M3,9L7,9L7,10L3,10Z');
});
