import { roleIds } from '@atrium/contract/access';
import { and, asc, count, eq, inArray, isNull, ne, notExists, sql } from 'drizzle-orm';
import { contains, type ListQuery } from '../../registry/list-query.ts';
import { isId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import { dashboard, dashboardPublication, dashboardShare, dashboardView } from '../../registry/schema/dashboards.ts';
import { localUser } from '../../registry/schema/people.ts';
import type { Recipients } from './store.ts';

interface OneDashboard {
  readonly orgId: string;
  readonly dashboardId: string;
}

/** Of dashboards by id; those without any are absent. */
export async function recipientsOf(tx: Transaction, ids: readonly string[]): Promise<Map<string, Recipients>> {
  const found = new Map<string, { publishedToUsers: string[]; sharedWith: string[] }>();
  if (ids.length === 0) return found;
  for (const [field, table] of [
    ['publishedToUsers', dashboardPublication],
    ['sharedWith', dashboardShare],
  ] as const) {
    const rows = await tx.sql
      .select({ dashboardId: table.dashboardId, userId: table.userId })
      .from(table)
      .where(inArray(table.dashboardId, [...ids]))
      .orderBy(asc(table.userId));
    for (const { dashboardId, userId } of rows) {
      const entry = found.get(dashboardId) ?? { publishedToUsers: [], sharedWith: [] };
      entry[field].push(userId);
      found.set(dashboardId, entry);
    }
  }
  return found;
}

/** Everyone of the organization who can sign in, except for one person; or those who are named, signed in or not. */
export async function otherPeople(
  { sql: db }: Transaction,
  self: { readonly orgId: string; readonly userId: string },
  query: ListQuery & { readonly userIds?: readonly string[] | undefined },
) {
  const { userId, name } = localUser;
  const wanted = and(
    eq(localUser.orgId, self.orgId),
    isNull(localUser.deletedAt),
    query.userIds
      ? inArray(userId, query.userIds.filter(isId))
      : and(ne(userId, self.userId), eq(localUser.loginDisabled, false), isNull(localUser.expiration)),
    contains(query.search, name),
  );
  const rows = await db
    .select({ userId, name })
    .from(localUser)
    .where(wanted)
    .orderBy(sql`lower(${name})`, userId)
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(localUser).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

/** Returns those with whom it was not shared before. */
export async function addShares(
  { sql: db }: Transaction,
  of: OneDashboard,
  userIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .insert(dashboardShare)
    .values(userIds.map((userId) => ({ ...of, userId, createdAt: now })))
    .onConflictDoNothing()
    .returning({ userId: dashboardShare.userId });
  return rows.map(({ userId }) => userId);
}

/** Returns whether there was one. */
export async function removeShare({ sql: db }: Transaction, id: string, userId: string): Promise<boolean> {
  const rows = await db
    .delete(dashboardShare)
    .where(and(eq(dashboardShare.dashboardId, id), eq(dashboardShare.userId, userId)))
    .returning();
  return rows.length > 0;
}

export async function replacePublications(
  { sql: db }: Transaction,
  of: OneDashboard,
  userIds: readonly string[],
): Promise<void> {
  await db.delete(dashboardPublication).where(eq(dashboardPublication.dashboardId, of.dashboardId));
  if (userIds.length > 0) await db.insert(dashboardPublication).values(userIds.map((userId) => ({ ...of, userId })));
}

export async function findView({ sql: db }: Transaction, id: string, userId: string) {
  const [row] = await db
    .select({ state: dashboardView.state })
    .from(dashboardView)
    .where(and(eq(dashboardView.dashboardId, id), eq(dashboardView.userId, userId)));
  return row?.state;
}

/** Without a state they look at it without any changes. */
export async function putViews(
  { sql: db }: Transaction,
  of: OneDashboard,
  userIds: readonly string[],
  state: Record<string, unknown> | undefined,
  now: Date,
): Promise<void> {
  const { dashboardId, userId } = dashboardView;
  if (state === undefined || Object.keys(state).length === 0) {
    await db.delete(dashboardView).where(and(eq(dashboardId, of.dashboardId), inArray(userId, [...userIds])));
    return;
  }
  await db
    .insert(dashboardView)
    .values(userIds.map((id) => ({ ...of, userId: id, state, updatedAt: now })))
    .onConflictDoUpdate({ target: [dashboardId, userId], set: { state, updatedAt: now } });
}

/** Everything that a person owns, in any organization, locked; and whether others see it. */
export async function lockOwned({ sql: db }: Transaction, ownerId: string) {
  const { dashboardId, orgId, name, isPublished, userId, deletedAt } = dashboard;
  const isShared = sql<boolean>`EXISTS (SELECT 1 FROM ${dashboardShare} WHERE ${dashboardShare.dashboardId} = ${dashboardId})`;
  return db
    .select({ dashboardId, orgId, name, isSeen: sql<boolean>`${isPublished} OR ${isShared}` })
    .from(dashboard)
    .where(and(eq(userId, ownerId), isNull(deletedAt)))
    .for('update');
}

/** Who has been an administrator of the organization for longest and can sign in. */
export async function firstAdministrator({ sql: db }: Transaction, orgId: string) {
  const [row] = await db
    .select({ userId: localUser.userId, name: localUser.name })
    .from(localUser)
    .where(
      and(
        eq(localUser.orgId, orgId),
        eq(localUser.roleId, roleIds.OrganizationAdministrator),
        eq(localUser.loginDisabled, false),
        isNull(localUser.expiration),
        isNull(localUser.deletedAt),
      ),
    )
    .orderBy(asc(localUser.createdAt), asc(localUser.userId))
    .limit(1);
  return row;
}

/** An owner needs neither a share nor a publication. */
export async function giveTo(tx: Transaction, ids: readonly string[], ownerId: string): Promise<void> {
  const own = [...ids];
  await tx.sql.update(dashboard).set({ userId: ownerId }).where(inArray(dashboard.dashboardId, own));
  for (const table of [dashboardShare, dashboardPublication])
    await tx.sql.delete(table).where(and(inArray(table.dashboardId, own), eq(table.userId, ownerId)));
  await unpublishWithoutReaders(tx, own);
}

/** Nothing is shared with or published to someone who is gone. */
export async function forgetReader(tx: Transaction, readerId: string): Promise<void> {
  const { sql: db } = tx;
  for (const table of [dashboardShare, dashboardView]) await db.delete(table).where(eq(table.userId, readerId));
  const { dashboardId, userId } = dashboardPublication;
  const ended = await db.delete(dashboardPublication).where(eq(userId, readerId)).returning({ dashboardId });
  await unpublishWithoutReaders(
    tx,
    ended.map((row) => row.dashboardId),
  );
}

/** What is published to chosen people is not published once none of them is left. */
async function unpublishWithoutReaders({ sql: db }: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const readers = db
    .select({ userId: dashboardPublication.userId })
    .from(dashboardPublication)
    .where(eq(dashboardPublication.dashboardId, dashboard.dashboardId));
  await db
    .update(dashboard)
    .set({ isPublished: false })
    .where(and(inArray(dashboard.dashboardId, [...ids]), eq(dashboard.isPublic, false), notExists(readers)));
}
