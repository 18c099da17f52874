import { CsvProblem, type CsvRecord } from '@atrium/rules/import-csv';
import { type ImportMessage, importTexts, maxImportMessages } from '@atrium/rules/import-file';
import type { RowProblem, RowReader } from '@atrium/rules/import-rows';
import type { Files } from '../../files/files.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { type Claimed, holdClaim, saveAdvance } from './claim-store.ts';
import { recordsOf } from './file-records.ts';
import type { ImportRow } from './store.ts';

/** How the rows of a kind of file are read and written. */
export interface RowKind<Row> {
  /** Rows that are written together. */
  readonly chunkRows: number;
  reader(header: CsvRecord): RowReader<Row> | RowProblem;
  /** Anything that must be known before the transaction. */
  prepare?(rows: readonly Row[]): Promise<void>;
  /** Writes a chunk in the transaction that remembers how far the file was read. */
  write(tx: Transaction, rows: readonly Row[]): Promise<Written>;
}

export interface Written {
  /** The command in the inbox, unless nothing was written. */
  readonly seq?: number | undefined;
  readonly leftOut?: number;
  /** Epoch seconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** What imports put into the inbox. */
export interface ImportInbox {
  /** Which of these commands are not applied yet. */
  waiting(numbers: readonly number[]): Promise<number[]>;
}

export type ImportPoint = 'import.after-chunk' | 'import.before-finish' | 'undo.after-part';

export interface Reading {
  readonly registry: Registry;
  readonly files: Files;
  readonly inbox: ImportInbox;
  /** Points at which a test may end the process. */
  readonly reach?: ((point: ImportPoint) => void | Promise<void>) | undefined;
  /** Throws when the server stops. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

const chunkLines = 50_000;
/** Commands in the inbox at the same time: a file never fills it. */
const maxAhead = 8;

/**
 * Reads the file of `source` from where the progress is, and writes it chunk by chunk for the import `claimed`. Each chunk is
 * one transaction with its progress, so a worker that was killed continues after the last one. Returns the problem that ended it.
 */
export async function readFile<Row>(
  { registry, files, inbox, pause, reach }: Reading,
  claimed: Claimed,
  source: Pick<ImportRow, 'importStatusId' | 'fileId' | 'progress'>,
  kind: RowKind<Row>,
  { counts = true }: { counts?: boolean } = {},
): Promise<string | undefined> {
  if (source.fileId === null) throw new Error('The import has no file.');
  const resumed = source.progress?.importId === source.importStatusId ? source.progress.line : 0;
  let ahead: readonly number[] = source.progress?.ahead ?? [];
  let reader: RowReader<Row> | undefined;
  let chunk = emptyChunk<Row>(resumed);

  /** The next chunk is read while this one is written. */
  let writing = Promise.resolve();
  const flush = async (bytes: number) => {
    if (chunk.rowCount === 0 && chunk.messages.length === 0) return;
    const full = chunk;
    chunk = emptyChunk(full.line);
    await writing;
    writing = write(full, bytes);
    // A failure reaches the one who waits for it.
    writing.catch(() => undefined);
  };

  const write = async ({ rows, line, rowCount, errorCount, messages }: Chunk<Row>, bytes: number) => {
    await pause(0);
    await kind.prepare?.(rows);
    while ((ahead = await inbox.waiting(ahead)).length >= maxAhead) await patience(registry, claimed, pause);
    ahead = await registry.system(async (tx) => {
      await holdClaim(tx, claimed);
      const result = rows.length > 0 ? await kind.write(tx, rows) : {};
      const { seq, leftOut = 0, from, to } = result;
      const nowAhead = seq === undefined ? ahead : [...ahead, seq];
      const progress = { importId: source.importStatusId, line, bytes, ahead: nowAhead };
      const counted = counts ? { rowCount, errorCount, leftOut, messages } : nothingCounted;
      await saveAdvance(tx, claimed.id, { progress, ...counted, from, to });
      return nowAhead;
    });
    await reach?.('import.after-chunk');
  };

  let read = 0;
  try {
    for await (const { records, bytes } of recordsOf(await files.open(source.fileId))) {
      for (const record of records) {
        if (!reader) {
          const found = kind.reader(record);
          if ('message' in found) return found.message;
          reader = found;
          continue;
        }
        // Rows that were written already are read too: what a row means may follow from those before it.
        const understood = reader(record);
        if (record.line <= resumed) continue;
        note(chunk, record, understood);
        if (chunk.rows.length >= kind.chunkRows || chunk.rowCount >= chunkLines) await flush(bytes);
      }
      read = bytes;
    }
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    await flush(read);
    await writing;
    return error.message;
  }
  await flush(read);
  await writing;
  if (!reader) return importTexts.empty;
  return undefined;
}

/** Waits a little; the claim is renewed meanwhile. */
export async function patience(registry: Registry, claimed: Claimed, pause: Reading['pause']): Promise<void> {
  await pause(100);
  await registry.system((tx) => holdClaim(tx, claimed));
}

interface Chunk<Row> {
  readonly rows: Row[];
  readonly messages: ImportMessage[];
  line: number;
  rowCount: number;
  errorCount: number;
}

const nothingCounted = { rowCount: 0, errorCount: 0, leftOut: 0, messages: [] };

function emptyChunk<Row>(line: number): Chunk<Row> {
  return { rows: [], messages: [], line, rowCount: 0, errorCount: 0 };
}

function note<Row>(chunk: Chunk<Row>, { line }: CsvRecord, read: ReturnType<RowReader<Row>>): void {
  chunk.line = line;
  chunk.rowCount += 1;
  if ('rows' in read) {
    chunk.rows.push(...read.rows);
    return;
  }
  chunk.errorCount += 1;
  const { column, message } = read;
  if (chunk.messages.length < maxImportMessages) chunk.messages.push({ line, column, message });
}
