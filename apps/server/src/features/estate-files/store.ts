import { formatMac } from '@atrium/rules/mac-address';
import type { LocationValues } from '@atrium/rules/location';
import { endless } from '@atrium/rules/schedule';
import type { SiteValues } from '@atrium/rules/site';
import type { SpaceValues } from '@atrium/rules/space';
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import { locationValues } from '../../registry/location-columns.ts';
import type { Transaction } from '../../registry/registry.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { location, site, space } from '../../registry/schema/places.ts';
import { schedule, scheduleAssignment, schedulePeriod, scheduleVersion } from '../../registry/schema/schedules.ts';
import { sensor, sensorAssignment, spaceZoneAssignment, zone, zoneSetting } from '../../registry/schema/sensors.ts';
import { lastSetting } from '../../registry/zone-columns.ts';
import type { FileHours, FileSchedule, FileSensor, FileSpaceZone, FileZone } from './format.ts';
import { weekdayNames } from './format.ts';

/** What there is, as a file would say it, with the ids of everything. */
export interface Estate {
  readonly schedules: readonly (FileSchedule & { id: string })[];
  readonly locations: readonly StoredLocation[];
  /** Sensors that hang nowhere. */
  readonly loose: readonly StoredSensor[];
}
export interface StoredLocation extends LocationValues {
  readonly id: string;
  readonly hours: readonly (FileHours & { id: string })[];
  readonly sites: readonly StoredSite[];
  readonly spaces: readonly StoredSpace[];
}
export interface StoredSite extends SiteValues {
  readonly id: string;
  readonly sensors: readonly StoredSensor[];
}
export type StoredSensor = Omit<FileSensor, 'zones'> & { id: string; name: string; zones: readonly StoredZone[] };
export type StoredZone = FileZone & { id: string };
export interface StoredSpace extends SpaceValues {
  readonly id: string;
  readonly zones: readonly (FileSpaceZone & { id: string; zoneId: string })[];
}

/** Decommissioned sensors and what was deleted are no part of it. */
export async function loadEstate(tx: Transaction, orgId: string, now: Date): Promise<Estate> {
  const schedules = await loadSchedules(tx, orgId);
  const sensors = await loadSensors(tx, orgId, now);
  const hours = await loadHours(tx, orgId);
  const sites = await loadSites(tx, orgId, sensors);
  const spaces = await loadSpaces(tx, orgId, sensors);
  const rows = await tx.sql
    .select({ id: location.locationId, ...locationValues })
    .from(location)
    .where(and(eq(location.orgId, orgId), isNull(location.deletedAt)))
    .orderBy(asc(location.name), asc(location.locationId));
  return {
    schedules,
    locations: rows.map((row) => ({
      ...row,
      hours: hours.get(row.id) ?? [],
      sites: sites.get(row.id) ?? [],
      spaces: spaces.get(row.id) ?? [],
    })),
    loose: sensors.filter(({ siteId }) => siteId === null).map(({ stored }) => stored),
  };
}

async function loadSchedules({ sql: db }: Transaction, orgId: string) {
  const { scheduleId, name, assignToNewLocations, autoAssign } = schedule;
  const rows = await db
    .select({ id: scheduleId, name, assignToNewLocations, autoAssign })
    .from(schedule)
    .where(and(eq(schedule.orgId, orgId), isNull(schedule.deletedAt)))
    .orderBy(asc(name));
  const versions = await db
    .select()
    .from(scheduleVersion)
    .where(eq(scheduleVersion.orgId, orgId))
    .orderBy(asc(scheduleVersion.effectiveDate));
  const newest = new Map(versions.map((each) => [each.scheduleId, each.scheduleVersionId]));
  const periods = await db
    .select()
    .from(schedulePeriod)
    .where(eq(schedulePeriod.orgId, orgId))
    .orderBy(asc(schedulePeriod.openTime));
  return rows.map((row) => {
    const own = periods.filter(({ scheduleVersionId }) => scheduleVersionId === newest.get(row.id));
    const hours = weekdayNames.flatMap((day, weekday) => {
      const times = own.filter((period) => period.weekday === weekday).map((p) => `${p.openTime}-${p.closeTime}`);
      return times.length > 0 ? [[day, times] as const] : [];
    });
    return { ...row, hours: Object.fromEntries(hours) };
  });
}

async function loadHours({ sql: db }: Transaction, orgId: string) {
  const { locationScheduleAssignmentId: id, locationId, startDate, endDate } = scheduleAssignment;
  const rows = await db
    .select({ at: locationId, id, schedule: schedule.name, startDate, endDate })
    .from(scheduleAssignment)
    .innerJoin(schedule, and(eq(schedule.scheduleId, scheduleAssignment.scheduleId), isNull(schedule.deletedAt)))
    .where(and(eq(scheduleAssignment.orgId, orgId), isNull(scheduleAssignment.deletedAt)))
    .orderBy(asc(startDate));
  return gathered(rows, ({ at, endDate: until, ...row }): [string, FileHours & { id: string }] => [
    at,
    { ...row, ...(until !== endless && { endDate: until }) },
  ]);
}

interface Hanging {
  readonly siteId: string | null;
  readonly stored: StoredSensor;
}

