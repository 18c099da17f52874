import { byteOrderMark, saveFile } from '../save-file.ts';
import type { Column } from './column.ts';
import { csvText } from './csv-text.ts';

export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const head = columns.map(({ label, unit }) => (unit ? `${label} (${unit})` : label));
  return csvText([head, ...rows.map((row) => columns.map((column) => fileValue(column, row)))]);
}

export function downloadCsv<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  saveFile(name, 'csv', new Blob([byteOrderMark, toCsv(columns, rows)], { type: 'text/csv;charset=utf-8' }));
}

function fileValue<Row>({ value, inFile }: Column<Row>, row: Row): string | number | null {
  const bare = value(row);
  return typeof bare === 'number' && inFile ? inFile(bare) : bare;
}
