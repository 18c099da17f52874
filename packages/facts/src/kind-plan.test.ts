import { describe, expect, it } from 'vitest';
import { cellsFrom } from './kind-cells.ts';
import { portionsOf } from './kind-plan.ts';

describe('a question too long for one statement', () => {
  it('is divided by keys, and never within one', () => {
    const members = Array.from({ length: 12_000 }, (_, at) => ({
      series: at,
      from: 0,
      to: 9e9,
      key: at % 5 ? at % 5 : at,
    }));
    const portions = portionsOf([{ edges: [0, 60], members }]);
    const keys = portions.map(({ slices }) => new Set(slices.flatMap((slice) => slice.members.map(({ key }) => key))));
    const sizes = portions.map(({ slices }) => slices.reduce((sum, slice) => sum + slice.members.length, 0));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(members.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4000);
    expect(keys.reduce((sum, { size }) => sum + size, 0)).toBe(new Set(members.map(({ key }) => key)).size);
  });

  it('is divided between buckets where it has very many opening hours', () => {
    const open = Array.from({ length: 20_000 }, (_, at) => ({ from: at * 3600, to: at * 3600 + 1800 }));
    const edges = Array.from({ length: 101 }, (_, at) => at * 200 * 3600);
    const members = [{ series: 1, from: 0, to: 9e9, key: 0 }];
    const portions = portionsOf([
      { edges, open, members },
      { edges: edges.slice(0, 3), members },
    ]);
    expect(portions.map(({ firstBucket }) => firstBucket)).toEqual([0, 40, 80]);
    expect(portions.map(({ slices }) => slices.map((slice) => slice.open?.length))).toEqual([
      [8000, undefined],
      [8000],
      [4000],
    ]);
    expect(portions.flatMap(({ slices }) => slices[0]!.edges.slice(1))).toEqual(edges.slice(1));
  });

  it('is put together again in order, with what some statements do not know as not a number', () => {
    const part = { keys: [3, 9], firstBucket: 0 };
    const cells = cellsFrom(
      ['a', 'b'],
      [
        { ...part, of: Uint16Array.of(0, 1), buckets: Uint32Array.of(2, 0), columns: { a: Float64Array.of(1, 2) } },
        {
          ...part,
          of: Uint16Array.of(0),
          buckets: Uint32Array.of(0),
          firstBucket: 5,
          columns: { a: Float64Array.of(3) },
        },
        { ...part, of: Uint16Array.of(1), buckets: Uint32Array.of(0), columns: { b: Float64Array.of(4) } },
      ],
    );
    expect(cells).toEqual({
      keys: Uint32Array.of(3, 3, 9),
      buckets: Uint32Array.of(2, 5, 0),
      a: Float64Array.of(1, 3, 2),
      b: Float64Array.of(Number.NaN, Number.NaN, 4),
    });
  });
});
