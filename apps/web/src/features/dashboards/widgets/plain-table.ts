import type { Written } from '../../../format/numbers.ts';
import type { Column } from '../../../ui/table/column.ts';
import { tableTexts } from './table-texts.ts';

/** Values by the key of their column. */
export type PlainRow = Readonly<Record<string, string | number | null | undefined>>;

/** What a card without a question shows, in numbers. */
export interface PlainTable {
  readonly columns: readonly Column<PlainRow>[];
  readonly rows: readonly PlainRow[];
}

export function textColumn(key: string, label: string, width = 150): Column<PlainRow> {
  return { key, label, kind: 'text', value: (row) => row[key] ?? null, width };
}

export function numberColumn(key: string, label: string, written: Written): Column<PlainRow> {
  return { ...written, key, label, kind: 'number', value: (row) => row[key] ?? null, width: 120 };
}

export const nameColumn: Column<PlainRow> = { ...textColumn('name', tableTexts.name, 170), isRowName: true };
/** An instant: grids write it, and files have it as it is. */
export const readingColumn: Column<PlainRow> = textColumn('lastReadingAt', tableTexts.lastReading, 190);
