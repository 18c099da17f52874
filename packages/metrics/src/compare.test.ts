import { describe, expect, it } from 'vitest';
import { compare } from './compare.ts';

const higherIsBetter = { lowerIsBetter: false };
const lowerIsBetter = { lowerIsBetter: true };

describe('a comparison', () => {
  it('[R289] where lower is better: up is danger, down is success', () => {
    expect(compare(112, 100, lowerIsBetter)).toMatchObject({ caret: 'up', tone: 'danger' });
    expect(compare(88, 100, lowerIsBetter)).toMatchObject({ caret: 'down', tone: 'success' });
  });

  it('[R290] otherwise: up is success, down is danger', () => {
    expect(compare(112, 100, higherIsBetter)).toMatchObject({ caret: 'up', tone: 'success' });
    expect(compare(88, 100, higherIsBetter)).toMatchObject({ caret: 'down', tone: 'danger' });
  });

  it('[R291] a difference above 0 gets a plus', () => {
    expect(compare(112, 100, higherIsBetter).text).toBe('+12%');
    expect(compare(87.5, 100, higherIsBetter).text).toBe('-12.5%');
    expect(compare(100, 100, higherIsBetter)).toEqual({ difference: 0, text: '0%', caret: null, tone: 'neutral' });
    expect(compare(0, 100, higherIsBetter).text).toBe('-100%');
  });

  it.each([
    [5, 0],
    [5, -1],
    [5, null],
    [5, undefined],
    [5, Number.NaN],
    [5, Number.POSITIVE_INFINITY],
    [null, 5],
    [undefined, 5],
    [Number.NaN, 5],
    [Number.NEGATIVE_INFINITY, 5],
  ])('[R292] of %s with %s is N/A', (target, comparison) => {
    expect(compare(target, comparison, higherIsBetter)).toEqual({
      difference: null,
      text: 'N/A',
      caret: null,
      tone: 'neutral',
    });
  });
});
