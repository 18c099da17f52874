import type { SpaceZone } from '@atrium/rules/space-zones';
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { isId, sameId } from '../registry/ids.ts';
import type { Transaction } from '../registry/registry.ts';
import { site } from '../registry/schema/places.ts';
import { sensor, sensorAssignment, zone, zoneSetting } from '../registry/schema/sensors.ts';
import { lastSetting } from '../registry/zone-columns.ts';

/** A zone with the fields that decide whether a space or a mapping may use it. */
export interface PlacedZone extends SpaceZone {
  readonly name: string;
  readonly sensor: { sensorId: string; name: string; sensorType: string; active: boolean };
  /** Where its sensor is or was last installed; null if it never was. */
  readonly locationId: string | null;
}

export async function findPlacedZone(tx: Transaction, orgId: string, id: string): Promise<PlacedZone | undefined> {
  const [found] = await placedZones(tx, orgId, sameId(zone.zoneId, id));
  return found;
}

/** Those of these zones that exist, by id. */
export async function findPlacedZones(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, PlacedZone>> {
  const zones = await placedZones(tx, orgId, inArray(zone.zoneId, ids.filter(isId)));
  return new Map(zones.map((each) => [each.zoneId, each]));
}

export async function placedZones(tx: Transaction, orgId: string, wanted: SQL | undefined): Promise<PlacedZone[]> {
  const places = lastPlaces(tx, orgId);
  const { sensorId, sensorType, active } = sensor;
  return tx.sql
    .select({
      zoneId: zone.zoneId,
      name: zone.name,
      countType: zone.countType,
      countApplication: zoneSetting.countApplication,
      disabled: zoneSetting.disabled,
      sensor: { sensorId, name: sensor.name, sensorType, active },
      locationId: places.locationId,
    })
    .from(zone)
    .innerJoin(sensor, and(eq(sensorId, zone.sensorId), isNull(sensor.deletedAt)))
    .leftJoin(zoneSetting, lastSetting())
    .leftJoin(places, eq(places.sensorId, sensorId))
    .where(and(eq(zone.orgId, orgId), isNull(zone.deletedAt), wanted))
    .orderBy(asc(sql`lower(${zone.name})`), asc(zone.zoneId));
}

/** Where each sensor is or was last installed: an uninstalled sensor still belongs there. */
export function lastPlaces({ sql: db }: Transaction, orgId: string) {
  const { sensorId, from, deletedAt } = sensorAssignment;
  return db
    .selectDistinctOn([sensorId], { sensorId, locationId: site.locationId })
    .from(sensorAssignment)
    .innerJoin(site, eq(site.siteId, sensorAssignment.siteId))
    .where(and(eq(sensorAssignment.orgId, orgId), isNull(deletedAt)))
    .orderBy(sensorId, desc(from))
    .as('last_place');
}
