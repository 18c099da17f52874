import type { CountPreview } from '@atrium/contract/imports';
import { zoneOf, toLocal } from '@atrium/calendar/zones';
import { countReader, type CountColumns, type ImportedCount } from '@atrium/rules/import-counts';
import { CsvProblem, openCsv, type CsvRecord } from '@atrium/rules/import-csv';
import { type ImportMessage, importTexts, maxImportMessages } from '@atrium/rules/import-file';
import type { RowReader } from '@atrium/rules/import-rows';
import { setImmediate } from 'node:timers/promises';
import { createFairShares } from '../../fair-shares.ts';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Scope } from '../../scope.ts';
import { zonesIn } from './zones.ts';

export type PreviewCounts = (
  scope: Scope,
  text: string,
  columns: CountColumns,
  signal: AbortSignal,
) => Promise<CountPreview>;

const shownRows = 20;

/** Reads the beginning of a file as an import would, and keeps nothing. */
export function createPreview(directory: Directory, clock: () => Date): PreviewCounts {
  const inTurn = createFairShares({
    atOnce: 1,
    perKey: 1,
    waitingPerKey: 4,
    waiting: 32,
    message: 'Too many files are being previewed. Try again in a moment.',
  });
  return (scope, text, columns, signal) =>
    inTurn.run(
      scope.orgId,
      async () => {
        const zones = zonesIn(await directory.estate(scope.orgId));
        return previewOf(text, columns, zones, clock().getTime() / 1000);
      },
      signal,
    );
}

/** Other requests come between the parts of a long text. */
async function previewOf(
  text: string,
  columns: CountColumns,
  zones: ReturnType<typeof zonesIn>,
  now: number,
): Promise<CountPreview> {
  const messages: ImportMessage[] = [];
  const note = (line: number, column: string, message: string) => {
    if (messages.length < maxImportMessages) messages.push({ line, column, message });
  };
  const found = { rowCount: 0, errorCount: 0, rows: [] as CountPreview['rows'] };
  const totals = new Map<string, CountPreview['totals'][number]>();
  let header: CsvRecord | undefined;
  let reader: RowReader<ImportedCount> | undefined;
  for await (const records of recordsIn(text, (message) => note(0, '', message))) {
    for (const record of records) {
      if (!header || !reader) {
        header = record;
        const opened = countReader(header, columns, { zoneOf: zones.find, now });
        if ('message' in opened) {
          note(header.line, opened.column, opened.message);
          return { header: [...header.fields], ...found, messages, totals: [] };
        }
        reader = opened;
        continue;
      }
      found.rowCount += 1;
      const [row, problem] = rowOf(reader, record);
      if (!row) {
        found.errorCount += 1;
        note(record.line, problem.column, problem.message);
        continue;
      }
      const { name, timezone } = zones.details(row.zoneId);
      const local = localText(row.at, columns.timezone ?? timezone);
      const { zoneId, ins, outs } = row;
      if (found.rows.length < shownRows) {
        const at = new Date(row.at * 1000).toISOString();
        found.rows.push({ line: record.line, zoneId, zoneName: name, at, localTime: local, ins, outs });
      }
      const month = local.slice(0, 7);
      const known = totals.get(`${zoneId} ${month}`);
      if (known) {
        known.ins += ins;
        known.outs += outs;
        known.rowCount += 1;
      } else totals.set(`${zoneId} ${month}`, { zoneId, zoneName: name, month, ins, outs, rowCount: 1 });
    }
  }
  if (!header) {
    note(0, '', importTexts.empty);
    return { header: [], ...found, messages, totals: [] };
  }
  const sorted = [...totals.values()].toSorted(
    (a, b) => a.zoneName.localeCompare(b.zoneName) || a.month.localeCompare(b.month),
  );
  return { header: [...header.fields], ...found, messages, totals: sorted.slice(0, 500) };
}

function rowOf(reader: RowReader<ImportedCount>, record: CsvRecord) {
  const read = reader(record);
  return 'rows' in read ? ([read.rows[0]!, undefined] as const) : ([undefined, read] as const);
}

const pieceLength = 16 * 1024;

async function* recordsIn(text: string, note: (message: string) => void): AsyncGenerator<CsvRecord[]> {
  const csv = openCsv();
  try {
    for (let at = 0; at < text.length; at += pieceLength) {
      yield csv.push(text.slice(at, at + pieceLength));
      await setImmediate();
    }
    yield csv.end();
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    note(error.message);
  }
}

/** `2026-11-16 10:00`. */
function localText(at: number, timezone: string): string {
  const { year, month, day, hour, minute } = toLocal(zoneOf(timezone), at);
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
