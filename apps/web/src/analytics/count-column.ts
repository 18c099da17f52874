import type { Column } from '../ui/table/column.ts';
import { count, wholeCount } from './format.ts';

/** A column of counts. Scaled zones count in fractions; on screens and in files a count is a whole number. */
export function countColumn<Row>(
  column: Omit<Column<Row>, 'kind' | 'inFile' | 'value'> & { value: (row: Row) => number | null },
): Column<Row> {
  return { cell: (row) => count(column.value(row)), ...column, kind: 'number', inFile: wholeCount };
}