async function loadSensors({ sql: db }: Transaction, orgId: string, now: Date): Promise<Hanging[]> {
  const { sensorId, name, sensorType, macAddress, timeZone, periodicUse, nodeSensors } = sensor;
  const rows = await db
    .select({ id: sensorId, name, sensorType, macAddress, timeZone, periodicUse, nodeSensors, siteId: site.siteId })
    .from(sensor)
    .leftJoin(
      sensorAssignment,
      and(
        eq(sensorAssignment.sensorId, sensorId),
        isNull(sensorAssignment.deletedAt),
        lte(sensorAssignment.from, now),
        gt(sensorAssignment.to, now),
      ),
    )
    .leftJoin(site, and(eq(site.siteId, sensorAssignment.siteId), isNull(site.deletedAt)))
    .where(and(eq(sensor.orgId, orgId), isNull(sensor.deletedAt), eq(sensor.active, true)))
    .orderBy(asc(name), asc(sensorId));
  const zones = await db
    .select({ of: zone.sensorId, row: zoneFields })
    .from(zone)
    .innerJoin(zoneSetting, lastSetting())
    .where(and(eq(zone.orgId, orgId), isNull(zone.deletedAt)))
    .orderBy(asc(zone.name), asc(zone.zoneId));
  const zonesOf = gathered(zones, ({ of, row }): [string, StoredZone] => [of, row]);
  return rows.map(({ siteId, macAddress: mac, ...row }) => ({
    siteId,
    stored: { ...row, ...(mac !== null && { macAddress: formatMac(mac) }), zones: zonesOf.get(row.id) ?? [] },
  }));
}

const zoneFields = {
  id: zone.zoneId,
  deviceId: zone.deviceId,
  name: zone.name,
  countType: zone.countType,
  scaleFactor: zoneSetting.scaleFactor,
  countFilter: zoneSetting.countFilter,
  countApplication: zoneSetting.countApplication,
  perimeter: zoneSetting.perimeter,
  disabled: zoneSetting.disabled,
  minDwell: zoneSetting.minDwell,
  maxDwell: zoneSetting.maxDwell,
};

/** Those that a sensor has already. */
export async function zonesOfSensor({ sql: db }: Transaction, sensorId: string): Promise<StoredZone[]> {
  return db
    .select(zoneFields)
    .from(zone)
    .innerJoin(zoneSetting, lastSetting())
    .where(and(eq(zone.sensorId, sensorId), isNull(zone.deletedAt)));
}

async function loadSites({ sql: db }: Transaction, orgId: string, sensors: readonly Hanging[]) {
  const { siteId, locationId, name, siteType, nodeCount, isDHCP } = site;
  const { ipAddress, subnetMask, gateway, dns1, dns2, dns3, hostName } = site;
  const network = { isDHCP, ipAddress, subnetMask, gateway, dns1, dns2, dns3, hostName };
  const rows = await db
    .select({ at: locationId, row: { id: siteId, name, siteType, nodeCount, ...network } })
    .from(site)
    .where(and(eq(site.orgId, orgId), isNull(site.deletedAt)))
    .orderBy(asc(name), asc(siteId));
  const sensorsOf = gathered(sensors, ({ siteId: of, stored }): [string, StoredSensor] => [of ?? '', stored]);
  return gathered(rows, ({ at, row }): [string, StoredSite] => [at, { ...row, sensors: sensorsOf.get(row.id) ?? [] }]);
}

async function loadSpaces({ sql: db }: Transaction, orgId: string, sensors: readonly Hanging[]) {
  const { spaceId, locationId, name, maxCapacity, targetOccupancy, isHeadroom, disabled, resetConfig } = space;
  const rows = await db
    .select({
      at: locationId,
      row: { id: spaceId, name, maxCapacity, targetOccupancy, isHeadroom, disabled, resetConfig },
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
  const zonesOf = gathered(assigned, (row): [string, StoredSpace['zones'][number] | undefined] => {
    const found = known.get(row.zoneId);
    const { spaceZoneAssignmentId, zoneId, reverseInsAndOuts } = row;
    return [
      row.spaceId,
      found && {
        id: spaceZoneAssignmentId,
        zoneId,
        sensor: found.sensor.macAddress ?? found.sensor.name,
        deviceId: found.zone.deviceId,
        reverseInsAndOuts,
      },
    ];
  });
  return gathered(rows, ({ at, row }): [string, StoredSpace] => {
    const { resetTimes } = row.resetConfig;
    const zones = (zonesOf.get(row.id) ?? []).filter((each) => each !== undefined);
    const ordered = zones.toSorted((a, b) => (`${a.sensor} ${a.deviceId}` < `${b.sensor} ${b.deviceId}` ? -1 : 1));
    return [at, { ...row, resetConfig: { ...row.resetConfig, resetTimes: [...resetTimes] }, zones: ordered }];
  });
}

function gathered<Row, Item>(
  rows: readonly Row[],
  entryOf: (row: Row) => readonly [string, Item],
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const row of rows) {
    const [key, item] = entryOf(row);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export async function organizationName({ sql: db }: Transaction, orgId: string): Promise<string> {
  const [row] = await db.select({ name: organization.name }).from(organization).where(eq(organization.orgId, orgId));
  return row?.name ?? '';
}
