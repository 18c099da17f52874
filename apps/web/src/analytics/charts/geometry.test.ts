import { expect, it } from 'vitest';
import { bandOf, isNamed, labelEvery, margins, pointAt } from './geometry.ts';

const size = { width: 48 + 8 + 240, height: 200 };

it('finds the point whose band contains a position, and none outside the plot', () => {
  for (const index of [0, 7, 23]) {
    const { left, width } = bandOf(index, 24, size);
    expect(pointAt(left + 0.1, 24, size)).toBe(index);
    expect(pointAt(left + width - 0.1, 24, size)).toBe(index);
  }
  expect(pointAt(margins.left - 1, 24, size)).toBeNull();
  expect(pointAt(size.width - margins.right + 1, 24, size)).toBeNull();
});

it.each([
  [1200, 1],
  [900, 2],
  [390, 4],
  [320, 4],
  [120, 24],
])('at %i pixels a day of hours gets a label every %i', (width, every) => {
  expect(labelEvery(24, { width, height: 200 })).toBe(every);
});

it('names every day of a week of hours once, at its first hour, and fewer days where there is less room', () => {
  const labels = Array.from({ length: 7 * 24 }, (_, hour) => `Day ${Math.floor(hour / 24)}`);
  const namedAt = (width: number) => {
    const names = isNamed(labels, { width, height: 200 });
    return labels.flatMap((label, index) => (names(index) ? [`${label} at ${index}`] : []));
  };
  expect(namedAt(1200)).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => `Day ${day} at ${day * 24}`));
  expect(namedAt(300)).toEqual([0, 2, 4, 6].map((day) => `Day ${day} at ${day * 24}`));
});
