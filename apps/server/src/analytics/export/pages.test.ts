import { describe, expect, it } from 'vitest';
import { createPageFiller, type EntityDays, joinedDays } from './pages.ts';

const filled = (limits: Parameters<typeof createPageFiller>[0], ...days: readonly EntityDays[]) => {
  const filler = createPageFiller(limits);
  days.every((each) => filler.add(each));
  return { blocks: filler.blocks, next: filler.next };
};
const of = (entityId: string, from: number, to: number): EntityDays => ({ entityId, from, to });

describe('a page', () => {
  it('[R788] asks about entities with the same days together', () => {
    expect(filled({ days: 100, range: 31, blocks: 9 }, of('a', 1, 9), of('b', 1, 9), of('b', 20, 20))).toEqual({
      blocks: [
        { entityIds: ['a', 'b'], from: 1, to: 9 },
        { entityIds: ['b'], from: 20, to: 20 },
      ],
      next: undefined,
    });
  });

  it('[R788] cuts long ranges at the same days, wherever they begin', () => {
    const { blocks } = filled({ days: 1000, range: 10, blocks: 99 }, of('a', 5, 24), of('b', 12, 24));
    expect(blocks).toEqual([
      { entityIds: ['a'], from: 5, to: 9 },
      { entityIds: ['a'], from: 10, to: 19 },
      { entityIds: ['a', 'b'], from: 20, to: 24 },
      { entityIds: ['b'], from: 12, to: 19 },
    ]);
  });

  it('[R788] ends within a range when it is full, and the next one begins there', () => {
    const limits = { days: 10, range: 31, blocks: 9 };
    expect(filled(limits, of('a', 1, 7), of('b', 1, 7))).toEqual({
      blocks: [
        { entityIds: ['a'], from: 1, to: 7 },
        { entityIds: ['b'], from: 1, to: 3 },
      ],
      next: { entityId: 'b', day: 4 },
    });
    expect(filled(limits, of('a', 1, 10), of('b', 1, 7)).next).toEqual({ entityId: 'b', day: 1 });
    expect(filled(limits, of('a', 1, 10)).next).toBeUndefined();
  });

  it('[R788] asks a bounded number of questions', () => {
    const { blocks, next } = filled(
      { days: 99, range: 31, blocks: 2 },
      of('a', 1, 1),
      of('a', 3, 3),
      of('b', 1, 1),
      of('b', 5, 5),
    );
    expect([blocks.length, next]).toEqual([2, { entityId: 'b', day: 5 }]);
  });
});

describe('joinedDays', () => {
  it('[R792] are in order, within bounds and without overlaps', () => {
    const ranges = [of('', 8, 9), of('', 1, 2), of('', 3, 3), of('', 2, 3), of('', 20, 99), of('', -5, -1)];
    expect(joinedDays(ranges, { from: 0, to: 30 })).toEqual([
      { from: 1, to: 3 },
      { from: 8, to: 9 },
      { from: 20, to: 30 },
    ]);
    expect(joinedDays(ranges, { from: 31, to: 30 })).toEqual([]);
  });
});
