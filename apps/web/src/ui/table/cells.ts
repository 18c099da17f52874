import type { ReactNode } from 'react';
import { type Column, writtenValue } from './column.ts';

/** The rendering of some columns' cells, by key; the others show only the formatted value. */
export type Cells<Row> = Readonly<Record<string, (row: Row) => ReactNode>>;

export function cellOf<Row>(column: Column<Row>, cells: Cells<Row> | undefined, row: Row): ReactNode {
  const cell = cells?.[column.key];
  return cell ? cell(row) : writtenValue(column, row);
}

/** Plain text may be truncated if it is too long, and is then shown on hover. */
export function textOf(content: ReactNode): string | undefined {
  return typeof content === 'string' ? content : undefined;
}
