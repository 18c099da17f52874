import type { DashboardDocument } from '@atrium/rules/dashboard';
import type { Operation } from '@atrium/rules/dashboard-edits';
import { and, asc, count, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { ListQuery } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { dashboardEdit, dashboardRevision } from '../../registry/schema/dashboards.ts';
import { localUser } from '../../registry/schema/people.ts';
import { personName } from './store.ts';

interface Position {
  readonly orgId: string;
  readonly dashboardId: string;
  /** Of the dashboard afterwards. */
  readonly version: number;
  readonly userId: string;
  readonly at: Date;
}

export interface Edit extends Position {
  readonly batchId: string;
  readonly operations: readonly Operation[];
}

const dayMs = 86_400_000;
const sameAuthorMs = 5 * 60_000;
const revisionDays = 90;
/** The newest edits of a dashboard are kept, up to this size; a client that is farther behind loads it again. */
const maxEditBytes = 10_000_000;

const { dashboardId, version } = dashboardEdit;

export async function addEdit({ sql: db }: Transaction, edit: Edit): Promise<void> {
  const bytes = Buffer.byteLength(JSON.stringify(edit.operations));
  await db.insert(dashboardEdit).values({ ...edit, bytes });
  await db.execute(sql`DELETE FROM ${dashboardEdit} WHERE ${dashboardId} = ${edit.dashboardId} AND ${version} <= (
    SELECT max(old.version) FROM (
      SELECT version, sum(bytes) OVER (ORDER BY version DESC) AS newer FROM ${dashboardEdit}
      WHERE ${dashboardId} = ${edit.dashboardId}) old
    WHERE old.newer > ${maxEditBytes} AND old.version < ${edit.version})`);
}

export async function hasBatch({ sql: db }: Transaction, id: string, batchId: string): Promise<boolean> {
  const rows = await db
    .select({ version })
    .from(dashboardEdit)
    .where(and(eq(dashboardId, id), eq(dashboardEdit.batchId, batchId)));
  return rows.length > 0;
}

/** Oldest first. */
export async function editsAfter({ sql: db }: Transaction, id: string, after: number) {
  const { batchId, userId, at, operations } = dashboardEdit;
  return db
    .select({ version, batchId, userId, userName: personName(localUser.name), at, operations })
    .from(dashboardEdit)
    .leftJoin(localUser, eq(localUser.userId, userId))
    .where(and(eq(dashboardId, id), gt(version, after)))
    .orderBy(asc(version));
}

/**
 * Keeps the state of a dashboard. What one author does within five minutes is one revision, unless it is to begin with
 * a new one. Returns whether it did.
 */
export async function keepRevision(
  { sql: db }: Transaction,
  { name, description, widgets }: DashboardDocument,
  position: Position,
  isNew: boolean,
): Promise<boolean> {
  const document = { name, description, widgets };
  const [newest] = isNew
    ? []
    : await db
        .select({
          version: dashboardRevision.version,
          userId: dashboardRevision.userId,
          startedAt: dashboardRevision.startedAt,
        })
        .from(dashboardRevision)
        .where(eq(dashboardRevision.dashboardId, position.dashboardId))
        .orderBy(desc(dashboardRevision.version))
        .limit(1);
  const continues =
    newest?.userId === position.userId && position.at.getTime() - newest.startedAt.getTime() < sameAuthorMs;
  if (!continues) {
    await db.insert(dashboardRevision).values({ ...position, ...document, startedAt: position.at });
    return true;
  }
  await db
    .update(dashboardRevision)
    .set({ ...document, version: position.version, at: position.at })
    .where(and(eq(dashboardRevision.dashboardId, position.dashboardId), eq(dashboardRevision.version, newest.version)));
  return false;
}

export type RevisionRow = Awaited<ReturnType<typeof selectRevisions>>[number];

/** Newest first. */
export async function revisionPage(
  tx: Transaction,
  id: string,
  { limit, offset }: Pick<ListQuery, 'limit' | 'offset'>,
): Promise<{ rows: RevisionRow[]; total: number }> {
  const wanted = eq(dashboardRevision.dashboardId, id);
  const rows = await selectRevisions(tx)
    .where(wanted)
    .orderBy(desc(dashboardRevision.version))
    .limit(limit)
    .offset(offset);
  const [counted] = await tx.sql.select({ total: count() }).from(dashboardRevision).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findRevision(tx: Transaction, id: string, wanted: number): Promise<RevisionRow | undefined> {
  const [row] = await selectRevisions(tx).where(
    and(eq(dashboardRevision.dashboardId, id), eq(dashboardRevision.version, wanted)),
  );
  return row;
}

/**
 * Forgets edits after a day. Of revisions older than that, the last of each day remains for 90 days; the newest of a
 * dashboard always does: it is the present state, and the next edit makes it an earlier one.
 */
export async function thinHistory({ sql: db }: Transaction, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - dayMs);
  await db.delete(dashboardEdit).where(lt(dashboardEdit.at, dayAgo));
  const longAgo = new Date(now.getTime() - revisionDays * dayMs);
  await db.execute(sql`DELETE FROM ${dashboardRevision} old USING ${dashboardRevision} newer
    WHERE newer.dashboard_id = old.dashboard_id AND newer.version > old.version AND old.at < ${dayAgo}
      AND (old.at < ${longAgo}
        OR date_trunc('day', newer.at AT TIME ZONE 'UTC') = date_trunc('day', old.at AT TIME ZONE 'UTC'))`);
}

function selectRevisions({ sql: db }: Transaction) {
  const { version: at, userId, at: changedAt, name, description, widgets } = dashboardRevision;
  return db
    .select({ version: at, userId, userName: personName(localUser.name), at: changedAt, name, description, widgets })
    .from(dashboardRevision)
    .leftJoin(localUser, eq(localUser.userId, userId))
    .$dynamic();
}
