import { describe, expect, it } from 'vitest';
import { arcPath, gaugeMax, shareOf } from './scale.ts';

describe('[R299] the scale of a gauge', () => {
  it.each([
    [null, 15],
    [undefined, 15],
    [Number.NaN, 15],
    [Number.POSITIVE_INFINITY, 15],
    [-40, 15],
    [0, 15],
    [14.9, 15],
    [15, 15],
    [15.1, 30],
    [30, 30],
    [31, 60],
    [60, 60],
    [61, 120],
    [480, 480],
    [481, 960],
    [15 * 2 ** 20, 15 * 2 ** 20],
    [15 * 2 ** 20 + 1, 15 * 2 ** 21],
  ])('of %s ends at %i', (value, max) => {
    expect(gaugeMax(value)).toBe(max);
  });

  it('is filled as far as the value goes, and no further than all of it', () => {
    expect(shareOf(15, 30)).toBe(0.5);
    expect(shareOf(90, 30)).toBe(1);
    expect(shareOf(-1, 30)).toBe(0);
    expect(shareOf(null, 30)).toBe(0);
  });

  it('is drawn clockwise from its start', () => {
    expect(arcPath(10, 0, 90)).toBe('M0 -10A10 10 0 0 1 10 0');
    expect(arcPath(10, -120, 120)).toContain('A10 10 0 1 1');
    expect(arcPath(10, 0, 0)).toBe('');
  });
});
