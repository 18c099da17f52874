import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completenessOf, completenessText, dueByBucket, expectedUntil } from './completeness.ts';

const forever = Number.MAX_SAFE_INTEGER;

describe('[T12] expected data', () => {
  it('excludes a minute until it is over and had a minute to arrive', () => {
    expect([600, 659, 660].map(expectedUntil)).toEqual([540, 540, 600]);
  });

  it.each([
    ['a series over the whole window', [{ from: 0, to: forever }], 1000, [100, 100, 200]],
    [
      'two series',
      [
        { from: 0, to: forever },
        { from: 0, to: forever },
      ],
      1000,
      [200, 200, 400],
    ],
    ['a series that begins inside', [{ from: 150, to: forever }], 1000, [0, 50, 200]],
    ['a series that ends inside', [{ from: 0, to: 150 }], 1000, [100, 50, 0]],
    ['nothing beyond now', [{ from: 0, to: forever }], 230, [100, 100, 30]],
    ['nothing before anything began', [{ from: 500, to: forever }], 1000, [0, 0, 0]],
    ['no series at all', [], 1000, [0, 0, 0]],
  ])('%s', (_, expectations, now, due) => {
    expect([...dueByBucket(expectations, [0, 100, 200, 400], now)]).toEqual(due);
  });

  it('is the same in one bucket as in many', () => {
    const stretch = fc.tuple(fc.integer({ min: -50, max: 500 }), fc.integer({ min: 0, max: 600 }));
    fc.assert(
      fc.property(
        fc.array(
          stretch.map(([from, length]) => ({ from, to: from + length })),
          { maxLength: 20 },
        ),
        fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 2, maxLength: 30 }),
        fc.integer({ min: -10, max: 600 }),
        (expectations, cuts, now) => {
          const edges = cuts.toSorted((a, b) => a - b);
          const parts = dueByBucket(expectations, edges, now).reduce((sum, part) => sum + part, 0);
          expect([...dueByBucket(expectations, [edges[0]!, edges.at(-1)!], now)]).toEqual([parts]);
        },
      ),
      { seed: 60, numRuns: 500 },
    );
  });
});

describe('completeness', () => {
  it('[I31] is received over expected, and null where nothing was due', () => {
    expect(completenessOf(82, 100)).toBe(0.82);
    expect(completenessOf(120, 100)).toBe(1);
    expect(completenessOf(0, 100)).toBe(0);
    expect(completenessOf(0, 0)).toBeNull();
  });

  it('never rounds up to 100% in texts', () => {
    expect(completenessText(0.997)).toBe('built from 99% of expected minutes');
    expect(completenessText(1)).toBe('built from 100% of expected minutes');
    expect(completenessText(null)).toBe('no readings expected');
  });
});
