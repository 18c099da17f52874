import { and, asc, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Relation, Row } from '../../http/include.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { site, space } from '../../registry/schema/places.ts';
import { sensor, sensorAssignment, zone, zoneSetting } from '../../registry/schema/sensors.ts';
import type { Scope } from '../../scope.ts';

/**
 * What hangs below a location. The parents were found inside the scope, and everything below a location shares its
 * visibility, so the organization is the only wall here.
 */
export function placeRelations(registry: Registry, clock: () => Date): Relation<Scope>[] {
  const loading =
    (
      load: (tx: Transaction, parentIds: string[]) => Promise<{ parentId: string; row: Row }[]>,
    ): Relation<Scope>['load'] =>
    async (scope, parentIds) =>
      parentIds.length === 0 ? new Map() : grouped(await registry.tenant(scope, (tx) => load(tx, [...parentIds])));

  return [
    { of: 'location', name: 'site', gives: 'site', load: loading(sitesOf) },
    {
      of: 'location',
      name: 'space',
      gives: 'space',
      allowed: ({ capabilities }) => capabilities.has('canViewOccupancy') || capabilities.has('headroomEnabled'),
      load: loading(spacesOf),
    },
    { of: 'site', name: 'sensor', gives: 'sensor', load: loading((tx, ids) => sensorsOf(tx, ids, clock())) },
    { of: 'site', name: 'zone', gives: 'zone', load: loading((tx, ids) => zonesOfSites(tx, ids, clock())) },
    { of: 'sensor', name: 'zone', gives: 'zone', load: loading((tx, ids) => zonesOf(tx, ids, clock())) },
  ];
}

const siteColumns = {
  siteId: site.siteId,
  orgId: site.orgId,
  locationId: site.locationId,
  name: site.name,
  siteType: site.siteType,
  nodeCount: site.nodeCount,
  isDHCP: site.isDHCP,
  ipAddress: site.ipAddress,
  subnetMask: site.subnetMask,
  gateway: site.gateway,
  dns1: site.dns1,
  dns2: site.dns2,
  dns3: site.dns3,
  hostName: site.hostName,
};

function sitesOf({ sql: db }: Transaction, locationIds: string[]) {
  return db
    .select({ parentId: site.locationId, row: siteColumns })
    .from(site)
    .where(and(inArray(site.locationId, locationIds), isNull(site.deletedAt)))
    .orderBy(asc(site.name), asc(site.siteId));
}

function spacesOf({ sql: db }: Transaction, locationIds: string[]) {
  const { spaceId, orgId, locationId, name, maxCapacity, targetOccupancy, isHeadroom, disabled } = space;
  return db
    .select({
      parentId: locationId,
      row: { spaceId, orgId, locationId, name, maxCapacity, targetOccupancy, isHeadroom, disabled },
    })
    .from(space)
    .where(and(inArray(locationId, locationIds), isNull(space.deletedAt)))
    .orderBy(asc(name), asc(spaceId));
}

/** Secrets of a sensor (password, master key) are no part of it. */
const sensorColumns = {
  sensorId: sensor.sensorId,
  orgId: sensor.orgId,
  name: sensor.name,
  sensorType: sensor.sensorType,
  macAddress: sensor.macAddress,
  ipAddress: sensor.ipAddress,
  active: sensor.active,
  periodicUse: sensor.periodicUse,
  timeZone: sensor.timeZone,
  updatedAt: sensor.updatedAt,
  commissionedDate: sensor.commissionedDate,
  nodeSensors: sensor.nodeSensors,
  deviceId: sensor.deviceId,
  firmware: sensor.firmware,
};

function sensorsOf({ sql: db }: Transaction, siteIds: string[], now: Date) {
  return db
    .select({ parentId: sensorAssignment.siteId, row: sensorColumns })
    .from(sensorAssignment)
    .innerJoin(sensor, eq(sensor.sensorId, sensorAssignment.sensorId))
    .where(and(inArray(sensorAssignment.siteId, siteIds), assignedAt(now), isNull(sensor.deletedAt)))
    .orderBy(asc(sensor.name), asc(sensor.sensorId));
}

const zoneColumns = {
  zoneId: zone.zoneId,
  orgId: zone.orgId,
  sensorId: zone.sensorId,
  name: zone.name,
  deviceId: zone.deviceId,
  countType: zone.countType,
  needsReview: zone.needsReview,
  scaleFactor: zoneSetting.scaleFactor,
  countFilter: zoneSetting.countFilter,
  countApplication: zoneSetting.countApplication,
  perimeter: zoneSetting.perimeter,
  disabled: zoneSetting.disabled,
  minDwell: zoneSetting.minDwell,
  maxDwell: zoneSetting.maxDwell,
};

function zonesOf({ sql: db }: Transaction, sensorIds: string[], now: Date) {
  return db
    .select({ parentId: zone.sensorId, row: zoneColumns })
    .from(zone)
    .leftJoin(zoneSetting, settingAt(now))
    .where(and(inArray(zone.sensorId, sensorIds), isNull(zone.deletedAt)))
    .orderBy(asc(zone.name), asc(zone.zoneId));
}

function zonesOfSites({ sql: db }: Transaction, siteIds: string[], now: Date) {
  return db
    .select({ parentId: sensorAssignment.siteId, row: zoneColumns })
    .from(sensorAssignment)
    .innerJoin(zone, eq(zone.sensorId, sensorAssignment.sensorId))
    .leftJoin(zoneSetting, settingAt(now))
    .where(and(inArray(sensorAssignment.siteId, siteIds), assignedAt(now), isNull(zone.deletedAt)))
    .orderBy(asc(zone.name), asc(zone.zoneId));
}

function assignedAt(now: Date) {
  return and(isNull(sensorAssignment.deletedAt), holdsAt(sensorAssignment, now));
}

function settingAt(now: Date) {
  return and(eq(zoneSetting.zoneId, zone.zoneId), holdsAt(zoneSetting, now));
}

function holdsAt(validity: { from: PgColumn; to: PgColumn }, now: Date) {
  return and(lte(validity.from, now), gt(validity.to, now));
}

function grouped(found: readonly { parentId: string; row: Row }[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const { parentId, row } of found) {
    const group = groups.get(parentId);
    if (group) group.push(row);
    else groups.set(parentId, [row]);
  }
  return groups;
}
