import type { MetricName } from '@atrium/metrics/catalogue';
import { completenessOf } from '@atrium/metrics/completeness';
import type { TrafficRow } from '@atrium/contract/data';
import type { Answer } from '@atrium/facts/question';
import type { Entity } from '../registry/directory/resolve.ts';
import type { Rows, Window } from './window.ts';

/** Rows of an answer as parallel columns; NaN where there is no value, because missing is not zero. */
export interface Columns {
  readonly length: number;
  readonly entity: Uint32Array;
  /** Start of the bucket. */
  readonly start: Float64Array;
  readonly ins: Float64Array;
  readonly outs: Float64Array;
  readonly completeness: Float64Array;
}

/** Puts what the facts answered into the rows of the plan. Weighted sums become whole people only here. */
export function shape({ window, rows }: { window: Window; rows: Rows }, answer: Answer): Columns {
  const sums = cells(window, answer);
  const { length, entity, cell } = rows;
  const columns = {
    length,
    entity,
    start: new Float64Array(length).fill(Number.NaN),
    ins: new Float64Array(length).fill(Number.NaN),
    outs: new Float64Array(length).fill(Number.NaN),
    completeness: new Float64Array(length).fill(Number.NaN),
  };
  for (let row = 0; row < length; row += 1) {
    const at = cell[row]!;
    if (at < 0) continue;
    const got = sums.got[at]!;
    columns.start[row] = window.start[at]!;
    columns.completeness[row] = rounded(completenessOf(got, window.due[at]!));
    if (got > 0) {
      columns.ins[row] = Math.round(sums.ins[at]!);
      columns.outs[row] = Math.round(sums.outs[at]!);
    }
  }
  return columns;
}

/** The rows as the contract writes them. */
export function rowsOf(columns: Columns, entities: readonly Entity[], metrics: readonly MetricName[]): TrafficRow[] {
  return Array.from({ length: columns.length }, (_, row) => {
    const { entityId, name, timezone } = entities[columns.entity[row]!]!;
    return {
      entityId,
      name,
      timezone,
      ...(metrics.includes('ins') && { sumins: orNull(columns.ins[row]!) }),
      ...(metrics.includes('outs') && { sumouts: orNull(columns.outs[row]!) }),
      completeness: orNull(columns.completeness[row]!),
    };
  });
}

function cells({ due, cellOfKey }: Window, { keys, buckets, ins, outs, got }: Answer) {
  const sums = {
    ins: new Float64Array(due.length),
    outs: new Float64Array(due.length),
    got: new Float64Array(due.length),
  };
  for (let i = 0; i < keys.length; i += 1) {
    const cell = cellOfKey[keys[i]!]! + buckets[i]!;
    sums.ins[cell]! += ins[i]!;
    sums.outs[cell]! += outs[i]!;
    sums.got[cell]! += got[i]!;
  }
  return sums;
}

/** Four places say more than enough, and keep long answers short. Rounded down: 0.99996 is not complete. */
function rounded(share: number | null): number {
  return share === null ? Number.NaN : Math.floor(share * 10_000) / 10_000;
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
