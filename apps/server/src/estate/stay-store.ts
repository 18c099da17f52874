import { and, asc, eq, gt, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import { inBatches, type Transaction } from '../registry/registry.ts';
import { space } from '../registry/schema/places.ts';
import { sensor, sensorAssignment, spaceZoneAssignment, zone } from '../registry/schema/sensors.ts';
import { leaveMappings } from './zone-mapping-store.ts';
import { beginSeriesAt, changeMeaning, endSeriesAt, nextMinute, repointSeries } from './series-store.ts';

/** A site and the location it belongs to. */
export interface Place {
  readonly siteId: string;
  readonly locationId: string;
}

/** A sensor installed at a site, and since when. */
export interface Stay {
  readonly sensorAssignmentId: string;
  readonly siteId: string;
  readonly since: Date;
}

/** Where a sensor is installed now. */
export async function stayOf({ sql: db }: Transaction, sensorId: string, now: Date): Promise<Stay | undefined> {
  const { sensorAssignmentId, siteId, from } = sensorAssignment;
  const [found] = await db
    .select({ sensorAssignmentId, siteId, since: from })
    .from(sensorAssignment)
    .where(and(eq(sensorAssignment.sensorId, sensorId), holds(now)));
  return found;
}

/** Active sensors installed at a site now. */
export async function activeSensorsAt({ sql: db }: Transaction, siteId: string, now: Date): Promise<string[]> {
  const rows = await db
    .select({ sensorId: sensor.sensorId })
    .from(sensorAssignment)
    .innerJoin(sensor, eq(sensor.sensorId, sensorAssignment.sensorId))
    .where(and(eq(sensorAssignment.siteId, siteId), holds(now), sensor.active));
  return rows.map(({ sensorId }) => sensorId);
}

/** The blank assignment of a site. */
export async function blankAt({ sql: db }: Transaction, siteId: string, now: Date): Promise<string | undefined> {
  const [found] = await db
    .select({ sensorAssignmentId: sensorAssignment.sensorAssignmentId })
    .from(sensorAssignment)
    .where(and(eq(sensorAssignment.siteId, siteId), isNull(sensorAssignment.sensorId), holds(now)));
  return found?.sensorAssignmentId;
}

/**
 * Installs a sensor, or none yet, at a site. A blank assignment there is filled with the sensor. Its readings belong to
 * the site from the next minute on. Returns the id of the assignment.
 */
export async function install(
  tx: Transaction,
  orgId: string,
  installed: { readonly sensorId: string | null; readonly sensorUseType: number; readonly place: Place },
  now: Date,
): Promise<string> {
  const { sql: db } = tx;
  const { sensorId, sensorUseType, place } = installed;
  const values = { sensorId, sensorUseType, from: now, updatedAt: now };
  const blank = await blankAt(tx, place.siteId, now);
  const [row] =
    blank === undefined
      ? await db
          .insert(sensorAssignment)
          .values({ orgId, siteId: place.siteId, ...values, createdAt: now })
          .returning({ id: sensorAssignment.sensorAssignmentId })
      : await db
          .update(sensorAssignment)
          .set({ ...values, version: sql`${sensorAssignment.version} + 1` })
          .where(eq(sensorAssignment.sensorAssignmentId, blank))
          .returning({ id: sensorAssignment.sensorAssignmentId });
  if (!row) throw new Error('The assignment was not stored.');
  if (sensorId !== null) {
    const counting = (await isActive(tx, sensorId)) ? await zonesOf(tx, sensorId) : [];
    await beginSeriesAt(tx, orgId, counting, place, nextMinute(now));
    await leaveOtherLocations(tx, orgId, sensorId, place.locationId, now);
  }
  return row.id;
}

/** Installs sensors without zones at sites without blank assignments. Returns the ids of the assignments, by sensor. */
export async function installNewSensors(
  { sql: db }: Transaction,
  orgId: string,
  installed: readonly { sensorId: string; sensorUseType: number; siteId: string; from: Date }[],
  now: Date,
): Promise<Map<string, string>> {
  const { sensorId, sensorAssignmentId } = sensorAssignment;
  const ids = new Map<string, string>();
  await inBatches(installed, async (batch) => {
    const values = batch.map((each) => ({ ...each, orgId, createdAt: now, updatedAt: now }));
    const rows = await db.insert(sensorAssignment).values(values).returning({ sensorId, sensorAssignmentId });
    for (const row of rows) ids.set(row.sensorId ?? '', row.sensorAssignmentId);
  });
  return ids;
}

/** A decommissioned sensor counts nothing, wherever it is installed. */
async function isActive({ sql: db }: Transaction, sensorId: string): Promise<boolean> {
  const [found] = await db.select({ active: sensor.active }).from(sensor).where(eq(sensor.sensorId, sensorId));
  return found?.active ?? false;
}

/** Unassigns a sensor. Its counts are kept, including the current minute. */
export async function uninstall(tx: Transaction, orgId: string, sensorId: string, now: Date): Promise<void> {
  await tx.sql
    .update(sensorAssignment)
    .set({ to: now, updatedAt: now, version: sql`${sensorAssignment.version} + 1` })
    .where(and(eq(sensorAssignment.orgId, orgId), eq(sensorAssignment.sensorId, sensorId), holds(now)));
  await endSeriesAt(tx, orgId, { zoneIds: await zonesOf(tx, sensorId) }, nextMinute(now));
}

/**
 * Moves an installed sensor to another site: from now on, or as if it had been there since its installation at the
 * first.
 */
export async function move(
  tx: Transaction,
  orgId: string,
  moved: { readonly sensorId: string; readonly stay: Stay; readonly to: Place; readonly withData: boolean },
  now: Date,
): Promise<void> {
  const { sql: db } = tx;
  const { sensorId, stay, to, withData } = moved;
  const zoneIds = await zonesOf(tx, sensorId);
  const blank = await blankAt(tx, to.siteId, now);
  if (blank !== undefined) await deleteAssignments(tx, orgId, [blank], now);
  const current = eq(sensorAssignment.sensorAssignmentId, stay.sensorAssignmentId);
  const changed = { updatedAt: now, version: sql`${sensorAssignment.version} + 1` };
  if (withData) {
    await db
      .update(sensorAssignment)
      .set({ siteId: to.siteId, ...changed })
      .where(current);
    await repointSeries(tx, orgId, zoneIds, stay, to);
  } else {
    const [before] = await db
      .update(sensorAssignment)
      .set({ to: now, ...changed })
      .where(current)
      .returning({ sensorUseType: sensorAssignment.sensorUseType });
    await db.insert(sensorAssignment).values({
      orgId,
      sensorId,
      siteId: to.siteId,
      sensorUseType: before?.sensorUseType ?? 1,
      from: now,
      createdAt: now,
      updatedAt: now,
    });
    await changeMeaning(tx, orgId, zoneIds, to, nextMinute(now));
  }
  await leaveOtherLocations(tx, orgId, sensorId, to.locationId, now);
}

/** Moves the start of the first stay back. */
export async function backdateStay({ sql: db }: Transaction, sensorId: string, at: Date, now: Date): Promise<void> {
  const [first] = await db
    .select({ id: sensorAssignment.sensorAssignmentId, from: sensorAssignment.from })
    .from(sensorAssignment)
    .where(and(eq(sensorAssignment.sensorId, sensorId), isNull(sensorAssignment.deletedAt)))
    .orderBy(asc(sensorAssignment.from))
    .limit(1);
  if (!first || first.from <= at) return;
  await db
    .update(sensorAssignment)
    .set({ from: at, updatedAt: now, version: sql`${sensorAssignment.version} + 1` })
    .where(eq(sensorAssignment.sensorAssignmentId, first.id));
}

/** Deletes assignments; counts under them are kept. */
export async function deleteAssignments(
  { sql: db }: Transaction,
  orgId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(sensorAssignment)
    .set({
      deletedAt: now,
      to: sql`least(${sensorAssignment.to}, ${now})`,
      updatedAt: now,
      version: sql`${sensorAssignment.version} + 1`,
    })
    .where(and(eq(sensorAssignment.orgId, orgId), inArray(sensorAssignment.sensorAssignmentId, [...ids])));
}

/** The zones of a sensor. */
export async function zonesOf({ sql: db }: Transaction, sensorId: string): Promise<string[]> {
  const rows = await db
    .select({ zoneId: zone.zoneId })
    .from(zone)
    .where(and(eq(zone.sensorId, sensorId), isNull(zone.deletedAt)));
  return rows.map(({ zoneId }) => zoneId);
}

/**
 * Removes the zones of a sensor from all spaces and mappings except those of its current location; from all of them
 * where it is null.
 */
export async function leaveOtherLocations(
  tx: Transaction,
  orgId: string,
  sensorId: string,
  locationId: string | null,
  now: Date,
): Promise<void> {
  const zoneIds = await zonesOf(tx, sensorId);
  if (zoneIds.length === 0) return;
  const elsewhere = tx.sql
    .select({ spaceId: space.spaceId })
    .from(space)
    .where(and(eq(space.orgId, orgId), locationId === null ? undefined : ne(space.locationId, locationId)));
  await tx.sql
    .update(spaceZoneAssignment)
    .set({ deletedAt: now, updatedAt: now, version: sql`${spaceZoneAssignment.version} + 1` })
    .where(
      and(
        eq(spaceZoneAssignment.orgId, orgId),
        inArray(spaceZoneAssignment.zoneId, zoneIds),
        inArray(spaceZoneAssignment.spaceId, elsewhere),
        isNull(spaceZoneAssignment.deletedAt),
      ),
    );
  await leaveMappings(tx, orgId, zoneIds, locationId, now);
}

function holds(now: Date) {
  return and(isNull(sensorAssignment.deletedAt), lte(sensorAssignment.from, now), gt(sensorAssignment.to, now));
}
