import type { SensorLife } from '@atrium/contract/sensor-life';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { isInstalledNow } from '../../registry/directory/entity-lookup.ts';
import type { Transaction } from '../../registry/registry.ts';
import { location, site } from '../../registry/schema/places.ts';
import { pushKey, sensor, sensorAssignment, zone } from '../../registry/schema/sensors.ts';

/** A sensor as its life needs it. */
export interface LivingSensor extends SensorLife {
  readonly macAddress: string | null;
  /** Who it is; null for a dummy. */
  readonly device: string | null;
  readonly siteName: string | null;
  /** In which its days are days. */
  readonly timezone: string;
}

const lifeColumns = {
  sensorId: sensor.sensorId,
  orgId: sensor.orgId,
  name: sensor.name,
  active: sensor.active,
  commissionedDate: sensor.commissionedDate,
  commissionedBy: sensor.commissionedBy,
  siteId: site.siteId,
  locationId: site.locationId,
  version: sensor.version,
  macAddress: sensor.macAddress,
  device: sensor.device,
  siteName: site.name,
  timezone: sql<string>`coalesce(${location.timezone}, ${sensor.timeZone}, 'UTC')`,
};

export async function readLife(
  { sql: db }: Transaction,
  orgId: string,
  sensorId: string,
  now: Date,
): Promise<LivingSensor | undefined> {
  const [row] = await db
    .select(lifeColumns)
    .from(sensor)
    .leftJoin(sensorAssignment, isInstalledNow(now))
    .leftJoin(site, eq(site.siteId, sensorAssignment.siteId))
    .leftJoin(location, eq(location.locationId, site.locationId))
    .where(and(eq(sensor.orgId, orgId), eq(sensor.sensorId, sensorId), isNull(sensor.deletedAt)));
  return row && { ...row, commissionedDate: row.commissionedDate?.toISOString() ?? null };
}

type Changed = Partial<
  Pick<typeof sensor.$inferInsert, 'active' | 'commissionedDate' | 'commissionedBy' | 'deletedAt'>
>;

/** Whatever a sensor counted before an instant counts never again, however it comes. */
export async function forgetBefore({ sql: db }: Transaction, sensorId: string, before: Date): Promise<void> {
  await db
    .update(sensor)
    .set({ purgedBefore: sql`greatest(${sensor.purgedBefore}, ${before})` })
    .where(eq(sensor.sensorId, sensorId));
}

export async function saveLife({ sql: db }: Transaction, sensorId: string, changed: Changed, now: Date): Promise<void> {
  await db
    .update(sensor)
    .set({ ...changed, updatedAt: now, version: sql`${sensor.version} + 1` })
    .where(eq(sensor.sensorId, sensorId));
}

export async function assignmentsOf({ sql: db }: Transaction, sensorId: string): Promise<string[]> {
  const rows = await db
    .select({ id: sensorAssignment.sensorAssignmentId })
    .from(sensorAssignment)
    .where(and(eq(sensorAssignment.sensorId, sensorId), isNull(sensorAssignment.deletedAt)));
  return rows.map(({ id }) => id);
}

export async function removeZones({ sql: db }: Transaction, sensorId: string, now: Date): Promise<void> {
  await db
    .update(zone)
    .set({ deletedAt: now, updatedAt: now, version: sql`${zone.version} + 1` })
    .where(and(eq(zone.sensorId, sensorId), isNull(zone.deletedAt)));
}

export async function revokePushKeys({ sql: db }: Transaction, sensorId: string, now: Date): Promise<void> {
  await db
    .update(pushKey)
    .set({ revokedAt: now })
    .where(and(eq(pushKey.sensorId, sensorId), isNull(pushKey.revokedAt)));
}
