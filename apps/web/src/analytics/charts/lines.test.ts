import { expect, it } from 'vitest';
import { linesThrough } from './lines.ts';

const at = (x: number) => ({ x, y: x * 2 });

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
