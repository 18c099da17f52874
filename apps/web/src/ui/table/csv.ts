import type { Column } from './column.ts';

/** A file that spreadsheets open as it is meant: text that looks like a formula stays text. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const head = columns.map(({ header, unit }) => field(unit ? `${header} (${unit})` : header));
  const lines = rows.map((row) => columns.map((column) => field(fileValue(column, row))).join(','));
  return [head.join(','), ...lines].join('\r\n') + '\r\n';
}

export function downloadCsv<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  // The mark in front tells spreadsheets that this is UTF-8.
  const url = URL.createObjectURL(new Blob([`\uFEFF${toCsv(columns, rows)}`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.replace(/[^\p{L}\p{N}_]+/gu, '-').replace(/^-|-$/g, '')}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function fileValue<Row>({ value, inFile }: Column<Row>, row: Row): string | number | null {
  const bare = value(row);
  return typeof bare === 'number' && inFile ? inFile(bare) : bare;
}

function field(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
