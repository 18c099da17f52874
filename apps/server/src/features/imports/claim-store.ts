import type { ImportMessage } from '@atrium/rules/import-file';
import { maxImportMessages } from '@atrium/rules/import-file';
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { lockByName } from '../../registry/lock-by-name.ts';
import type { Transaction } from '../../registry/registry.ts';
import { importFile, type ImportProgress } from '../../registry/schema/imports.ts';
import type { ImportRow } from './store.ts';

/** By the clock of the database, so that nodes agree. A worker that dies is replaced after this time. */
const leaseSeconds = 60;

/**
 * The next file: organizations take turns, and of each its files come one after another, in the order they arrived.
 * Undefined when nothing waits.
 */
export async function claimNext(tx: Transaction, claim: string): Promise<ImportRow | undefined> {
  await lockByName(tx, 'import claims');
  const { rows } = await tx.client.query<{ id: string }>(
    `UPDATE import_file SET claim = $1, claimed_until = now() + make_interval(secs => $2), attempts = attempts + 1
     WHERE import_status_id = (
       SELECT next.import_status_id
       FROM (SELECT DISTINCT ON (org_id) import_status_id, org_id, arrival
             FROM import_file WHERE task IS NOT NULL
             ORDER BY org_id, arrival) next
       WHERE NOT EXISTS (SELECT FROM import_file busy
                         WHERE busy.org_id = next.org_id AND busy.task IS NOT NULL AND busy.claimed_until > now())
       ORDER BY (SELECT max(finished_at) FROM import_file f WHERE f.org_id = next.org_id) NULLS FIRST, next.arrival
       LIMIT 1)
     RETURNING import_status_id AS id`,
    [claim, leaseSeconds],
  );
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  const [row] = await tx.sql.select().from(importFile).where(eq(importFile.importStatusId, id));
  return row;
}

/**
 * Frees the files of workers whose process ended, where no other process can exist. A file that ends the process again and
 * again waits longer each time.
 */
export async function releaseClaims({ client }: Transaction): Promise<void> {
  await client.query(
    `UPDATE import_file
     SET claimed_until = least(claimed_until, now() + make_interval(secs => (attempts - 1) * (attempts - 1)))
     WHERE task IS NOT NULL AND claimed_until > now() AND attempts > 0`,
  );
}

/** Another worker has it by now, or someone wants it undone: nothing may be written any more. */
export class ClaimLost extends Error {}

export interface Claimed {
  readonly id: string;
  readonly claim: string;
}

/** Locks the file for this transaction, and renews the claim. */
export async function holdClaim({ client }: Transaction, { id, claim }: Claimed): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE import_file SET claimed_until = now() + make_interval(secs => $3)
     WHERE import_status_id = $1 AND claim = $2`,
    [id, claim, leaseSeconds],
  );
  if (rowCount !== 1) throw new ClaimLost('The import is not ours any more.');
}

export interface Advance {
  readonly progress: ImportProgress;
  readonly rowCount: number;
  readonly errorCount: number;
  readonly leftOut: number;
  readonly messages: readonly ImportMessage[];
  /** Epoch seconds. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** What a part of the file brought. */
export async function saveAdvance({ client }: Transaction, id: string, advance: Advance): Promise<void> {
  const { progress, rowCount, errorCount, leftOut, messages, from, to } = advance;
  await client.query(
    `UPDATE import_file SET progress = $2, attempts = 0,
       row_count = row_count + $3, error_count = error_count + $4, left_out = left_out + $5,
       messages = jsonb_path_query_array(messages || $6::jsonb, '$[0 to ${maxImportMessages - 1}]'),
       data_from = least(data_from, to_timestamp($7)), data_to = greatest(data_to, to_timestamp($8))
     WHERE import_status_id = $1`,
    [id, JSON.stringify(progress), rowCount, errorCount, leftOut, JSON.stringify(messages), from ?? null, to ?? null],
  );
}

/** It is done, with this result. */
export async function finish({ sql: db }: Transaction, id: string, result: Partial<ImportRow>): Promise<void> {
  const over = { task: null, progress: null, claim: null, claimedUntil: null };
  await db
    .update(importFile)
    .set({ ...over, ...result })
    .where(eq(importFile.importStatusId, id));
}

export async function forgetFile({ sql: db }: Transaction, id: string): Promise<void> {
  await db.update(importFile).set({ fileId: null }).where(eq(importFile.importStatusId, id));
}

/** Seconds. */
const outagePause = 5;

/** How much more a failed attempt weighs than one that ended with its process. */
const failureWeight = 4;

/** Whether it failed five times since it last got further. Most ends of a process are not the fault of the file. */
export function hasFailedTooOften({ attempts }: Pick<ImportRow, 'attempts'>): boolean {
  return attempts > 5 * failureWeight;
}

/** Gives it back after a failure; the next attempt waits longer each time. */
export async function putBack({ client }: Transaction, { id, claim }: Claimed): Promise<void> {
  await client.query(
    `UPDATE import_file SET attempts = attempts + $3 - 1,
       claimed_until = now() + make_interval(secs => least(600, pow((attempts + $3 - 1) / $3, 2)::int))
     WHERE import_status_id = $1 AND claim = $2`,
    [id, claim, failureWeight],
  );
}

/** Gives it back after an outage, as if it had not been tried. */
export async function putOff({ client }: Transaction, { id, claim }: Claimed): Promise<void> {
  await client.query(
    `UPDATE import_file SET attempts = attempts - 1, claimed_until = now() + make_interval(secs => $3)
     WHERE import_status_id = $1 AND claim = $2`,
    [id, claim, outagePause],
  );
}

export async function reread({ sql: db }: Transaction, id: string): Promise<ImportRow> {
  const [row] = await db.select().from(importFile).where(eq(importFile.importStatusId, id));
  if (!row) throw new ClaimLost('The import is gone.');
  return row;
}

/** Earlier files about the same time, newest first: they may say what a file had replaced. */
export async function earlierImports({ sql: db }: Transaction, row: ImportRow): Promise<ImportRow[]> {
  const { orgId, type, arrival, dataFrom, dataTo } = row;
  if (type === null || dataFrom === null || dataTo === null) return [];
  return db
    .select()
    .from(importFile)
    .where(
      and(
        eq(importFile.orgId, orgId),
        eq(importFile.type, type),
        inArray(importFile.status, ['ok', 'partial']),
        sql`${importFile.task} IS NULL AND ${importFile.fileId} IS NOT NULL`,
        lt(importFile.arrival, arrival),
        lt(importFile.dataFrom, dataTo),
        gt(importFile.dataTo, dataFrom),
      ),
    )
    .orderBy(desc(importFile.arrival));
}
