import type { LocationValues } from '@atrium/rules/location';
import type { SiteValues } from '@atrium/rules/site';
import type { SpaceValues } from '@atrium/rules/space';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { locationValues } from '../../registry/location-columns.ts';
import type { Transaction } from '../../registry/registry.ts';
import { metaProperty } from '../../registry/schema/organization-details.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { location, site, space } from '../../registry/schema/places.ts';
import { spaceZoneAssignment } from '../../registry/schema/sensors.ts';
import type { FileSpaceZone } from './format.ts';
import { groupBy } from './group-by.ts';
import {
  loadExceptions,
  loadHours,
  loadSchedules,
  type StoredException,
  type StoredHours,
  type StoredSchedule,
} from './hours-store.ts';
import { type InstalledSensor, loadSensors, type StoredSensor } from './sensor-store.ts';

/** The current estate in the structure of a file, with all ids. */
export interface Estate {
  /** Of the organization. */
  readonly exceptions: readonly StoredException[];
  readonly schedules: readonly StoredSchedule[];
  readonly locations: readonly StoredLocation[];
  /** Sensors that are unassigned. */
  readonly loose: readonly StoredSensor[];
  /** Custom fields by the id of their owner. */
  readonly fields: ReadonlyMap<string, readonly StoredField[]>;
}
export interface StoredLocation extends LocationValues {
  readonly id: string;
  readonly hours: readonly StoredHours[];
  readonly exceptions: readonly StoredException[];
  readonly sites: readonly StoredSite[];
  readonly spaces: readonly StoredSpace[];
}
export interface StoredSite extends SiteValues {
  readonly id: string;
  readonly sensors: readonly StoredSensor[];
}
export interface StoredSpace extends SpaceValues {
  readonly id: string;
  readonly zones: readonly (FileSpaceZone & { id: string; zoneId: string })[];
}
export interface StoredField {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

/** Omits decommissioned sensors and deleted records. */
export async function loadEstate(tx: Transaction, orgId: string, now: Date): Promise<Estate> {
  const schedules = await loadSchedules(tx, orgId);
  const sensors = await loadSensors(tx, orgId, now);
  const hours = await loadHours(tx, orgId);
  const exceptions = await loadExceptions(tx, orgId);
  const sites = await loadSites(tx, orgId, sensors);
  const spaces = await loadSpaces(tx, orgId, sensors);
  const rows = await tx.sql
    .select({ id: location.locationId, ...locationValues })
    .from(location)
    .where(and(eq(location.orgId, orgId), isNull(location.deletedAt)))
    .orderBy(asc(location.name), asc(location.locationId));
  return {
    exceptions: exceptions.get('') ?? [],
    schedules,
    locations: rows.map((row) => ({
      ...row,
      hours: hours.get(row.id) ?? [],
      exceptions: exceptions.get(row.id) ?? [],
      sites: sites.get(row.id) ?? [],
      spaces: spaces.get(row.id) ?? [],
    })),
    loose: sensors.filter(({ siteId }) => siteId === null).map(({ stored }) => stored),
    fields: await loadFields(tx, orgId),
  };
}

async function loadFields({ sql: db }: Transaction, orgId: string): Promise<Map<string, StoredField[]>> {
  const { metaPropertyId: id, entityId, name, value, deletedAt } = metaProperty;
  const rows = await db
    .select({ entityId, field: { id, name, value } })
    .from(metaProperty)
    .where(and(eq(metaProperty.orgId, orgId), isNull(deletedAt)))
    .orderBy(asc(name), asc(id));
  return groupBy(rows, (row) => [row.entityId, row.field]);
}

async function loadSites({ sql: db }: Transaction, orgId: string, sensors: readonly InstalledSensor[]) {
  const { siteId, locationId, name, siteType, nodeCount, isDHCP } = site;
  const { ipAddress, subnetMask, gateway, dns1, dns2, dns3, hostName } = site;
  const network = { isDHCP, ipAddress, subnetMask, gateway, dns1, dns2, dns3, hostName };
  const rows = await db
    .select({ at: locationId, row: { id: siteId, name, siteType, nodeCount, ...network } })
    .from(site)
    .where(and(eq(site.orgId, orgId), isNull(site.deletedAt)))
    .orderBy(asc(name), asc(siteId));
  const sensorsOf = groupBy(sensors, ({ siteId: of, stored }): [string, StoredSensor] => [of ?? '', stored]);
  return groupBy(rows, ({ at, row }): [string, StoredSite] => [at, { ...row, sensors: sensorsOf.get(row.id) ?? [] }]);
}

async function loadSpaces({ sql: db }: Transaction, orgId: string, sensors: readonly InstalledSensor[]) {
  const { spaceId, locationId, name, maxCapacity, targetOccupancy, isHeadroom, disabled, resetConfig } = space;
  const { countsTowardLocation, corrections } = space;
  const rows = await db
    .select({
      at: locationId,
      row: {
        id: spaceId,
        name,
        maxCapacity,
        targetOccupancy,
        isHeadroom,
        countsTowardLocation,
        disabled,
        resetConfig,
        corrections,
      },
    })
    .from(space)
    .where(and(eq(space.orgId, orgId), isNull(space.deletedAt)))
    .orderBy(asc(name), asc(spaceId));
  const assigned = await db
    .select()
    .from(spaceZoneAssignment)
    .where(and(eq(spaceZoneAssignment.orgId, orgId), isNull(spaceZoneAssignment.deletedAt)));
  const known = new Map(
    sensors.flatMap(({ stored }) => stored.zones.map((each) => [each.id, { sensor: stored, zone: each }] as const)),
  );
  const zonesOf = groupBy(assigned, (row): [string, StoredSpace['zones'][number] | undefined] => {
    const found = known.get(row.zoneId);
    const { spaceZoneAssignmentId, zoneId, reverseInsAndOuts } = row;
    return [
      row.spaceId,
      found && {
        id: spaceZoneAssignmentId,
        zoneId,
        sensor: found.sensor.identifier ?? found.sensor.macAddress ?? found.sensor.name,
        deviceId: found.zone.deviceId,
        reverseInsAndOuts,
      },
    ];
  });
  return groupBy(rows, ({ at, row }): [string, StoredSpace] => {
    // In the order of the rules, which differs from the database.
    const { resetDaily, resetDailyAtTime, resetWithHoursOfOp, resetTimes } = row.resetConfig;
    const { endOfDay, acf, weekdayHours, maxStayMinutes } = row.corrections;
    const inForce = { endOfDay, acf, weekdayHours, maxStayMinutes };
    const flags = { resetDaily, resetDailyAtTime, resetWithHoursOfOp };
    const times = resetTimes.map(({ time, value }) => ({ time, value }));
    const zones = (zonesOf.get(row.id) ?? []).filter((each) => each !== undefined);
    const ordered = zones.toSorted((a, b) => (`${a.sensor} ${a.deviceId}` < `${b.sensor} ${b.deviceId}` ? -1 : 1));
    return [at, { ...row, resetConfig: { ...flags, resetTimes: times }, corrections: inForce, zones: ordered }];
  });
}

export async function organizationName({ sql: db }: Transaction, orgId: string): Promise<string> {
  const [row] = await db.select({ name: organization.name }).from(organization).where(eq(organization.orgId, orgId));
  return row?.name ?? '';
}
