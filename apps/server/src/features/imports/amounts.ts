import { type AmountContext, type ImportedAmount, laborReader, posReader } from '@atrium/rules/import-rows';
import type { Transaction } from '../../registry/registry.ts';
import {
  amountSeries,
  employeeNumbers,
  type Entry,
  keyOf,
  maxN,
  maxValue,
  saveEntries,
  type Saving,
} from './amount-store.ts';
import type { RowKind, Written } from './read-file.ts';

export type AmountTuple = readonly [number, number, number, number, number, number, number, number];
export type AddAmounts = (tx: Transaction, orgId: string, rows: readonly AmountTuple[]) => Promise<number>;

export interface AmountImport extends Omit<Saving, 'adds'> {
  readonly type: 'pos' | 'labor';
  readonly context: AmountContext;
  readonly add: AddAmounts;
  /** Only rows that start in `[from, to)`, epoch seconds, where an undo restores what was there. */
  readonly within?: { readonly from: number; readonly to: number };
}

/** Sales add up within a file and replace those of earlier files; the last row about a shift holds. */
export function amountRows({ type, context, add, within, ...saving }: AmountImport): RowKind<ImportedAmount> {
  const adds = type === 'pos';
  return {
    chunkRows: 10_000,
    reader: (header) => (adds ? posReader(header, context) : laborReader(header, context)),
    async write(tx, all): Promise<Written> {
      const rows = within ? all.filter(({ at }) => at >= within.from && at < within.to) : all;
      if (rows.length === 0) return {};
      const entries = await entriesOf(tx, saving.orgId, rows, adds);
      const { written, gone } = await saveEntries(tx, entries, { ...saving, adds });
      const span = { from: min(rows.map(({ at }) => at)), to: max(rows.map(({ at, span: length }) => at + length)) };
      if (written.length + gone.length === 0) return within ? {} : span;
      const seq = await add(tx, saving.orgId, [
        ...gone.map((each) => tuple(each, 1)),
        ...written.map((each) => tuple(each)),
      ]);
      return within ? { seq } : { seq, ...span };
    },
  };
}

/** One entry for each key, in the order of the keys: two transactions then never wait for each other in a circle. */
async function entriesOf(
  tx: Transaction,
  orgId: string,
  rows: readonly ImportedAmount[],
  adds: boolean,
): Promise<Entry[]> {
  const series = await amountSeries(tx, orgId, rows);
  const employees = await employeeNumbers(
    tx,
    orgId,
    rows.map(({ employeeId }) => employeeId),
  );
  const entries = new Map<string, Entry>();
  for (const { locationId, measure, employeeId, at, span, value, n, indivisible } of rows) {
    const employee = employees.get(employeeId)!;
    const entry = { series: series.get(`${locationId} ${measure}`)!, at, span, employee, value, n, indivisible };
    const key = keyOf(entry);
    const known = entries.get(key);
    entries.set(
      key,
      adds && known ? { ...entry, value: bounded(known.value + value), n: Math.min(maxN, known.n + n) } : entry,
    );
  }
  return [...entries.values()].toSorted((a, b) => a.series - b.series || a.at - b.at || a.employee - b.employee);
}

export function tuple({ series, at, span, employee, value, n, indivisible }: Entry, gone = 0): AmountTuple {
  return [series, at, span, employee, value, n, indivisible ? 1 : 0, gone];
}

function bounded(value: number): number {
  return Math.max(-maxValue, Math.min(maxValue, value));
}

function min(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}

function max(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}
