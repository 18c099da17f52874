import type { ReactNode } from 'react';

/** What a table knows about one of its columns; both table shells and the CSV file are made from it. */
export interface Column<Row> {
  id: string;
  header: string;
  /** Shown in the header, not in every cell. */
  unit?: string;
  kind: 'text' | 'number';
  /** The bare value, for sorting and for the file. */
  value: (row: Row) => string | number | null;
  /** How a number is written on the screen; as it is when absent. */
  format?: (value: number | null) => string;
  /** How a number is written in the CSV file; unformatted when absent. */
  inFile?: (value: number) => number;
  /** How a cell looks; only the written value when absent. */
  cell?: (row: Row) => ReactNode;
  /** The name by which a server sorts the list. A list cannot be sorted by columns without one. */
  order?: string;
  /** Pixels it needs at least. */
  width: number;
  /** Takes no more than that. */
  narrow?: true;
  /** Hidden on narrower screens until someone asks for it. */
  from?: 'tablet' | 'desktop' | 'roomy' | 'wide';
  /** Holds buttons: neither in the file nor among the columns to choose. */
  isActions?: true;
  /** Names the row; always shown. */
  isRowName?: true;
}

export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.cell) return column.cell(row);
  const value = column.value(row);
  return column.format && typeof value !== 'string' ? column.format(value) : value;
}

/** What is only text may be cut where it is too long, and is then read by pointing at it. */
export function textOf(content: ReactNode): string | undefined {
  return typeof content === 'string' ? content : undefined;
}
