import { describe, expect, it } from 'vitest';
import { WATCHED_BUCKET } from './aggregate-sql.ts';
import { addParts, answerFrom, type ClassSums } from './answers.ts';

const part = (
  classes: ClassSums['classes'],
  rows: [of: number, bucket: number, ins: number, outs: number, got: number][],
) => ({
  classes,
  of: Uint16Array.from(rows, ([of]) => of),
  buckets: Uint32Array.from(rows, ([, bucket]) => bucket),
  ins: Float64Array.from(rows, ([, , ins]) => ins),
  outs: Float64Array.from(rows, ([, , , outs]) => outs),
  got: Float64Array.from(rows, ([, , , , got]) => got),
});

/** Everything separately, in the given order. */
const tallied = (parts: ClassSums[]) => {
  const places: [key: number, bucket: number][] = [];
  const [ins, outs, got] = [new Float64Array(10), new Float64Array(10), new Float64Array(10)];
  addParts(parts, { cellOf: (...place) => places.push(place) - 1, columns: { ins, outs, got } });
  return places.map((place, cell) => [...place, ins[cell], outs[cell], got[cell]]);
};

const table = (parts: ClassSums[]) => {
  const { keys, buckets, ins, outs, got } = answerFrom(parts);
  return Array.from(keys, (key, at) => [key, buckets[at], ins[at], outs[at], got[at]]);
};

const twoBuckets = (wIn: number) =>
  part(
    [{ key: 5, wIn, wOut: 1 }],
    [
      [0, 3, 2, 2, 60],
      [0, 1, 4, 4, 60],
    ],
  );

describe('an answer', () => {
  it('weights the sums, and leaves the received seconds unchanged', () => {
    const classes = [{ key: 3, wIn: 1.5, wOut: -1 }];
    expect(table([part(classes, [[0, 0, 10, 0, 60]])])).toEqual([[3, 0, 15, 0, 60]]);
  });

  it('leaves out rows that were only watched', () => {
    const classes = [
      { key: 1, wIn: 1, wOut: 1 },
      { key: 2, wIn: 1, wOut: 1 },
    ];
    const rows = part(classes, [
      [0, 4, 1, 1, 60],
      [0, WATCHED_BUCKET, 9, 9, 60],
      [1, 0, 2, 2, 60],
    ]);
    expect(table([rows])).toEqual([
      [1, 4, 1, 1, 60],
      [2, 0, 2, 2, 60],
    ]);
  });

  it('sorts the engine’s output, whatever its order', () => {
    const classes = [
      { key: 7, wIn: 1, wOut: 1 },
      { key: 5, wIn: 1, wOut: 1 },
    ];
    for (const far of [0, 1_000_000]) {
      const rows = part(classes, [
        [0, 3 + far, 1, 2, 60],
        [1, 9 + far, 3, 4, 60],
        [0, 0, 5, 6, 60],
        [1, 9 + far, 10, 10, 30],
      ]);
      expect(table([rows])).toEqual([
        [5, 9 + far, 13, 14, 90],
        [7, 0, 5, 6, 60],
        [7, 3 + far, 1, 2, 60],
      ]);
    }
  });

  it('is returned unsorted where no order is needed, unless its sums depend on it', () => {
    expect(tallied([twoBuckets(2)])).toEqual([
      [5, 3, 4, 2, 60],
      [5, 1, 8, 4, 60],
    ]);
    expect(tallied([twoBuckets(0.5)])).toEqual([
      [5, 1, 2, 4, 60],
      [5, 3, 1, 2, 60],
    ]);
  });

  it('sums equal keys and buckets across classes and portions, ordered by key and bucket', () => {
    const first = part(
      [
        { key: 1, wIn: 1, wOut: 1 },
        { key: 1, wIn: 2, wOut: 2 },
        { key: 4_000_000_000, wIn: 1, wOut: 1 },
      ],
      [
        [0, 2, 1, 1, 60],
        [1, 1, 1, 1, 60],
        [1, 2, 1, 1, 60],
        [2, 900_000, 1, 1, 60],
      ],
    );
    const second = part([{ key: 0, wIn: 1, wOut: 1 }], [[0, 7, 5, 5, 60]]);
    expect(table([first, second, second])).toEqual([
      [0, 7, 10, 10, 120],
      [1, 1, 2, 2, 60],
      [1, 2, 3, 3, 120],
      [4_000_000_000, 900_000, 1, 1, 60],
    ]);
  });
});
