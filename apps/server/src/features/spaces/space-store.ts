import type { Space } from '@atrium/contract/spaces';
import { timesInUtc } from '@atrium/rules/reset-config';
import type { SpaceValues } from '@atrium/rules/space';
import { and, count, desc, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { removeMappingsOfSpaces } from '../../estate/zone-mapping-store.ts';
import { visibleTo } from '../../registry/directory/entity-lookup.ts';
import { takeDisplayedIds } from '../../registry/display-code-store.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { isId, sameId } from '../../registry/ids.ts';
import { inBatches, type Transaction } from '../../registry/registry.ts';
import { location, occupancyReset, space } from '../../registry/schema/places.ts';
import { spaceZoneAssignment } from '../../registry/schema/sensors.ts';
import { spaceSetting } from '../../registry/schema/space-history.ts';
import type { Scope } from '../../scope.ts';

/** As stored: reset times are in local time. */
export interface StoredSpace extends SpaceValues {
  readonly spaceId: string;
  readonly orgId: string;
  readonly locationId: string;
  readonly version: number;
  readonly timezone: string;
}

export const storedColumns = {
  spaceId: space.spaceId,
  orgId: space.orgId,
  locationId: space.locationId,
  name: space.name,
  maxCapacity: space.maxCapacity,
  targetOccupancy: space.targetOccupancy,
  isHeadroom: space.isHeadroom,
  countsTowardLocation: space.countsTowardLocation,
  disabled: space.disabled,
  resetConfig: space.resetConfig,
  corrections: space.corrections,
  version: space.version,
  timezone: location.timezone,
};
const { spaceId, locationId, name, maxCapacity, disabled } = storedColumns;

/** As returned: reset times are UTC. */
export function toReply({ timezone, resetConfig, ...stored }: StoredSpace, now: Date): Space {
  return {
    ...stored,
    resetConfig: { ...resetConfig, resetTimes: timesInUtc(resetConfig.resetTimes, timezone, now) },
  };
}

export interface SpaceFilter {
  readonly locationId?: string | undefined;
  readonly disabled?: 'true' | 'false' | undefined;
}

export async function spacePage(
  { sql: db }: Transaction,
  scope: Scope,
  query: ListQuery & SpaceFilter,
): Promise<{ rows: StoredSpace[]; total: number }> {
  const wanted = and(
    visible(scope),
    query.locationId === undefined ? undefined : sameId(locationId, query.locationId),
    query.disabled && eq(disabled, query.disabled === 'true'),
    contains(query.search, name),
  );
  const rows = await db
    .select(storedColumns)
    .from(space)
    .innerJoin(location, eq(location.locationId, locationId))
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'name', { name, maxCapacity, disabled }, spaceId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(space).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findSpace({ sql: db }: Transaction, scope: Scope, id: string): Promise<StoredSpace | undefined> {
  const [row] = await db
    .select(storedColumns)
    .from(space)
    .innerJoin(location, eq(location.locationId, locationId))
    .where(and(visible(scope), sameId(spaceId, id)));
  return row;
}

/** The visible ones of these spaces, by id. */
export async function findSpaces({ sql: db }: Transaction, scope: Scope, ids: readonly string[]) {
  const rows = await db
    .select({ spaceId, name, locationId })
    .from(space)
    .where(and(visible(scope), inArray(spaceId, ids.filter(isId))));
  return new Map(rows.map((row) => [row.spaceId, row]));
}

/** Of all organizations. */
export async function spacesById(
  { sql: db }: Transaction,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Space>> {
  const rows = await db
    .select(storedColumns)
    .from(space)
    .innerJoin(location, eq(location.locationId, locationId))
    .where(and(inArray(spaceId, ids.filter(isId)), isNull(space.deletedAt)));
  return new Map(rows.map((row) => [row.spaceId, toReply(row, now)]));
}

/** Returns their ids, in the given order. */
export async function addSpaces(
  tx: Transaction,
  orgId: string,
  spaces: readonly { readonly locationId: string; readonly values: SpaceValues }[],
  now: Date,
): Promise<string[]> {
  const ids = await takeDisplayedIds(tx, orgId, 'space', spaces.length);
  const rows = spaces.map((each, index) => {
    return { ...each.values, orgId, locationId: each.locationId, spaceId: ids[index]!, createdAt: now, updatedAt: now };
  });
  await inBatches(rows, (batch) => tx.sql.insert(space).values(batch));
  return ids;
}

export async function saveSpace(
  { sql: db }: Transaction,
  before: StoredSpace,
  changes: Partial<SpaceValues>,
  now: Date,
): Promise<void> {
  await db
    .update(space)
    .set({ ...changes, version: before.version + 1, updatedAt: now })
    .where(eq(spaceId, before.spaceId));
}

/** The settings that it has now also hold for the past, from an instant on. */
export async function extendSettings({ sql: db }: Transaction, id: string, from: Date): Promise<void> {
  const own = eq(spaceSetting.spaceId, id);
  const [current] = await db.select().from(spaceSetting).where(own).orderBy(desc(spaceSetting.from)).limit(1);
  if (!current || current.from <= from) return;
  await db.delete(spaceSetting).where(and(own, gte(spaceSetting.from, from)));
  await db
    .update(spaceSetting)
    .set({ to: from })
    .where(and(own, gt(spaceSetting.to, from)));
  await db.insert(spaceSetting).values({ ...current, from });
}

/** Deletes it with its manual resets, zone assignments and mappings. */
export async function removeSpace(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.sql.update(space).set(deletion(space, now)).where(eq(spaceId, id));
  await empty(tx, [id], now);
}

/** The same for all spaces of a location. Returns their ids. */
export async function removeSpacesOf(tx: Transaction, ofLocation: string, now: Date): Promise<string[]> {
  const gone = await tx.sql
    .update(space)
    .set(deletion(space, now))
    .where(and(eq(locationId, ofLocation), isNull(space.deletedAt)))
    .returning({ spaceId });
  const ids = gone.map((row) => row.spaceId);
  await empty(tx, ids, now);
  return ids;
}

async function empty(tx: Transaction, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await removeMappingsOfSpaces(tx, ids, now);
  for (const table of [spaceZoneAssignment, occupancyReset]) {
    await tx.sql
      .update(table)
      .set(deletion(table, now))
      .where(and(inArray(table.spaceId, [...ids]), isNull(table.deletedAt)));
  }
}

function deletion({ version }: { readonly version: PgColumn }, now: Date) {
  return { deletedAt: now, updatedAt: now, version: sql`${version} + 1` };
}

function visible(scope: Scope) {
  return and(visibleTo(scope, space.orgId, locationId), isNull(space.deletedAt));
}
