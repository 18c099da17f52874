import type { ReactNode } from 'react';
import { type Column, writtenValue } from './column.ts';

/** How the cells of some columns look, by key; those of the others show only the written value. */
export type Cells<Row> = Readonly<Record<string, (row: Row) => ReactNode>>;

export function cellOf<Row>(column: Column<Row>, cells: Cells<Row> | undefined, row: Row): ReactNode {
  const cell = cells?.[column.key];
  return cell ? cell(row) : writtenValue(column, row);
}

/** What is only text may be cut where it is too long, and is then read by pointing at it. */
export function textOf(content: ReactNode): string | undefined {
  return typeof content === 'string' ? content : undefined;
}
