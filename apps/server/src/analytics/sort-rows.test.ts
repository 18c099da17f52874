import { describe, expect, it } from 'vitest';
import { picked, refuseUnknownColumns, sortedRows, sortKeysOf } from './sort-rows.ts';

const heads = ['Bern', 'Aachen'].map((name, i) => ({ entityId: String(i), name, timezone: 'UTC' }));
const columns = {
  length: 4,
  entity: Uint32Array.of(0, 1, 0, 1),
  start: Float64Array.of(0, 0, 60, 60),
  figures: { sumins: Float64Array.of(5, Number.NaN, 7, 5) },
  completeness: Float64Array.of(1, Number.NaN, 1, 0.5),
};
const order = (text: string, limit = 10) => [...sortedRows(columns, heads, sortKeysOf(text.split(',')).keys, limit)];

const check = (text: string) => () => refuseUnknownColumns(sortKeysOf([text]).keys, ['sumins']);

describe('[R766] the order of rows', () => {
  it('follows the columns, with missing values last in both directions', () => {
    expect(order('sumins')).toEqual([0, 3, 2, 1]);
    expect(order('-sumins')).toEqual([2, 0, 3, 1]);
    expect(order('-sumins,-recordDate')).toEqual([2, 3, 0, 1]);
    expect(order('name,-recordDate')).toEqual([3, 1, 2, 0]);
    expect(order('-name,completeness')).toEqual([0, 2, 3, 1]);
    expect(order('-sumins', 2)).toEqual([2, 0]);
  });

  it('by time alone needs no sorting', () => {
    expect(sortKeysOf(['-recordDate'])).toEqual({ keys: [], descending: true });
    expect(sortKeysOf(undefined)).toEqual({ keys: [], descending: false });
    expect(sortKeysOf(['-recordDate', 'name']).keys).toHaveLength(2);
  });

  it('takes whole rows along', () => {
    expect(picked(columns, Uint32Array.of(3, 0))).toEqual({
      length: 2,
      entity: Uint32Array.of(1, 0),
      start: Float64Array.of(60, 0),
      figures: { sumins: Float64Array.of(5, 5) },
      completeness: Float64Array.of(0.5, 1),
    });
  });

  it('refuses columns that the reply does not have', () => {
    expect(check('-sumouts')).toThrow(/^sumouts is not a column of this reply/);
    expect(check('-sumins')).not.toThrow();
  });
});
