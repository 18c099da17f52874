import { expect, it } from 'vitest';
import { scaleOf } from './scale.ts';

it.each([
  { highest: 0, ticks: [0, 2, 4, 6, 8] },
  { highest: 1, ticks: [0, 1] },
  { highest: 3, ticks: [0, 1, 2, 3] },
  { highest: 97, ticks: [0, 20, 40, 60, 80, 100] },
  { highest: 130, ticks: [0, 30, 60, 90, 120, 150] },
  { highest: 1850, ticks: [0, 500, 1000, 1500, 2000] },
])('[R560] counts up to $highest get an axis from zero in round, whole steps', ({ highest, ticks }) => {
  expect(scaleOf([{ values: [null, highest] }, { values: [] }])).toEqual({ max: ticks.at(-1), ticks });
});

it('[R560] includes the highest value of all series', () => {
  expect(scaleOf([{ values: [4] }, { values: [null, 41] }]).max).toBe(50);
});
