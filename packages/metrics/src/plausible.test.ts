import { expect, it } from 'vitest';
import { isPlausible, maxCounted } from './plausible.ts';

it.each([
  ['people', 60, 600],
  ['people', 900, 9000],
  ['people', 0.5, 10],
  ['female', 15, 150],
  ['cart', 60, 300],
  ['group', 60, 300],
  ['bicycle', 60, 300],
  ['wheelchair', 60, 300],
  ['pram', 60, 300],
])('[I41] a line counts at most, of %s in %d seconds, %d in one direction', (measure, span, most) => {
  expect(maxCounted(measure, span)).toBe(most);
  expect(isPlausible({ measure, span, ins: most, outs: most })).toBe(true);
  expect(isPlausible({ measure, span, ins: 0, outs: most + 1 })).toBe(false);
});
