import type { Display } from '@atrium/contract/displays';
import { defaultLook, type DisplayKind, type DisplayLook, type PlaylistItem } from '@atrium/rules/display';
import { and, count, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { visibleTo } from '../../registry/directory/entity-lookup.ts';
import { isId, sameId } from '../../registry/ids.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { lockByName } from '../../registry/lock-by-name.ts';
import { notification } from '../../registry/notifications.ts';
import type { Transaction } from '../../registry/registry.ts';
import { display } from '../../registry/schema/displays.ts';
import { space } from '../../registry/schema/places.ts';
import { zone } from '../../registry/schema/sensors.ts';
import type { Scope } from '../../scope.ts';

/** A display with the name of what it is about. */
export interface DisplayRow {
  readonly display: typeof display.$inferSelect;
  readonly name: string;
}

export type DisplayValues = Partial<
  Pick<DisplayRow['display'], 'name' | 'enabled' | 'look' | 'logo' | 'items' | 'code'>
>;

const { displayId, orgId, locationId, kind, entityType, entityId, deletedAt } = display;

export const isOfSpace = and(eq(entityType, 'space'), eq(space.spaceId, entityId), isNull(space.deletedAt));
export const isOfZone = and(eq(entityType, 'zone'), eq(zone.zoneId, entityId), isNull(zone.deletedAt));
/** A display ends with its space or zone. */
export const hasSubject = or(eq(kind, 'playlist'), isNotNull(space.spaceId), isNotNull(zone.zoneId));
export const subjectName = sql<string>`coalesce(${space.name}, ${zone.name}, ${display.name}, '')`;

export interface DisplayFilter {
  readonly kinds: readonly DisplayKind[];
  readonly locationId?: string | undefined;
  readonly entityId?: string | undefined;
}

export async function displayPage(
  tx: Transaction,
  scope: Scope,
  query: ListQuery & DisplayFilter,
): Promise<{ rows: DisplayRow[]; total: number }> {
  const wanted = and(
    visible(scope),
    inArray(kind, [...query.kinds]),
    query.locationId === undefined ? undefined : sameId(locationId, query.locationId),
    query.entityId === undefined ? undefined : sameId(entityId, query.entityId),
    contains(query.search, subjectName),
  );
  const rows = await displays(tx)
    .where(wanted)
    .orderBy(
      ...orderTerms(
        query.order ?? 'name',
        { name: sql`lower(${subjectName})`, kind, createdAt: display.createdAt },
        displayId,
      ),
    )
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await tx.sql
    .select({ total: count() })
    .from(display)
    .leftJoin(space, isOfSpace)
    .leftJoin(zone, isOfZone)
    .where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findDisplay(tx: Transaction, scope: Scope, id: string): Promise<DisplayRow | undefined> {
  const [row] = await displays(tx).where(and(visible(scope), sameId(displayId, id)));
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockDisplay(tx: Transaction, scope: Scope, id: string): Promise<DisplayRow | undefined> {
  await tx.sql
    .select({ displayId })
    .from(display)
    .where(and(eq(orgId, scope.orgId), sameId(displayId, id)))
    .for('update');
  return findDisplay(tx, scope, id);
}

/** The kinds of those of these displays that exist, by id. */
export async function kindsOf(
  tx: Transaction,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, DisplayKind>> {
  const rows = await displays(tx).where(and(visible(scope), inArray(displayId, ids.filter(isId))));
  return new Map(rows.map((row) => [row.display.displayId, row.display.kind]));
}

/** Whether this space or zone has, or ever had, such a display. */
export async function earlierDisplay(
  tx: Transaction,
  ofOrg: string,
  ofKind: DisplayKind,
  ofEntity: string,
): Promise<'none' | 'deleted' | 'existing'> {
  await lockByName(tx, `displays ${ofOrg}`);
  const rows = await tx.sql
    .select({ deletedAt })
    .from(display)
    .where(and(eq(orgId, ofOrg), eq(kind, ofKind), eq(entityId, ofEntity)));
  if (rows.length === 0) return 'none';
  return rows.some((row) => row.deletedAt === null) ? 'existing' : 'deleted';
}

export async function countDisplays({ sql: db }: Transaction, ofOrg: string): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(display)
    .where(and(eq(orgId, ofOrg), isNull(deletedAt)));
  return counted?.total ?? 0;
}

/** A new display looks like the one that was changed last: an organization has one look. */
export async function latestLook(
  { sql: db }: Transaction,
  ofOrg: string,
): Promise<{ look: DisplayLook; logo: string | null }> {
  const [row] = await db
    .select({ look: display.look, logo: display.logo })
    .from(display)
    .where(and(eq(orgId, ofOrg), isNull(deletedAt)))
    .orderBy(desc(display.updatedAt))
    .limit(1);
  if (!row) return { look: defaultLook, logo: null };
  // Texts are about one place.
  return { look: { ...row.look, title: '', note: '' }, logo: row.logo };
}

export async function addDisplay(
  { sql: db }: Transaction,
  values: typeof display.$inferInsert,
): Promise<DisplayRow['display']> {
  const [row] = await db.insert(display).values(values).returning();
  return row!;
}

export async function saveDisplay(
  { sql: db }: Transaction,
  before: DisplayRow['display'],
  changes: DisplayValues & { readonly deletedAt?: Date },
  now: Date,
): Promise<DisplayRow['display']> {
  const [row] = await db
    .update(display)
    .set({ ...changes, version: before.version + 1, updatedAt: now })
    .where(eq(displayId, before.displayId))
    .returning();
  return row!;
}

/** Open pages look again. */
export async function announceDisplays({ client }: Transaction, ofOrg: string): Promise<void> {
  await client.query(notification('displays', ofOrg));
}

export function toReply({ display: row, name }: DisplayRow, publicUrl: string): Display {
  const { look, logo, items, name: _ofPlaylist, createdAt: _at, updatedAt: _changed, deletedAt: _gone, ...rest } = row;
  const url = `${publicUrl}/api/display/${rest.kind}/${rest.code}`;
  return {
    ...rest,
    ...look,
    name,
    url,
    hasLogo: logo !== null,
    items: items.map((item: PlaylistItem) => ({ ...item })),
  };
}

function displays({ sql: db }: Transaction) {
  return db
    .select({ display, name: subjectName })
    .from(display)
    .leftJoin(space, isOfSpace)
    .leftJoin(zone, isOfZone)
    .$dynamic();
}

function visible(scope: Scope) {
  return and(visibleTo(scope, orgId, locationId), isNull(deletedAt), hasSubject);
}
