import { csvField, type CsvValue } from '@atrium/rules/csv-field';

/** Lines of a CSV file that spreadsheets open as intended: text that looks like a formula stays text. */
export function csvText(lines: readonly (readonly CsvValue[])[]): string {
  return lines.map((values) => `${values.map(csvField).join(',')}\r\n`).join('');
}
