import { describe, expect, it } from 'vitest';
import { maxGaps, type Packages, takePackage } from './package-numbers.ts';

const none: Packages = { track: undefined, gaps: [] };
/** Packages with a reading a minute, by number and minute. */
const taken = (arrived: readonly (readonly [number: number, minute: number | null])[], start = none) =>
  arrived.reduce<Packages>(
    (state, [number, minute]) => takePackage(state, { number, at: minute && minute * 60, receivedAt: 9999 * 60, ranges: [] }),
    start,
  );
const missing = ({ gaps }: Packages) => gaps.map(({ first, last }) => (first === last ? first : `${first}-${last}`));
const inOrder = (...numbers: number[]) => numbers.map((number) => [number, number] as const);

describe('package numbers', () => {
  it('[R604] have a gap where one is left out, until it comes, in any order and any number of times', () => {
    const lost = taken(inOrder(5, 6, 9, 10, 14));
    expect(missing(lost)).toEqual(['7-8', '11-13']);
    expect(lost.gaps[0]).toMatchObject({ afterAt: 360, beforeAt: 540 });
    expect(missing(taken(inOrder(12), lost))).toEqual(['7-8', 11, 13]);
    expect(missing(taken(inOrder(12, 12, 8, 6, 7, 13, 10, 11), lost))).toEqual([]);
    expect(missing(taken(inOrder(3, 4), lost))).toEqual(['7-8', '11-13']);
  });

  it('[R604] keep the stored gap when its middle comes, and make one more', () => {
    const { track, gaps } = taken(inOrder(1, 9));
    const stored = { track, gaps: gaps.map((gap) => ({ ...gap, id: 'known' })) };
    expect(taken(inOrder(5), stored).gaps.map(({ id, first, last }) => [id, first, last])).toEqual([
      ['known', 2, 4],
      [undefined, 6, 8],
    ]);
  });

  it('[R604] begin again where newer readings have a lower number, or the numbers jump', () => {
    const restarted = taken([[1, 501]], taken(inOrder(499, 500)));
    expect(restarted).toMatchObject({ track: { last: 1, restarts: 1 }, gaps: [] });
    expect(missing(taken([[4, 504]], restarted))).toEqual(['2-3']);
    expect(taken([[900_000, 600]], restarted)).toMatchObject({ track: { last: 900_000, restarts: 2 }, gaps: [] });
    expect(taken([[7, null]], taken(inOrder(5000)))).toMatchObject({ track: { last: 7, restarts: 1 } });
    expect(taken([[4999, null]], taken(inOrder(5000)))).toMatchObject({ track: { last: 5000, restarts: 0 } });
  });

  it('[R604] put the oldest gaps together when there are too many', () => {
    const odd = taken(inOrder(...Array.from({ length: maxGaps + 2 }, (_, i) => 2 * i + 1)));
    expect(odd.gaps).toHaveLength(maxGaps);
    expect(missing(odd).slice(0, 2)).toEqual(['2-4', 6]);
  });
});
