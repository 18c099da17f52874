import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { grouped, type Relation, type Row } from '../../http/include.ts';
import { isInstalledNow } from '../../registry/directory/entity-lookup.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { localUser } from '../../registry/schema/people.ts';
import { location, site } from '../../registry/schema/places.ts';
import { sensor, sensorAssignment, zone, zoneSetting } from '../../registry/schema/sensors.ts';
import { sensorColumns } from '../../registry/sensor-columns.ts';
import { siteColumns } from '../../registry/site-columns.ts';
import { lastSetting, zoneColumns } from '../../registry/zone-columns.ts';
import type { AnyScope } from '../../scope.ts';
import { locationColumns, visible } from './location-store.ts';
import { locationsOfSites } from './site-store.ts';

/**
 * What belongs to an organization. Its locations are limited by the scope, and everything below a location shares its
 * visibility, so that only the organization is checked further down. Without a scope (staff) there is no limit.
 */
export function placeRelations(registry: Registry, clock: () => Date): Relation<AnyScope>[] {
  const loading =
    (
      load: (tx: Transaction, parentIds: string[], scope: AnyScope) => Promise<{ parentId: string; row: Row }[]>,
    ): Relation<AnyScope>['load'] =>
    async (scope, parentIds) =>
      parentIds.length === 0
        ? new Map()
        : grouped(await registry.within(scope, (tx) => load(tx, [...parentIds], scope)));

  return [
    { of: 'org', name: 'location', gives: 'location', load: loading(locationsOf) },
    { of: 'location', name: 'site', gives: 'site', load: loading(sitesOf) },
    { of: 'site', name: 'location', gives: 'location', single: true, load: loading(locationsOfSites) },
    { of: 'site', name: 'sensor', gives: 'sensor', load: loading((tx, ids) => sensorsOf(tx, ids, clock())) },
    { of: 'site', name: 'zone', gives: 'zone', load: loading((tx, ids) => zonesOfSites(tx, ids, clock())) },
    { of: 'sensor', name: 'zone', gives: 'zone', load: loading(zonesOf) },
    { of: 'zone', name: 'sensor', gives: 'sensor', single: true, load: loading(sensorsOfZones) },
    { of: 'sensor', name: 'localuser', gives: 'user', single: true, load: loading(commissionersOf) },
  ];
}

function locationsOf({ sql: db }: Transaction, orgIds: string[], scope: AnyScope) {
  return db
    .select({ parentId: location.orgId, row: locationColumns })
    .from(location)
    .where(and(inArray(location.orgId, orgIds), visible(scope)))
    .orderBy(asc(location.name), asc(location.locationId));
}

function sitesOf({ sql: db }: Transaction, locationIds: string[]) {
  return db
    .select({ parentId: site.locationId, row: siteColumns })
    .from(site)
    .where(and(inArray(site.locationId, locationIds), isNull(site.deletedAt)))
    .orderBy(asc(site.name), asc(site.siteId));
}

function sensorsOf({ sql: db }: Transaction, siteIds: string[], now: Date) {
  return db
    .select({ parentId: sensorAssignment.siteId, row: sensorColumns })
    .from(sensorAssignment)
    .innerJoin(sensor, isInstalledNow(now))
    .where(and(inArray(sensorAssignment.siteId, siteIds), isNull(sensor.deletedAt)))
    .orderBy(asc(sensor.name), asc(sensor.sensorId));
}

function commissionersOf({ sql: db }: Transaction, sensorIds: string[]) {
  const { userId, name } = localUser;
  return db
    .select({ parentId: sensor.sensorId, row: { userId, name } })
    .from(sensor)
    .innerJoin(localUser, eq(userId, sensor.commissionedBy))
    .where(inArray(sensor.sensorId, sensorIds));
}

function zonesOf({ sql: db }: Transaction, sensorIds: string[]) {
  return db
    .select({ parentId: zone.sensorId, row: zoneColumns })
    .from(zone)
    .leftJoin(zoneSetting, lastSetting())
    .where(and(inArray(zone.sensorId, sensorIds), isNull(zone.deletedAt)))
    .orderBy(asc(zone.name), asc(zone.zoneId));
}

function sensorsOfZones({ sql: db }: Transaction, zoneIds: string[]) {
  return db
    .select({ parentId: zone.zoneId, row: sensorColumns })
    .from(zone)
    .innerJoin(sensor, eq(sensor.sensorId, zone.sensorId))
    .where(inArray(zone.zoneId, zoneIds));
}

function zonesOfSites({ sql: db }: Transaction, siteIds: string[], now: Date) {
  return db
    .select({ parentId: sensorAssignment.siteId, row: zoneColumns })
    .from(sensorAssignment)
    .innerJoin(sensor, isInstalledNow(now))
    .innerJoin(zone, eq(zone.sensorId, sensor.sensorId))
    .leftJoin(zoneSetting, lastSetting())
    .where(and(inArray(sensorAssignment.siteId, siteIds), isNull(zone.deletedAt)))
    .orderBy(asc(zone.name), asc(zone.zoneId));
}
