import { expect, it } from 'vitest';
import { acfOf } from './acf.ts';

it.each([
  [100, 100, 1],
  [2, 3, 0.6667],
  [0, 5, 0],
  [0, 0, null],
  [7, 0, null],
  [null, null, null],
])('%d in and %d out make an ACF of %s', (ins, outs, acf) => {
  expect(acfOf(ins, outs)).toBe(acf);
});
