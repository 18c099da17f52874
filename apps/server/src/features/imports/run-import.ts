import type { Facts } from '@atrium/facts/facts-interface';
import { defaultCountColumns } from '@atrium/rules/import-counts';
import { type ImportMessage, importTexts, maxImportMessages } from '@atrium/rules/import-file';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Transaction } from '../../registry/registry.ts';
import { amountContext, takeEntries } from './amount-store.ts';
import { amountRows, type AmountTuple, tuple } from './amounts.ts';
import { type Claimed, earlierImports, finish, forgetFile, holdClaim, reread, saveAdvance } from './claim-store.ts';
import { closeImportSeries, enableImportSeries } from './count-store.ts';
import { countRows, type HistoryTuple } from './counts.ts';
import { type ImportInbox, patience, readFile, type Reading } from './read-file.ts';
import type { ImportRow } from './store.ts';

/** What imports put into the inbox, in their own transactions. */
export interface Inbox extends ImportInbox {
  add(tx: Transaction, orgId: string, command: ImportCommand): Promise<number>;
  reconsider(tx: Transaction, orgId: string, devices: readonly string[]): Promise<void>;
}

type ImportCommand =
  | { readonly type: 'amounts'; readonly rows: readonly AmountTuple[] }
  | { readonly type: 'history'; readonly rows: readonly HistoryTuple[] }
  | { readonly type: 'erase'; readonly series: readonly number[]; readonly from: number; readonly to: number };

export interface Running extends Reading {
  readonly inbox: Inbox;
  readonly directory: Directory;
  readonly facts: Pick<Facts, 'aggregate'>;
  readonly clock: () => Date;
}

/** Reads a file to its end, or takes back what it brought. */
export async function runImport(running: Running, row: ImportRow, claimed: Claimed): Promise<void> {
  if (row.task === 'undo') await (row.type === 'counts' ? undoCounts : undoAmounts)(running, row, claimed);
  else await readAll(running, row, claimed);
}

async function readAll(running: Running, row: ImportRow, claimed: Claimed): Promise<void> {
  const { registry, clock } = running;
  const { orgId, type, importStatusId } = row;
  const read = type === 'counts' ? readCounts : readAmounts;
  const problem = (await isIntact(running, row)) ? await read(running, row, claimed) : importTexts.damaged;
  await applied(running, claimed);
  await running.reach?.('import.before-finish');
  await registry.system(async (tx) => {
    await holdClaim(tx, claimed);
    if (type === 'counts') await enableImportSeries(tx, orgId, importStatusId);
    const { rowCount, errorCount, messages } = await reread(tx, importStatusId);
    const reason = problem ?? (rowCount === 0 ? importTexts.noRows : undefined);
    const all = reason === undefined ? messages : [{ line: 0, column: '', message: reason }, ...messages];
    const isFailed = rowCount === errorCount;
    const status = isFailed ? 'failed' : errorCount > 0 || reason !== undefined ? 'partial' : 'ok';
    await finish(tx, importStatusId, { status, messages: all.slice(0, maxImportMessages), finishedAt: clock() });
    if (isFailed) await makeRoom(running, tx, row);
  });
}

async function readAmounts(running: Running, row: ImportRow, claimed: Claimed): Promise<string | undefined> {
  const kind = await amountKind(running, row, { importId: row.importStatusId, restoredBy: null });
  return readFile(running, claimed, row, kind);
}

async function readCounts(running: Running, row: ImportRow, claimed: Claimed): Promise<string | undefined> {
  const { registry, directory, facts, inbox } = running;
  const kind = await countRows({
    registry,
    directory,
    facts,
    orgId: row.orgId,
    importId: row.importStatusId,
    columns: row.columns ?? defaultCountColumns,
    // A worker that continues tomorrow must judge rows as the first one did.
    now: row.createdAt.getTime() / 1000,
    add: (tx, orgId, rows) => inbox.add(tx, orgId, { type: 'history', rows }),
  });
  return readFile(running, claimed, row, kind);
}

async function amountKind(
  { registry, inbox }: Running,
  { orgId, type, createdAt }: ImportRow,
  saving: { importId: string; restoredBy: string | null; within?: { from: number; to: number } },
) {
  if (type !== 'pos' && type !== 'labor') throw new Error(`Not a file of amounts: ${type}`);
  const context = await registry.system((tx) => amountContext(tx, orgId, createdAt.getTime() / 1000));
  const add = (tx: Transaction, org: string, rows: readonly AmountTuple[]) =>
    inbox.add(tx, org, { type: 'amounts', rows });
  return amountRows({ orgId, type, context, add, ...saving });
}

