import type { Column } from './column.ts';

export interface Sorting {
  column: string;
  direction: 'ascending' | 'descending';
}

/** First ascending, then descending, then the original order. */
export function toggleSorting<Row>(sorting: Sorting | null, { key }: Pick<Column<Row>, 'key'>): Sorting | null {
  if (sorting?.column !== key) return { column: key, direction: 'ascending' };
  return sorting.direction === 'ascending' ? { column: key, direction: 'descending' } : null;
}

/** Rows without a value stay at the end in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
): readonly Row[] {
  const column = columns.find(({ key }) => key === sorting?.column);
  if (!sorting || !column) return rows;
  const sign = sorting.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [column.value(one), column.value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)));
  });
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
