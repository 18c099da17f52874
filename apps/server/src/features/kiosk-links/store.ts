import { roleLabels } from '@atrium/contract/access';
import type { KioskLink, KioskState } from '@atrium/contract/kiosk-links';
import type { KioskItem } from '@atrium/rules/kiosk-links';
import { and, count, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { seesDashboard } from '../../registry/directory/dashboard-visibility.ts';
import { isId, sameId } from '../../registry/ids.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { lockByName } from '../../registry/lock-by-name.ts';
import type { Transaction } from '../../registry/registry.ts';
import { dashboard } from '../../registry/schema/dashboards.ts';
import { kioskLink } from '../../registry/schema/kiosk-links.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { localUser } from '../../registry/schema/people.ts';
import type { Scope } from '../../scope.ts';

const { kioskLinkId, orgId, userId, byStaff, name, items, expiresAt, createdAt, lastSeenAt, version } = kioskLink;
/** Staff are not known by name in an organization. */
const ownerName = sql<string>`coalesce(${localUser.name}, ${roleLabels.SenSourceUser})`;
const isOwner = and(eq(localUser.userId, userId), eq(localUser.orgId, orgId), isNull(localUser.deletedAt));

/** Never the hash of the secret. */
const columns = {
  kioskLinkId,
  orgId,
  userId,
  byStaff,
  ownerName,
  /** Null where the owner is not a user of the organization. */
  loginDisabled: localUser.loginDisabled,
  name,
  items,
  expiresAt,
  createdAt,
  lastSeenAt,
  version,
};
export type KioskLinkRow = Awaited<ReturnType<typeof select>>[number];

function select({ sql: db }: Transaction, wanted: SQL | undefined) {
  return db.select(columns).from(kioskLink).leftJoin(localUser, isOwner).where(wanted).$dynamic();
}

/** Administrators see all of their organization, everyone else their own. */
function visible(scope: Scope): SQL | undefined {
  const own = scope.role === 'OrganizationUser' ? eq(userId, scope.userId) : undefined;
  return and(eq(orgId, scope.orgId), isNull(kioskLink.revokedAt), own);
}

export async function kioskLinkPage(
  tx: Transaction,
  scope: Scope,
  query: ListQuery,
): Promise<{ rows: KioskLinkRow[]; total: number }> {
  const wanted = and(visible(scope), contains(query.search, name, ownerName));
  const rows = await select(tx, wanted)
    .orderBy(...orderTerms(query.order ?? 'name', { name, ownerName, createdAt, lastSeenAt, expiresAt }, kioskLinkId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await tx.sql.select({ total: count() }).from(kioskLink).leftJoin(localUser, isOwner).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

/** Locked until the transaction ends: of two changes at once, the second sees the first. */
export async function lockKioskLink(tx: Transaction, scope: Scope, id: string): Promise<KioskLinkRow | undefined> {
  const [row] = await select(tx, and(visible(scope), sameId(kioskLinkId, id))).for('update', { of: kioskLink });
  return row;
}

/** One new link after another, so that two at once cannot exceed the limit. */
export async function lockAndCountLinks(tx: Transaction, scope: Scope): Promise<{ all: number; own: number }> {
  await lockByName(tx, `kiosk-links/${scope.orgId}`);
  const [counted] = await tx.sql
    .select({ all: count(), own: sql<number>`count(*) FILTER (WHERE ${eq(userId, scope.userId)})`.mapWith(Number) })
    .from(kioskLink)
    .where(and(eq(orgId, scope.orgId), isNull(kioskLink.revokedAt)));
  return counted ?? { all: 0, own: 0 };
}

export async function addKioskLink(
  { sql: db }: Transaction,
  values: typeof kioskLink.$inferInsert,
): Promise<{ kioskLinkId: string }> {
  const [row] = await db.insert(kioskLink).values(values).returning({ kioskLinkId });
  return row!;
}

export async function saveKioskLink(
  { sql: db }: Transaction,
  id: string,
  changes: Partial<Pick<typeof kioskLink.$inferInsert, 'name' | 'items' | 'expiresAt' | 'revokedAt'>>,
  now: Date,
): Promise<void> {
  await db
    .update(kioskLink)
    .set({ ...changes, updatedAt: now, version: sql`${version} + 1` })
    .where(eq(kioskLinkId, id));
}

const keptMs = 30 * 86_400_000;

/** Removes links that were revoked a month ago. */
export async function purgeKioskLinks({ sql: db }: Transaction, now: Date): Promise<void> {
  await db.delete(kioskLink).where(lt(kioskLink.revokedAt, new Date(now.getTime() - keptMs)));
}

/** Of these dashboards those that someone sees, by id. */
export async function visibleDashboards(
  { sql: db }: Transaction,
  viewer: Pick<Scope, 'orgId' | 'userId'>,
  ids: readonly string[],
): Promise<Map<string, { name: string; version: number }>> {
  const known = [...new Set(ids.filter(isId))];
  if (known.length === 0) return new Map();
  const rows = await db
    .select({ dashboardId: dashboard.dashboardId, name: dashboard.name, version: dashboard.version })
    .from(dashboard)
    .where(and(visibleTo(viewer), inArray(dashboard.dashboardId, known)));
  return new Map(rows.map(({ dashboardId, ...row }) => [dashboardId, row]));
}

export async function findVisibleDashboard(
  { sql: db }: Transaction,
  viewer: Pick<Scope, 'orgId' | 'userId'>,
  id: string,
) {
  const { dashboardId, name: title, version: at, widgets } = dashboard;
  const [row] = await db
    .select({ dashboardId, name: title, version: at, widgets })
    .from(dashboard)
    .where(and(visibleTo(viewer), sameId(dashboardId, id)));
  return row;
}

function visibleTo(viewer: Pick<Scope, 'orgId' | 'userId'>): SQL | undefined {
  return and(eq(dashboard.orgId, viewer.orgId), isNull(dashboard.deletedAt), seesDashboard(viewer.userId));
}

/** What a wall screen needs besides its dashboards. */
export async function findScreen({ sql: db }: Transaction, id: string) {
  const { weekStart, currency, permitComparisonViews } = organization;
  const [row] = await db
    .select({ name, items, timezone: localUser.timezone, weekStart, currency, permitComparisonViews })
    .from(kioskLink)
    .innerJoin(organization, eq(organization.orgId, orgId))
    .leftJoin(localUser, isOwner)
    .where(eq(kioskLinkId, id));
  return row;
}

export function shownItems(
  playlist: readonly KioskItem[],
  dashboards: ReadonlyMap<string, { name: string; version: number }>,
): KioskState['items'] {
  return playlist.flatMap(({ dashboardId, seconds }) => {
    const found = dashboards.get(dashboardId);
    return found ? [{ dashboardId, ...found, seconds }] : [];
  });
}

export function toReply(row: KioskLinkRow, dashboards: ReadonlyMap<string, { name: string }>, now: Date): KioskLink {
  const { byStaff: ofStaff, loginDisabled, expiresAt: end, ...rest } = row;
  const isExpired = end !== null && end <= now;
  return {
    ...rest,
    items: row.items.map((item) => ({ ...item, name: dashboards.get(item.dashboardId)?.name ?? null })),
    expiresAt: end?.toISOString() ?? null,
    isActive: !isExpired && (ofStaff || loginDisabled === false),
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  };
}
