import { invalidField } from '../refusal.ts';
import type { Columns, RowHead } from './shape.ts';

/** One column of the order of an answer. */
export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

/** `-sumins,name`. */
export function namedKeys(order: readonly string[] = []): readonly SortKey[] {
  return order.map((text) => ({ column: text.replace(/^-/, ''), descending: text.startsWith('-') }));
}

/** By time alone is no sorting: rows are planned in that order. */
export function sortKeysOf(order: readonly string[] | undefined): {
  keys: readonly SortKey[];
  descending: boolean;
} {
  const keys = namedKeys(order);
  const [only, ...others] = keys;
  if (only?.column === 'recordDate' && others.length === 0) return { keys: [], descending: only.descending };
  return { keys, descending: false };
}

const headColumns = ['recordDate', 'weekday', 'hour', 'entityId', 'name', 'timezone', 'completeness'];

/** Refuses columns that the reply does not have. */
export function refuseUnknownColumns(keys: readonly SortKey[], figures: readonly string[]): void {
  const unknown = keys.find(({ column }) => !headColumns.includes(column) && !figures.includes(column));
  if (!unknown) return;
  const known = [...headColumns, ...figures].join(', ');
  throw invalidField('order', `${unknown.column} is not a column of this reply: ${known}.`);
}

/** The first rows in this order. Rows without a value come last, equal ones stay as they are. */
export function sortedRows(
  columns: Columns,
  heads: readonly RowHead[],
  keys: readonly SortKey[],
  limit: number,
): Uint32Array {
  const comparisons = keys.map(({ column, descending }) => {
    const compare = comparing(columns, heads, column);
    return (one: number, other: number) => compare(one, other, descending ? -1 : 1);
  });
  const rows = Uint32Array.from({ length: columns.length }, (_, row) => row);
  return rows
    .toSorted((one, other) => {
      for (const compare of comparisons) {
        const difference = compare(one, other);
        if (difference !== 0) return difference;
      }
      return one - other;
    })
    .slice(0, limit);
}

/** These rows of an answer, in this order. */
export function picked(columns: Columns, rows: Uint32Array): Columns {
  const pick = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]!);
  return {
    length: rows.length,
    entity: Uint32Array.from(rows, (row) => columns.entity[row]!),
    start: pick(columns.start),
    figures: Object.fromEntries(Object.entries(columns.figures).map(([name, values]) => [name, pick(values)])),
    completeness: pick(columns.completeness),
    corrected: columns.corrected && Uint8Array.from(rows, (row) => columns.corrected![row]!),
  };
}

type Comparing = (one: number, other: number, direction: 1 | -1) => number;

function comparing(columns: Columns, heads: readonly RowHead[], column: string): Comparing {
  const head = (row: number) => heads[columns.entity[row]!]!;
  if (column === 'name' || column === 'entityId' || column === 'timezone')
    return (one, other, direction) =>
      direction * (head(one)[column] ?? '').localeCompare(head(other)[column] ?? '', 'en');
  const valueOf = numbersOf(columns, head, column);
  return (one, other, direction) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
    return direction * (a - b);
  };
}

function numbersOf(columns: Columns, head: (row: number) => RowHead, column: string): (row: number) => number {
  if (column === 'weekday' || column === 'hour') return (row) => head(row)[column] ?? Number.NaN;
  const values = column === 'recordDate' ? columns.start : column === 'completeness' ? columns.completeness : undefined;
  const numbers = values ?? columns.figures[column]!;
  return (row) => numbers[row]!;
}
