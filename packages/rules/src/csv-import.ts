import Papa from 'papaparse';

/** The largest file the CSV import accepts. */
export const maximumCsvBytes = 40_960;

export const csvTexts = {
  tooLarge: 'CSV file is too large. Try a file less than 40Kb',
  empty: 'No data found in CSV file. Please check the file and formatting and try again',
  unreadable: 'Unable to parse CSV file. Please check the formatting and try again',
} as const;

export interface CsvTable {
  /** Header names as `headerName` leaves them. */
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}
export type CsvRow = Readonly<Record<string, string>>;

export type CsvReading = { readonly table: CsvTable } | { readonly problem: string };

/** Header names keep only letters, digits and underscores. */
export function headerName(header: string): string {
  return header.replace(/[^A-Za-z0-9_]/g, '');
}

/** The rows of a file under its header, or a problem of the whole file. */
export function readCsv(bytes: Uint8Array, maximumBytes = maximumCsvBytes): CsvReading {
  if (bytes.byteLength > maximumBytes) return { problem: csvTexts.tooLarge };
  const text = decode(bytes);
  if (text === undefined) return { problem: csvTexts.unreadable };
  const { data: lines, errors } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  // A file of one column has no delimiter to detect, which is not an error.
  if (errors.some(({ type }) => type !== 'Delimiter')) return { problem: csvTexts.unreadable };
  const [header = [], ...rows] = lines;
  if (rows.length === 0) return { problem: csvTexts.empty };
  const columns = header.map(headerName);
  const isAmbiguous = columns.includes('') || new Set(columns).size < columns.length;
  if (isAmbiguous || rows.some((row) => row.length > columns.length)) return { problem: csvTexts.unreadable };
  return { table: { columns, rows: rows.map((row) => byName(columns, row)) } };
}

function byName(columns: readonly string[], row: readonly string[]): CsvRow {
  return Object.fromEntries(columns.map((column, index) => [column, (row[index] ?? '').trim()]));
}

/** Undefined if it is not text. */
function decode(bytes: Uint8Array): string | undefined {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return /[^\P{Cc}\t\r\n]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
