import type { SubjectChange } from '@atrium/rules/estate-outline';
import { eq } from 'drizzle-orm';
import { estateVersion } from '../../registry/directory/store.ts';
import type { Transaction } from '../../registry/registry.ts';
import { estateOutline } from '../../registry/schema/exports.ts';

/** The outline that the last export saw, locked until the end of the transaction; undefined before the first. */
export async function lockOutline({ sql: db }: Transaction, orgId: string) {
  const [found] = await db.select().from(estateOutline).where(eq(estateOutline.orgId, orgId)).for('update');
  return found;
}

export async function outlinedVersion({ sql: db }: Transaction, orgId: string): Promise<number | undefined> {
  const [found] = await db
    .select({ version: estateOutline.estateVersion })
    .from(estateOutline)
    .where(eq(estateOutline.orgId, orgId));
  return found?.version;
}

export async function saveOutline({ sql: db }: Transaction, stored: typeof estateOutline.$inferInsert): Promise<void> {
  const { estateVersion: version, outline } = stored;
  await db
    .insert(estateOutline)
    .values(stored)
    .onConflictDoUpdate({ target: estateOutline.orgId, set: { estateVersion: version, outline } });
}

export async function addEstateChanges(
  { client }: Transaction,
  orgId: string,
  changes: readonly SubjectChange[],
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO estate_change (org_id, subject, "from", "to", changed_in, changed_at)
     SELECT $1, subject, f, t, pg_current_xact_id()::text::bigint, $5
     FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS c (subject, f, t)`,
    [orgId, changes.map(({ subject }) => subject), changes.map(({ from }) => from), changes.map(({ to }) => to), now],
  );
}

/** Whether the estate is still the one with this version. */
export async function isCurrent(tx: Transaction, orgId: string, version: number): Promise<boolean> {
  return (await estateVersion(tx, orgId)) === version;
}

/** Every transaction before it has ended: whatever they wrote is visible now. */
export async function oldestTransaction({ client }: Transaction): Promise<bigint> {
  const { rows } = await client.query<{ oldest: string }>(
    'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS oldest',
  );
  return BigInt(rows[0]!.oldest);
}

export interface ChangedSeries {
  readonly series: number;
  /** Epoch seconds, `[from, to)`. */
  readonly from: number;
  readonly to: number;
}

export async function changedSeries(
  { client }: Transaction,
  orgId: string,
  series: readonly number[],
  since: bigint,
): Promise<ChangedSeries[]> {
  const { rows } = await client.query<ChangedSeries>(
    `SELECT series_id AS series, (from_day - DATE '1970-01-01') * 86400::float8 AS "from",
            (to_day - DATE '1970-01-01' + 1) * 86400::float8 AS "to"
     FROM reading_change WHERE org_id = $1 AND changed_in >= $2 AND series_id = ANY($3::int[])`,
    [orgId, since, series],
  );
  return rows;
}

export async function changedSubjectsSince(
  { client }: Transaction,
  orgId: string,
  subjects: readonly string[],
  since: bigint,
): Promise<SubjectChange[]> {
  const { rows } = await client.query<SubjectChange>(
    `SELECT subject, "from"::float8 AS "from", "to"::float8 AS "to"
     FROM estate_change WHERE org_id = $1 AND changed_in >= $2 AND subject = ANY($3::text[])`,
    [orgId, since, subjects],
  );
  return rows;
}
