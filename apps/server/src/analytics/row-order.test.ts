import { describe, expect, it } from 'vitest';
import { countRows, orderRows, type Lane } from './row-order.ts';

const rows = (lanes: Lane[], descending = false, most = 50_400) => {
  const { length, entity, bucket } = orderRows(lanes, descending, most);
  return Array.from({ length }, (_, i) => `${entity[i]}:${bucket[i]}`).join(' ');
};

const east: Lane = { entities: [0, 2], starts: [0, 60, 120], buckets: 3 };
const west: Lane = { entities: [1], starts: [60, 120, 180], buckets: 3 };

describe('the order of rows', () => {
  it('goes by the start of the bucket, then by the requested order of entities, across time zones', () => {
    expect(rows([east, west])).toBe('0:0 2:0 0:1 1:0 2:1 0:2 1:1 2:2 1:2');
    expect(rows([east, west], true)).toBe('1:2 0:2 1:1 2:2 0:1 1:0 2:1 0:0 2:0');
  });

  it('[R344] stops in the middle of a bucket when the limit says so', () => {
    expect(rows([east, west], false, 4)).toBe('0:0 2:0 0:1 1:0');
    expect(rows([east, west], true, 1)).toBe('1:2');
  });

  it('places zero-length buckets, which begin with the next one', () => {
    expect(rows([{ entities: [0], starts: [0, 60, 60], buckets: 3 }])).toBe('0:0 0:1 0:2');
  });

  it('has nothing to place without entities or buckets', () => {
    expect(rows([])).toBe('');
    expect(
      rows([
        { ...east, buckets: 0 },
        { ...west, entities: [] },
      ]),
    ).toBe('');
    expect(countRows([east, west])).toBe(9);
  });
});
