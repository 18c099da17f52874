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
  expect(scaleOf([{ values: [null, highest] }, { values: [] }])).toEqual({ min: 0, max: ticks.at(-1), ticks });
});

it('[R560] includes the highest value of all series', () => {
  expect(scaleOf([{ values: [4] }, { values: [null, 41] }]).max).toBe(50);
});

it.each([
  { what: 'shares', unit: 'fraction', values: [0.31], ticks: [0, 0.1, 0.2, 0.3, 0.4] },
  { what: 'refunds', unit: 'fraction', values: [-25, 60], ticks: [-40, -20, 0, 20, 40, 60] },
  { what: 'seconds', unit: 'time', values: [500], ticks: [0, 300, 600] },
  { what: 'no shares', unit: 'fraction', values: [null], ticks: [0, 0.3, 0.6, 0.9, 1.2] },
] as const)('[R828] [R1103] an axis of $what has round steps that include zero', ({ unit, values, ticks }) => {
  expect(scaleOf([{ values }], unit).ticks).toEqual(ticks);
});
