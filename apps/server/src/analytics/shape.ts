import type { MetricName } from '@atrium/metrics/catalog';
import { completenessOf } from '@atrium/metrics/completeness';
import { fourDecimals } from '@atrium/metrics/precision';
import type { TrafficRow } from '@atrium/contract/data';
import type { Add } from '@atrium/facts/question';
import type { Entity } from '../registry/directory/resolve.ts';
import type { Frame, Window } from './window.ts';

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

/** What was counted, cell by cell. */
export interface Sums {
  readonly ins: Float64Array;
  readonly outs: Float64Array;
  readonly got: Float64Array;
}

/** Empty sums of a window, and how the facts add to them. */
export function sumsOf({ cells, cellOfKey, foldedCell }: Pick<Window, 'cells' | 'cellOfKey' | 'foldedCell'>): {
  sums: Sums;
  add: Add;
} {
  const [ins, outs, got] = [new Float64Array(cells), new Float64Array(cells), new Float64Array(cells)];
  const add: Add = (key, bucket, addIns, addOuts, addGot) => {
    const cell = foldedCell ? foldedCell(key, bucket) : cellOfKey[key]! + bucket;
    ins[cell]! += addIns;
    outs[cell]! += addOuts;
    got[cell]! += addGot;
  };
  return { sums: { ins, outs, got }, add };
}

/** Puts what the facts answered into the rows of the plan. Weighted sums are rounded only here, and not to whole people. */
export function shape({ start, due, rows: { length, entity, cell } }: Frame, sums: Sums): Columns {
  // Where the rows are the cells, their columns become those of the answer: a long one needs no second set of them.
  const columns = cell
    ? { length, entity, ...emptyColumns(length) }
    : { length, entity, start, ins: sums.ins, outs: sums.outs, completeness: due };
  for (let row = 0; row < length; row += 1) {
    const at = cell ? cell[row]! : row;
    const got = at < 0 ? 0 : sums.got[at]!;
    columns.start[row] = at < 0 ? Number.NaN : start[at]!;
    columns.completeness[row] = at < 0 ? Number.NaN : rounded(completenessOf(got, due[at]!));
    columns.ins[row] = got > 0 ? fourDecimals(sums.ins[at]!) : Number.NaN;
    columns.outs[row] = got > 0 ? fourDecimals(sums.outs[at]!) : Number.NaN;
  }
  return columns;
}

/** What begins a row: which entity it is of, and in a folded answer which weekday and hour. */
export type RowHead = Pick<Entity, 'entityId' | 'name' | 'timezone' | 'spansZones'> & {
  readonly weekday?: number;
  readonly hour?: number;
};

/** As the contract writes it. What spans time zones has none. */
export function headOf({ entityId, name, timezone, spansZones, weekday, hour }: RowHead) {
  return {
    ...(weekday !== undefined && { weekday }),
    ...(hour !== undefined && { hour }),
    entityId,
    name,
    timezone: spansZones ? null : timezone,
  };
}

function emptyColumns(length: number) {
  return {
    start: new Float64Array(length),
    ins: new Float64Array(length),
    outs: new Float64Array(length),
    completeness: new Float64Array(length),
  };
}

/** The rows as the contract writes them. */
export function rowsOf(columns: Columns, entities: readonly RowHead[], metrics: readonly MetricName[]): TrafficRow[] {
  return Array.from({ length: columns.length }, (_, row) => {
    return {
      ...headOf(entities[columns.entity[row]!]!),
      ...(metrics.includes('ins') && { sumins: orNull(columns.ins[row]!) }),
      ...(metrics.includes('outs') && { sumouts: orNull(columns.outs[row]!) }),
      completeness: orNull(columns.completeness[row]!),
    };
  });
}

/** Four places say more than enough, and keep long answers short. Rounded down: 0.99996 is not complete. */
function rounded(share: number | null): number {
  return share === null ? Number.NaN : Math.floor(share * 10_000) / 10_000;
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
