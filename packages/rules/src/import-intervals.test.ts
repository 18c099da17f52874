import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalsOf } from './import-intervals.ts';

describe('[R685] the intervals of a file', () => {
  it('are taken once, and none reaches into another', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(60, 900, 3600),
        fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(5_000_000)), { maxLength: 300 }),
        (span, rows) => {
          const intervals = intervalsOf(span);
          const taken: [string, number][] = [];
          for (const [zone, at] of rows) {
            const isFree = !taken.some(([other, start]) => other === zone && Math.abs(start - at) < span);
            expect(intervals.take(zone, at)).toBe(isFree);
            if (isFree) taken.push([zone, at]);
          }
        },
      ),
    );
  });

  it('do not fill the memory: what was left long ago is forgotten', () => {
    const intervals = intervalsOf(60, 2);
    const page = 512 * 60;
    expect([0, page, 0, 2 * page, 2 * page, 0].map((at) => intervals.take('a', at))).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
    ]);
  });
});
