import { describe, expect, it } from 'vitest';
import { rememberedShapes, shapeOf, type Shape } from './shapes.ts';

describe('the shape of a series', () => {
  it.each([
    [60, 60, 0, 60],
    [15, 15, 0, 15],
    [60, 60, 30, 'mixed'],
    [15, 60, 0, 'mixed'],
    [45, 45, 0, 'mixed'],
    [300, 300, 0, 'mixed'],
  ] as const)('spans from %i to %i, off the beat by %i: %s', (shortest, longest, offBeat, shape) => {
    expect(shapeOf(shortest, longest, offBeat)).toBe(shape);
  });

  it('is remembered for a while, by organization', () => {
    let now = 0;
    const shapes = rememberedShapes(() => now);
    shapes.remember(
      1,
      new Map<number, Shape>([
        [7, 'mixed'],
        [8, 15],
        [9, 60],
      ]),
    );
    expect([...shapes.of(1, [7, 8, 9, 10])]).toEqual([
      [7, 'mixed'],
      [8, 15],
    ]);
    expect([...shapes.of(2, [7])]).toEqual([]);
    shapes.remember(1, new Map([[8, 60]]));
    expect([...shapes.of(1, [8])]).toEqual([[8, 'mixed']]);
    now = 3_600_000;
    expect([...shapes.of(1, [8])]).toEqual([]);
  });
});