async function undoCounts(running: Running, row: ImportRow, claimed: Claimed): Promise<void> {
  const { registry, directory, inbox, clock } = running;
  const { orgId, importStatusId } = row;
  await registry.system(async (tx) => {
    await holdClaim(tx, claimed);
    const { series, devices, until } = await closeImportSeries(tx, orgId, importStatusId);
    if (series.length > 0) await inbox.add(tx, orgId, { type: 'erase', series, from: 0, to: until });
    // What the sensor counted in that time and sent late counts now.
    if (devices.length > 0) await inbox.reconsider(tx, orgId, devices);
    await finish(tx, importStatusId, { status: 'undone', finishedAt: clock() });
    await makeRoom(running, tx, row);
    tx.afterCommit(() => directory.forget(orgId));
  });
}

const takenAtOnce = 5000;

/** What the file brought goes; what it had replaced comes back from the files that said it. */
async function undoAmounts(running: Running, row: ImportRow, claimed: Claimed): Promise<void> {
  const { registry, inbox, clock } = running;
  const { orgId, importStatusId } = row;
  const progress = row.progress ?? { importId: importStatusId, line: 0, bytes: 0 };
  const nothing = { rowCount: 0, errorCount: 0, leftOut: 0, messages: [], from: undefined, to: undefined };
  for (let isMore = true; isMore;) {
    isMore = await registry.system(async (tx) => {
      await holdClaim(tx, claimed);
      const taken = await takeEntries(tx, importStatusId, takenAtOnce);
      if (taken.length === 0) return false;
      const rows = taken.map((entry) => tuple(entry, 1));
      const seq = await inbox.add(tx, orgId, { type: 'amounts', rows });
      await saveAdvance(tx, importStatusId, { progress: { ...progress, ahead: [seq] }, ...nothing });
      return true;
    });
    await running.reach?.('undo.after-part');
    await applied(running, claimed);
  }
  const { dataFrom, dataTo } = row;
  const messages: ImportMessage[] = [];
  if (dataFrom && dataTo) {
    const within = { from: dataFrom.getTime() / 1000, to: dataTo.getTime() / 1000 };
    const earlier = await registry.system((tx) => earlierImports(tx, row));
    const at = earlier.findIndex(({ importStatusId: id }) => id === progress.importId);
    for (const [index, each] of earlier.entries()) {
      if (!(await isIntact(running, each))) {
        messages.push({ line: 0, column: '', message: importTexts.notBroughtBack(each.fileName) });
        continue;
      }
      if (index < at) continue;
      const restoring = { importId: each.importStatusId, restoredBy: importStatusId, within };
      const kind = await amountKind(running, each, restoring);
      await readFile(running, claimed, { ...each, progress: row.progress }, kind, { counts: false });
      await applied(running, claimed);
    }
  }
  await registry.system(async (tx) => {
    await holdClaim(tx, claimed);
    const all = [...messages, ...row.messages].slice(0, maxImportMessages);
    await finish(tx, importStatusId, { status: 'undone', messages: all, finishedAt: clock() });
    await makeRoom(running, tx, row);
  });
}

/** A file that counts nothing is never read again. */
export async function makeRoom(
  { files }: Running,
  tx: Transaction,
  { importStatusId, fileId }: ImportRow,
): Promise<void> {
  if (fileId === null) return;
  await forgetFile(tx, importStatusId);
  await files.remove(tx, fileId);
}

/** A copy that was cut or changed would be imported in part, or with other numbers. */
async function isIntact({ files }: Running, { fileId, bytes, sha256 }: ImportRow): Promise<boolean> {
  return fileId !== null && files.isIntact(fileId, { bytes, sha256 });
}

/** Waits until the facts hold what was written. A command that failed is applied after later ones, so all of them count. */
async function applied({ registry, inbox, pause }: Running, claimed: Claimed): Promise<void> {
  const { progress } = await registry.system((tx) => reread(tx, claimed.id));
  while ((await inbox.waiting(progress?.ahead ?? [])).length > 0) await patience(registry, claimed, pause);
}
