import { describe, expect, it } from 'vitest';
import { fillColor, fillOf } from './fill.ts';

describe('how full a card shows a space', () => {
  it.each([
    [0, 0, 120],
    [5, 0, 115],
    [6, 5, 114],
    [60, 50, 60],
    [119, 95, 1],
    [120, 100, 0],
    [150, 100, 0],
  ])('[R993] %i people of 120: class %i, %i free', (occupancy, step, remaining) => {
    expect(fillOf({ occupancy, maxCapacity: 120 })).toMatchObject({ step, remaining });
  });

  it('has no class without a capacity, nor before anything is known', () => {
    expect(fillOf({ occupancy: 12, maxCapacity: null })).toMatchObject({
      occupancy: 12,
      step: undefined,
      remaining: null,
    });
    expect(fillOf({ maxCapacity: 50 })).toMatchObject({ occupancy: null, percent: null, step: undefined });
  });

  it('has another color in every step beyond half', () => {
    const steps = Array.from({ length: 11 }, (_, index) => fillColor(50 + index * 5));
    expect(new Set(steps).size).toBe(11);
    expect(fillColor(0)).toBe(fillColor(50));
  });
});
