import type { Zone } from '@atrium/calendar/zones';
import { headerName } from './csv-import.ts';
import type { CsvRecord } from './import-csv.ts';
import { readTime, shown } from './import-time.ts';

/** An amount of a location, as a row of a POS or labor file says it. */
export interface ImportedAmount {
  readonly locationId: string;
  readonly measure: 'sales' | 'items' | 'labor';
  /** Epoch seconds. */
  readonly at: number;
  readonly span: number;
  /** Empty where nobody is named. */
  readonly employeeId: string;
  readonly value: number;
  readonly n: number;
  readonly indivisible: boolean;
}

export interface RowProblem {
  readonly column: string;
  readonly message: string;
}

export type ReadRow<Row> = { readonly rows: readonly Row[] } | RowProblem;

export interface AmountContext {
  /** By the custom field `locationNumber`. */
  readonly locationOf: (
    number: string,
  ) => { readonly locationId: string; readonly zone: Zone } | 'unknown' | 'ambiguous';
  /** Decimal places of the organization's currency. */
  readonly decimals: number;
  /** Epoch seconds. */
  readonly now: number;
}

const posColumns = ['locationNumber', 'recordDate', 'netSales', 'itemCount', 'transactionCount'] as const;
const laborColumns = ['locationNumber', 'employeeId', 'shiftStart', 'shiftEnd'] as const;
const day = 86_400;

export type RowReader<Row> = (record: CsvRecord) => ReadRow<Row>;

/** How the rows below this header are read, or what is wrong with it. */
export function posReader(header: CsvRecord, context: AmountContext): RowReader<ImportedAmount> | RowProblem {
  const found = columnsOf(header, posColumns);
  if ('message' in found) return found;
  return ({ fields }) => {
    const value = (column: string) => (fields[found.get(column.toLowerCase()) ?? -1] ?? '').trim();
    const place = placeOf(value('locationNumber'), context);
    if ('message' in place) return place;
    const time = readTime(value('recordDate'), { zone: place.zone, isoOnly: true, latest: context.now + 2 * day });
    if (time.kind === 'problem') return { column: 'recordDate', message: time.message };
    const sales = decimal(value('netSales'), context.decimals);
    if (sales === undefined) return unreadable('netSales', value('netSales'));
    const items = count(value('itemCount'));
    if (items === undefined) return unreadable('itemCount', value('itemCount'));
    const transactions = count(value('transactionCount'));
    if (transactions === undefined) return unreadable('transactionCount', value('transactionCount'));
    const employeeId = value('employeeId');
    if (employeeId.length > maxEmployeeId) return tooLong;
    const indivisible = time.kind === 'day';
    const { locationId } = place;
    const shared = { locationId, at: time.at, span: indivisible ? time.seconds : 1, employeeId, indivisible };
    return {
      rows: [
        { ...shared, measure: 'sales', value: sales, n: transactions },
        { ...shared, measure: 'items', value: items, n: transactions },
      ],
    };
  };
}

export function laborReader(header: CsvRecord, context: AmountContext): RowReader<ImportedAmount> | RowProblem {
  const found = columnsOf(header, laborColumns);
  if ('message' in found) return found;
  return ({ fields }) => {
    const value = (column: string) => (fields[found.get(column.toLowerCase()) ?? -1] ?? '').trim();
    const place = placeOf(value('locationNumber'), context);
    if ('message' in place) return place;
    const employeeId = value('employeeId');
    if (employeeId === '') return { column: 'employeeId', message: 'is missing' };
    if (employeeId.length > maxEmployeeId) return tooLong;
    const reading = { zone: place.zone, isoOnly: true, latest: context.now + 400 * day };
    const start = readTime(value('shiftStart'), reading);
    if (start.kind === 'problem') return { column: 'shiftStart', message: start.message };
    const end = readTime(value('shiftEnd'), reading);
    if (end.kind === 'problem') return { column: 'shiftEnd', message: end.message };
    if (start.kind === 'day') return { column: 'shiftStart', message: 'needs a time, not only a date' };
    if (end.kind === 'day') return { column: 'shiftEnd', message: 'needs a time, not only a date' };
    const span = end.at - start.at;
    if (span <= 0) return { column: 'shiftEnd', message: 'must be after shiftStart' };
    if (span > day) return { column: 'shiftEnd', message: 'is more than 24 hours after shiftStart' };
    const { locationId } = place;
    return {
      rows: [{ locationId, measure: 'labor', at: start.at, span, employeeId, value: span, n: 1, indivisible: false }],
    };
  };
}

/** Where each column is, by its name in small letters. */
export function columnsOf(header: CsvRecord, required: readonly string[]): ReadonlyMap<string, number> | RowProblem {
  const found = new Map<string, number>();
  for (const [index, name] of header.fields.map((field) => headerName(field).toLowerCase()).entries()) {
    if (name !== '' && found.has(name)) return { column: name, message: `The column ${name} appears twice.` };
    found.set(name, index);
  }
  const missing = required.filter((name) => !found.has(name.toLowerCase()));
  const [first] = missing;
  if (first === undefined) return found;
  const columns = missing.length === 1 ? `The column ${first} is` : `The columns ${missing.join(', ')} are`;
  return { column: first, message: `${columns} missing. The file needs ${required.join(', ')}.` };
}

const maxEmployeeId = 100;
const tooLong = { column: 'employeeId', message: `is longer than ${maxEmployeeId} characters` };

function placeOf(number: string, { locationOf }: AmountContext) {
  const column = 'locationNumber';
  if (number === '') return { column, message: 'is missing' };
  const place = locationOf(number);
  if (place === 'unknown') return { column, message: `No location has the locationNumber ${shown(number)}` };
  if (place === 'ambiguous') return { column, message: `Several locations have the locationNumber ${shown(number)}` };
  return place;
}

function unreadable(column: string, text: string): RowProblem {
  return { column, message: text === '' ? 'is missing' : `is not a number: ${shown(text)}` };
}

/** In the smallest unit of the currency. Where it has fewer decimal places than the file, the value is rounded. */
function decimal(text: string, decimals: number): number | undefined {
  if (!/^[-+]?\d{1,10}(?:[.,]\d{1,6})?$/.test(text)) return undefined;
  const value = Number(text.replace(',', '.'));
  return Math.sign(value) * Math.round(Math.abs(value) * 10 ** decimals + 1e-6) + 0;
}

/** A whole number from zero on, also written as `18.00`. */
export function count(text: string): number | undefined {
  return /^\d{1,9}(?:[.,]0{1,4})?$/.test(text) ? Number.parseInt(text, 10) : undefined;
}
