import type { DataRow } from '@atrium/contract/data';
import type { AskedMetric } from '@atrium/metrics/catalog';
import { completenessOf } from '@atrium/metrics/completeness';
import { type Cells, evaluate, factColumn } from '@atrium/metrics/evaluate';
import { fourDecimals } from '@atrium/metrics/precision';
import { isOfGroups, isSmallGroup } from '@atrium/metrics/small-groups';
import type { SourceName } from '@atrium/metrics/sources';
import type { Estate } from '../registry/directory/estate.ts';
import type { EntityHead } from '../registry/directory/resolve.ts';
import { correctedTexts } from './corrected-rows.ts';
import type { Filled } from './fill.ts';
import type { RowDetails } from './row-details.ts';
import type { Frame, Rows } from './window.ts';

/** Rows of an answer as parallel columns. */
export interface Columns {
  readonly length: number;
  readonly entity: Uint32Array;
  /** Start of the bucket; NaN where the row has none. */
  readonly start: Float64Array;
  /** By their names in the reply; NaN where there is no value, because missing is not zero. */
  readonly figures: Readonly<Record<string, Float64Array>>;
  readonly completeness: Float64Array;
  /** Places in `correctedTexts`; undefined where nothing was corrected. */
  readonly corrected?: Uint8Array | undefined;
  /** Some values are missing because too few people are behind them. */
  readonly isWithheld?: boolean;
}

/**
 * Computes metrics from the facts, cell by cell, and puts them into the rows of the plan. Every value of an answer is computed
 * here, so this is where those of small groups are withheld.
 */
export function shape(
  { start, due, rows }: Frame,
  cells: Omit<Filled, 'isEstimated'>,
  metrics: readonly AskedMetric[],
  { withholdsSmallGroups }: Pick<Estate, 'withholdsSmallGroups'>,
): Columns {
  const computed = metrics.map((asked) => {
    const { metric, aggregation, column } = asked;
    const values = roundedOnce(evaluate(metric, aggregation, cells));
    const isWithheld = withholdsSmallGroups && isOfGroups(metric) && withhold(asked, cells, values);
    return { column, values: placed(values, rows), isWithheld };
  });
  return {
    length: rows.length,
    entity: rows.entity,
    start: placed(start, rows),
    figures: Object.fromEntries(computed.map(({ column, values }) => [column, values])),
    completeness: placed(completenessOfCells(cells.received, due), rows),
    ...(computed.some(({ isWithheld }) => isWithheld) && { isWithheld: true }),
  };
}

/** Removes the values of cells with few people; whether there are any. */
function withhold({ metric, aggregation }: AskedMetric, { columns }: Cells, values: Float64Array): boolean {
  const facts = metric.facts.map((fact) => columns[factColumn(fact, aggregation)]!);
  let isFound = false;
  for (let cell = 0; cell < values.length; cell += 1) {
    if (Number.isNaN(values[cell])) continue;
    const people = facts.reduce((sum, counted) => sum + counted[cell]!, 0);
    if (!isSmallGroup(people)) continue;
    values[cell] = Number.NaN;
    isFound = true;
  }
  return isFound;
}

/** Maps cell values to row values. Returns them unchanged where the rows are the cells. */
function placed(values: Float64Array, { length, cell }: Rows): Float64Array {
  if (!cell) return values;
  const column = new Float64Array(length);
  for (let row = 0; row < length; row += 1) {
    const at = cell[row]!;
    column[row] = at < 0 ? Number.NaN : values[at]!;
  }
  return column;
}

/** Weighted sums are rounded only here, and not to whole people. */
function roundedOnce(values: Float64Array): Float64Array {
  for (let cell = 0; cell < values.length; cell += 1) values[cell] = fourDecimals(values[cell]!);
  return values;
}

/** Four places are precise enough, and keep long answers short. Rounded down: 0.99996 is not complete. */
function completenessOfCells(got: Float64Array, due: Float64Array): Float64Array {
  const shares = new Float64Array(got.length);
  for (let cell = 0; cell < shares.length; cell += 1) {
    // The usual case, with up to tens of thousands.
    const isComplete = got[cell] === due[cell] && due[cell]! > 0;
    shares[cell] = isComplete ? 1 : rounded(completenessOf(got[cell]!, due[cell]!));
  }
  return shares;
}

/** The beginning of a row: its entity, and in a folded answer its weekday and hour. */
export type RowHead = Pick<EntityHead, 'entityId' | 'name' | 'timezone' | 'spansZones' | 'isJoined' | 'locationId'> & {
  readonly weekday?: number;
  readonly hour?: number;
  readonly details?: RowDetails;
};

/** As the contract defines it. */
export function headOf({ details, ...head }: RowHead) {
  return { ...plainHeadOf(head), ...details };
}

/** Without what `include` and `meta` add. Entities that span time zones have none. */
export function plainHeadOf({ entityId, name, timezone, spansZones, isJoined, weekday, hour }: RowHead) {
  return {
    ...(weekday !== undefined && { weekday }),
    ...(hour !== undefined && { hour }),
    entityId: isJoined ? null : entityId,
    name,
    timezone: spansZones ? null : timezone,
  };
}

/** The rows as the contract defines them, for the source of the columns. */
export function rowsOf<S extends SourceName>(columns: Columns, entities: readonly RowHead[]) {
  const { length, entity, completeness, corrected } = columns;
  const figures = Object.entries(columns.figures);
  return Array.from({ length }, (_, row) => ({
    ...headOf(entities[entity[row]!]!),
    ...Object.fromEntries(figures.map(([name, values]) => [name, orNull(values[row]!)])),
    completeness: orNull(completeness[row]!),
    ...(corrected?.[row] && { corrected: correctedTexts[corrected[row]] }),
  })) as DataRow<S>[];
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function rounded(share: number | null): number {
  return share === null ? Number.NaN : Math.floor(share * 10_000) / 10_000;
}
