import { roleLabels } from '@atrium/contract/access';
import type { Dashboard } from '@atrium/contract/dashboards';
import type { DashboardDocument } from '@atrium/rules/dashboard';
import { configBytes } from '@atrium/rules/dashboard-config';
import { and, count, eq, getTableColumns, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { seesDashboard } from '../../registry/directory/dashboard-visibility.ts';
import { isId, sameId } from '../../registry/ids.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { lockByName } from '../../registry/lock-by-name.ts';
import type { Transaction } from '../../registry/registry.ts';
import { dashboard } from '../../registry/schema/dashboards.ts';
import { localUser } from '../../registry/schema/people.ts';
import type { Scope } from '../../scope.ts';

export type DashboardRow = Awaited<ReturnType<typeof selectDashboards>>[number];
/** The organization, and who looks. */
export type Viewer = Pick<Scope, 'orgId' | 'userId'>;

/** More of them are found in the list and by the search. */
const maxInMenu = 500;

const { dashboardId, orgId, name, description, createdAt, updatedAt, deletedAt } = dashboard;
/** Staff belong to no organization, and are not known by name in one. */
export const personName = (column: PgColumn) => sql<string>`coalesce(${column}, ${roleLabels.SenSourceUser})`;
const ownerName = personName(localUser.name);

export async function dashboardPage(
  tx: Transaction,
  viewer: Viewer,
  query: ListQuery,
): Promise<{ rows: DashboardRow[]; total: number }> {
  const wanted = and(visible(viewer), contains(query.search, name, sql`coalesce(${description}, '')`));
  const rows = await selectDashboards(tx)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'name', { name, ownerName, createdAt, updatedAt }, dashboardId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await tx.sql.select({ total: count() }).from(dashboard).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findDashboard(tx: Transaction, viewer: Viewer, id: string): Promise<DashboardRow | undefined> {
  const [row] = await selectDashboards(tx).where(and(visible(viewer), sameId(dashboardId, id)));
  return row;
}

/** Of these dashboards the ids of those that someone sees. */
export async function visibleAmong(
  { sql: db }: Transaction,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = ids.filter(isId);
  if (known.length === 0) return new Set();
  const rows = await db
    .select({ dashboardId })
    .from(dashboard)
    .where(and(visible(viewer), inArray(dashboardId, known)));
  return new Set(rows.map((row) => row.dashboardId));
}

/** Locked until the transaction ends: edits of one dashboard happen one after another. */
export async function lockDashboard(tx: Transaction, viewer: Viewer, id: string): Promise<DashboardRow | undefined> {
  const [row] = await selectDashboards(tx)
    .where(and(visible(viewer), sameId(dashboardId, id)))
    .for('update', { of: dashboard });
  return row;
}

/** The dashboards of someone's menu: their own first, then those of others. */
export async function dashboardMenu({ sql: db }: Transaction, viewer: Viewer) {
  const { userId, isPublished } = dashboard;
  return db
    .select({ dashboardId, name, isPublished })
    .from(dashboard)
    .where(visible(viewer))
    .orderBy(sql`${userId} = ${viewer.userId} DESC`, sql`lower(${name})`, dashboardId)
    .limit(maxInMenu);
}

export interface NewDashboard extends DashboardDocument {
  /** A new one unless said otherwise. */
  readonly dashboardId?: string;
  readonly orgId: string;
  readonly userId: string;
  readonly isPublished?: boolean;
  readonly isPublic?: boolean;
}

export async function addDashboard({ sql: db }: Transaction, values: NewDashboard, now: Date): Promise<void> {
  await db.insert(dashboard).values({ ...values, bytes: configBytes(values.widgets), createdAt: now, updatedAt: now });
}

export async function saveDocument(
  { sql: db }: Transaction,
  before: DashboardRow,
  { name: newName, description: newDescription, widgets }: DashboardDocument,
  now: Date,
): Promise<void> {
  await db
    .update(dashboard)
    .set({
      name: newName,
      description: newDescription,
      widgets,
      bytes: configBytes(widgets),
      version: before.version + 1,
      updatedAt: now,
    })
    .where(eq(dashboardId, before.dashboardId));
}

/** Who sees it is no part of the document: its version stays. */
export async function savePublication(
  { sql: db }: Transaction,
  id: string,
  values: { readonly isPublished: boolean; readonly isPublic: boolean },
): Promise<void> {
  await db.update(dashboard).set(values).where(eq(dashboardId, id));
}

export async function deleteDashboards({ sql: db }: Transaction, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(dashboard)
    .set({ deletedAt: now })
    .where(inArray(dashboardId, [...ids]));
}

/** Those of an organization that was deleted. */
export async function deleteDashboardsOf({ sql: db }: Transaction, organizationId: string, now: Date): Promise<void> {
  await db
    .update(dashboard)
    .set({ deletedAt: now })
    .where(and(eq(orgId, organizationId), isNull(deletedAt)));
}

/** Removes what was deleted before then, with its readers and its history. */
export async function purgeDeleted({ sql: db }: Transaction, before: Date) {
  return db.delete(dashboard).where(lt(deletedAt, before)).returning({ orgId, dashboardId });
}

/** Locks until the transaction ends, so that two new ones do not pass the limits together. */
export async function lockTotals(tx: Transaction, organizationId: string): Promise<Totals> {
  await lockByName(tx, `dashboards ${organizationId}`);
  return totalsOf(tx, organizationId);
}

export interface Totals {
  readonly count: number;
  readonly bytes: number;
}

/** Of all dashboards of an organization, or of all but one. */
export async function totalsOf({ sql: db }: Transaction, organizationId: string, except?: string): Promise<Totals> {
  const [row] = await db
    .select({ count: count(), bytes: sql<number>`coalesce(sum(${dashboard.bytes}), 0)`.mapWith(Number) })
    .from(dashboard)
    .where(
      and(eq(orgId, organizationId), isNull(deletedAt), except === undefined ? undefined : ne(dashboardId, except)),
    );
  return row ?? { count: 0, bytes: 0 };
}

/** The names of those of these people who belong to the organization, by id. */
export async function peopleAmong(
  { sql: db }: Transaction,
  organizationId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ userId: localUser.userId, name: localUser.name })
    .from(localUser)
    .where(
      and(
        eq(localUser.orgId, organizationId),
        inArray(localUser.userId, userIds.filter(isId)),
        isNull(localUser.deletedAt),
      ),
    );
  return new Map(rows.map((row) => [row.userId, row.name]));
}

export function documentOf({ name: title, description: about, widgets }: DashboardRow): DashboardDocument {
  return { name: title, description: about, widgets };
}

export interface Recipients {
  readonly publishedToUsers: readonly string[];
  readonly sharedWith: readonly string[];
}

export function toReply(row: DashboardRow, { publishedToUsers, sharedWith }: Recipients): Dashboard {
  return {
    dashboardId: row.dashboardId,
    orgId: row.orgId,
    userId: row.userId,
    ownerName: row.ownerName,
    name: row.name,
    description: row.description,
    config: JSON.stringify(row.widgets),
    isPublished: row.isPublished,
    isPublic: row.isPublic,
    publishedToUsers: [...publishedToUsers],
    sharedWith: [...sharedWith],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

function selectDashboards({ sql: db }: Transaction) {
  return db
    .select({ ...getTableColumns(dashboard), ownerName })
    .from(dashboard)
    .leftJoin(localUser, eq(localUser.userId, dashboard.userId))
    .$dynamic();
}

function visible(viewer: Viewer) {
  return and(eq(orgId, viewer.orgId), isNull(deletedAt), seesDashboard(viewer.userId));
}
