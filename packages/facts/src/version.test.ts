import { describe, expect, it } from 'vitest';
import { packVer, ranks, unpackVer } from './version.ts';

describe('ver', () => {
  it('gives back what was packed, at both ends of each part', () => {
    for (const rank of ranks) {
      for (const seq of [0n, 1n, (1n << 53n) - 1n]) {
        for (const generation of [0, 255]) {
          expect(unpackVer(packVer({ rank, seq, generation }))).toEqual({ rank, seq, generation });
        }
      }
    }
  });

  it('orders by rank, then sequence, then generation', () => {
    const ascending = [
      packVer({ rank: 'partial', seq: 900n, generation: 9 }),
      packVer({ rank: 'final', seq: 5n, generation: 9 }),
      packVer({ rank: 'final', seq: 6n, generation: 1 }),
      packVer({ rank: 'final', seq: 6n, generation: 2 }),
      packVer({ rank: 'history', seq: 1n, generation: 0 }),
      packVer({ rank: 'manual', seq: 0n, generation: 0 }),
    ];
    expect(ascending.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ascending);
  });

  it('fits UInt64 and refuses what does not fit its bits', () => {
    expect(packVer({ rank: 'manual', seq: (1n << 53n) - 1n, generation: 255 })).toBeLessThan(1n << 64n);
    expect(() => packVer({ rank: 'final', seq: 1n << 53n, generation: 0 })).toThrow(RangeError);
    expect(() => packVer({ rank: 'final', seq: -1n, generation: 0 })).toThrow(RangeError);
    expect(() => packVer({ rank: 'final', seq: 1n, generation: 256 })).toThrow(RangeError);
    expect(() => unpackVer(5n)).toThrow(RangeError);
  });
});
