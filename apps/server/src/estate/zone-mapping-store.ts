import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Transaction } from '../registry/registry.ts';
import { expectedWaitMapping, queueMapping, zoneCountMapping } from '../registry/schema/zone-mappings.ts';

/**
 * Takes zones out of all mappings except those of their current location; out of all mappings where it is null. A
 * mapping that loses the zone it is about is deleted.
 */
export async function leaveMappings(
  { sql: db }: Transaction,
  orgId: string,
  zoneIds: readonly string[],
  locationId: string | null,
  now: Date,
): Promise<void> {
  if (zoneIds.length === 0) return;
  const using = (table: Mappings, zone: PgColumn) =>
    and(
      eq(table.orgId, orgId),
      inArray(zone, [...zoneIds]),
      locationId === null ? undefined : ne(table.locationId, locationId),
      isNull(table.deletedAt),
    );
  await db.update(queueMapping).set(gone(queueMapping, now)).where(using(queueMapping, queueMapping.queueZoneId));
  await db
    .update(zoneCountMapping)
    .set(gone(zoneCountMapping, now))
    .where(using(zoneCountMapping, zoneCountMapping.zoneId));
  await db
    .update(expectedWaitMapping)
    .set(gone(expectedWaitMapping, now))
    .where(using(expectedWaitMapping, expectedWaitMapping.headZoneId));
  for (const field of ['serviceZoneId', 'queueOccupancyZoneId', 'serviceOccupancyZoneId'] as const) {
    await db
      .update(queueMapping)
      .set({ [field]: null, ...edited(queueMapping, now) })
      .where(using(queueMapping, queueMapping[field]));
  }
  for (const field of ['dwellZoneId', 'passerbyZoneId'] as const) {
    await db
      .update(zoneCountMapping)
      .set({ [field]: null, ...edited(zoneCountMapping, now) })
      .where(using(zoneCountMapping, zoneCountMapping[field]));
  }
}

/** Deletes the mappings of deleted spaces. */
export async function removeMappingsOfSpaces(
  { sql: db }: Transaction,
  spaceIds: readonly string[],
  now: Date,
): Promise<void> {
  if (spaceIds.length === 0) return;
  await db
    .update(expectedWaitMapping)
    .set(gone(expectedWaitMapping, now))
    .where(and(inArray(expectedWaitMapping.spaceId, [...spaceIds]), isNull(expectedWaitMapping.deletedAt)));
}

/** Deletes all mappings of a deleted location. */
export async function removeMappingsAt({ sql: db }: Transaction, locationId: string, now: Date): Promise<void> {
  for (const table of [queueMapping, zoneCountMapping, expectedWaitMapping]) {
    await db
      .update(table)
      .set(gone(table, now))
      .where(and(eq(table.locationId, locationId), isNull(table.deletedAt)));
  }
}

type Mappings = typeof queueMapping | typeof zoneCountMapping | typeof expectedWaitMapping;

function edited({ version }: { readonly version: PgColumn }, now: Date): { updatedAt: Date; version: SQL } {
  return { updatedAt: now, version: sql`${version} + 1` };
}

function gone(table: { readonly version: PgColumn }, now: Date) {
  return { deletedAt: now, ...edited(table, now) };
}
