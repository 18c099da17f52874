import type { ImportStatus, listImports } from '@atrium/contract/imports';
import type { QueryOf } from '@atrium/contract/endpoint';
import { and, count, eq, getTableColumns, inArray, ne, or, isNull, sql } from 'drizzle-orm';
import { ofOrganization } from '../../registry/directory/entity-lookup.ts';
import { sameId } from '../../registry/ids.ts';
import { contains, orderTerms } from '../../registry/list-query.ts';
import { lockByName } from '../../registry/lock-by-name.ts';
import { notification } from '../../registry/notifications.ts';
import type { Transaction } from '../../registry/registry.ts';
import { importFile } from '../../registry/schema/imports.ts';
import { organization } from '../../registry/schema/organizations.ts';
import type { AnyScope } from '../../scope.ts';

export type ImportRow = typeof importFile.$inferSelect;
export type NewImport = typeof importFile.$inferInsert;

export async function addImport({ sql: db }: Transaction, values: NewImport): Promise<ImportRow> {
  const [row] = await db.insert(importFile).values(values).returning();
  if (!row) throw new Error('The import was not stored.');
  return row;
}

/** Wakes the workers of every node after the commit. */
export async function announceWaiting({ client }: Transaction): Promise<void> {
  await client.query(notification('imports', null));
}

/** Files of one organization arrive one after another: of two equal ones the second sees the first. */
export async function takeTurn(tx: Transaction, orgId: string): Promise<void> {
  await lockByName(tx, `import ${orgId}`);
}

/** The import that holds what a file with the same content would bring. */
export async function sameFile(
  { sql: db }: Transaction,
  orgId: string,
  sha256: string,
): Promise<ImportRow | undefined> {
  const [row] = await db
    .select()
    .from(importFile)
    .where(
      and(
        eq(importFile.orgId, orgId),
        eq(importFile.sha256, sha256),
        inArray(importFile.status, ['pending', 'ok']),
        or(isNull(importFile.task), ne(importFile.task, 'undo')),
      ),
    )
    .limit(1);
  return row;
}

export async function loadOf({ sql: db }: Transaction, orgId: string): Promise<{ waiting: number; bytes: number }> {
  const [row] = await db
    .select({
      waiting: sql<number>`count(*) FILTER (WHERE ${importFile.task} IS NOT NULL)`.mapWith(Number),
      bytes: sql<number>`coalesce(sum(${importFile.bytes}) FILTER (WHERE ${importFile.fileId} IS NOT NULL), 0)`.mapWith(
        Number,
      ),
    })
    .from(importFile)
    .where(eq(importFile.orgId, orgId));
  return row ?? { waiting: 0, bytes: 0 };
}

export async function findImport({ sql: db }: Transaction, orgId: string, id: string): Promise<ImportRow | undefined> {
  const [row] = await db
    .select()
    .from(importFile)
    .where(and(eq(importFile.orgId, orgId), sameId(importFile.importStatusId, id)));
  return row;
}

const { fileName, type, status, source, rowCount, errorCount, createdAt, finishedAt, arrival } =
  getTableColumns(importFile);

export async function importPage(
  { sql: db }: Transaction,
  scope: AnyScope,
  query: QueryOf<typeof listImports>,
): Promise<{ rows: { row: ImportRow; organization: { orgId: string; name: string } }[]; total: number }> {
  const wanted = and(
    ofOrganization(scope, importFile.orgId),
    query.status === undefined ? undefined : eq(status, query.status),
    query.type === undefined ? undefined : eq(type, query.type),
    contains(query.search, fileName),
  );
  // The specification writes `createdAt desc`; lists of this product write `-createdAt`.
  const order = (query.order ?? '-createdAt').replace(/^(\w+) desc$/i, '-$1').replace(/^(\w+) asc$/i, '$1');
  const columns = { fileName, type, status, source, rowCount, errorCount, createdAt, finishedAt };
  const rows = await db
    .select({ row: importFile, organization: { orgId: organization.orgId, name: organization.name } })
    .from(importFile)
    .innerJoin(organization, eq(organization.orgId, importFile.orgId))
    .where(wanted)
    .orderBy(...orderTerms(order, columns, arrival))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(importFile).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

/** A pending file stops being read; of a finished one everything is taken back. */
export async function requestUndo({ sql: db }: Transaction, id: string): Promise<ImportRow | undefined> {
  const [row] = await db
    .update(importFile)
    .set({ task: 'undo', progress: null, attempts: 0, claim: null, claimedUntil: null })
    .where(eq(importFile.importStatusId, id))
    .returning();
  return row;
}

/** Whether sales were imported: their currency cannot change any more. */
export async function hasSales({ client }: Transaction, orgId: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM series s WHERE s.org_id = $1 AND s.owner = 'location' AND s.measure = 'sales'
     AND EXISTS (SELECT FROM amount_entry a WHERE a.series_id = s.series_id) LIMIT 1`,
    [orgId],
  );
  return rows.length > 0;
}

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

/** As returned by calls. */
export function toReply(row: ImportRow, owner?: ImportStatus['organization']): ImportStatus {
  return {
    importStatusId: row.importStatusId,
    orgId: row.orgId,
    fileName: row.fileName,
    type: row.type,
    status: row.status,
    rowCount: row.rowCount,
    errorCount: row.errorCount,
    leftOut: row.leftOut,
    messages: row.messages,
    source: row.source,
    userId: row.userId,
    createdAt: row.createdAt.toISOString(),
    finishedAt: iso(row.finishedAt),
    bytes: row.bytes,
    bytesRead: row.task === 'read' ? (row.progress?.bytes ?? 0) : null,
    isUndoing: row.task === 'undo',
    dataFrom: iso(row.dataFrom),
    dataTo: iso(row.dataTo),
    ...(owner && { organization: owner }),
  };
}
