import { formatMac } from '@atrium/rules/mac-address';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { isInstalledNow } from '../../registry/directory/entity-lookup.ts';
import type { Transaction } from '../../registry/registry.ts';
import { location, site } from '../../registry/schema/places.ts';
import { sensor, sensorAssignment, zone, zoneSetting } from '../../registry/schema/sensors.ts';
import { lastSetting, zoneColumns } from '../../registry/zone-columns.ts';
import type { FileSensor, FileZone } from './format.ts';
import { groupBy } from './group-by.ts';
import { writtenMoment } from './timestamp.ts';

export type StoredSensor = Omit<FileSensor, 'zones' | 'customFields'> & {
  id: string;
  name: string;
  zones: readonly StoredZone[];
};
export type StoredZone = Omit<FileZone, 'customFields'> & { id: string };

export interface InstalledSensor {
  readonly siteId: string | null;
  readonly stored: StoredSensor;
}

export async function loadSensors({ sql: db }: Transaction, orgId: string, now: Date): Promise<InstalledSensor[]> {
  const { sensorId: id, name, sensorType, macAddress, identifier, timeZone, periodicUse, nodeSensors } = sensor;
  const { commissionedDate } = sensor;
  const { sensorUseType } = sensorAssignment;
  const timezone = sql<string>`coalesce(${location.timezone}, ${timeZone}, 'UTC')`;
  const what = { id, name, sensorType, macAddress, identifier, timeZone, periodicUse, nodeSensors };
  const rows = await db
    .select({ ...what, sensorUseType, siteId: site.siteId, commissionedDate, timezone })
    .from(sensor)
    .leftJoin(sensorAssignment, isInstalledNow(now))
    .leftJoin(site, and(eq(site.siteId, sensorAssignment.siteId), isNull(site.deletedAt)))
    .leftJoin(location, eq(location.locationId, site.locationId))
    .where(and(eq(sensor.orgId, orgId), isNull(sensor.deletedAt), eq(sensor.active, true)))
    .orderBy(asc(name), asc(id));
  const zones = await db
    .select({ of: zone.sensorId, row: zoneFields })
    .from(zone)
    .innerJoin(zoneSetting, lastSetting())
    .where(and(eq(zone.orgId, orgId), isNull(zone.deletedAt)))
    .orderBy(asc(zone.name), asc(zone.zoneId));
  const zonesOf = groupBy(zones, ({ of, row }): [string, StoredZone] => [of, row]);
  return rows.map(
    ({
      siteId,
      macAddress: mac,
      identifier: own,
      commissionedDate: at,
      timezone: zoneName,
      sensorUseType: use,
      ...row
    }) => ({
      siteId,
      stored: {
        ...row,
        sensorUseType: use ?? 1,
        ...(mac !== null && { macAddress: formatMac(mac) }),
        ...(own !== null && { identifier: own }),
        ...(at !== null && { commissionedDate: writtenMoment(at, zoneName) }),
        zones: zonesOf.get(row.id) ?? [],
      },
    }),
  );
}

const {
  zoneId,
  deviceId,
  orgId: _org,
  sensorId: _sensor,
  needsReview: _review,
  settings: _kept,
  ...ofZone
} = zoneColumns;
/** In the order in which they are written. */
const zoneFields = { id: zoneId, deviceId, ...ofZone };

/** Those that sensors have already. */
export async function zonesOfSensors(
  { sql: db }: Transaction,
  sensorIds: readonly string[],
): Promise<Map<string, StoredZone[]>> {
  const rows = await db
    .select({ of: zone.sensorId, row: zoneFields })
    .from(zone)
    .innerJoin(zoneSetting, lastSetting())
    .where(and(inArray(zone.sensorId, [...sensorIds]), isNull(zone.deletedAt)));
  return groupBy(rows, ({ of, row }) => [of, row]);
}
