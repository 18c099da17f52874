import type { SpaceZoneAssignment } from '@atrium/contract/spaces';
import type { SpaceZone } from '@atrium/rules/space-zones';
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { contains } from '../../registry/list-query.ts';
import { sameId } from '../../registry/ids.ts';
import { inBatches, type Transaction } from '../../registry/registry.ts';
import { site } from '../../registry/schema/places.ts';
import {
  sensor,
  sensorAssignment,
  spaceZoneAssignment as assignment,
  zone,
  zoneSetting,
} from '../../registry/schema/sensors.ts';
import { lastSetting } from '../../registry/zone-columns.ts';

/** A zone with the fields that decide whether a space may use it. */
export interface PlacedZone extends SpaceZone {
  readonly name: string;
  readonly sensor: { sensorId: string; name: string; sensorType: string; active: boolean };
  /** Where its sensor is or was last installed; null if it never was. */
  readonly locationId: string | null;
}

const assignmentColumns = {
  spaceZoneAssignmentId: assignment.spaceZoneAssignmentId,
  orgId: assignment.orgId,
  spaceId: assignment.spaceId,
  zoneId: assignment.zoneId,
  reverseInsAndOuts: assignment.reverseInsAndOuts,
  version: assignment.version,
};

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

export async function findZone(tx: Transaction, orgId: string, id: string): Promise<PlacedZone | undefined> {
  const [found] = await placedZones(tx, orgId, sameId(zone.zoneId, id));
  return found;
}

export async function zonesAt(
  tx: Transaction,
  orgId: string,
  locationId: string,
  search: string | undefined,
): Promise<PlacedZone[]> {
  const zones = await placedZones(tx, orgId, contains(search, zone.name, sensor.name));
  return zones.filter((each) => each.locationId === locationId);
}

export async function zonesIn(tx: Transaction, orgId: string, spaceId: string): Promise<PlacedZone[]> {
  const present = sql`EXISTS (SELECT 1 FROM ${assignment} WHERE ${assignment.zoneId} = ${zone.zoneId}
    AND ${assignment.spaceId} = ${spaceId} AND ${assignment.deletedAt} IS NULL)`;
  return placedZones(tx, orgId, present);
}

/** All zones of an organization, by id. */
export async function allZones(tx: Transaction, orgId: string): Promise<Map<string, PlacedZone>> {
  const zones = await placedZones(tx, orgId, undefined);
  return new Map(zones.map((each) => [each.zoneId, each]));
}

/** The zones of spaces. */
export async function zoneIdsIn({ sql: db }: Transaction, spaceIds: readonly string[]): Promise<Map<string, string[]>> {
  const { spaceId, zoneId, deletedAt } = assignment;
  const rows = await db
    .select({ spaceId, zoneId })
    .from(assignment)
    .where(and(inArray(spaceId, [...spaceIds]), isNull(deletedAt)));
  const zones = new Map<string, string[]>();
  for (const row of rows) zones.set(row.spaceId, [...(zones.get(row.spaceId) ?? []), row.zoneId]);
  return zones;
}

export async function findAssignment(
  { sql: db }: Transaction,
  spaceId: string,
  id: string,
): Promise<SpaceZoneAssignment | undefined> {
  const [found] = await db
    .select(assignmentColumns)
    .from(assignment)
    .where(
      and(eq(assignment.spaceId, spaceId), sameId(assignment.spaceZoneAssignmentId, id), isNull(assignment.deletedAt)),
    );
  return found;
}

/** In the given order. */
export async function addAssignments(
  { sql: db }: Transaction,
  values: readonly Pick<SpaceZoneAssignment, 'orgId' | 'spaceId' | 'zoneId' | 'reverseInsAndOuts'>[],
  now: Date,
): Promise<SpaceZoneAssignment[]> {
  const made: SpaceZoneAssignment[] = [];
  await inBatches(values, async (batch) => {
    const rows = batch.map((each) => ({ ...each, createdAt: now, updatedAt: now }));
    made.push(...(await db.insert(assignment).values(rows).returning(assignmentColumns)));
  });
  return made;
}

export async function saveAssignment(
  { sql: db }: Transaction,
  before: SpaceZoneAssignment,
  values: { readonly reverseInsAndOuts: boolean } | { readonly deletedAt: Date },
  now: Date,
): Promise<SpaceZoneAssignment> {
  const rows = await db
    .update(assignment)
    .set({ ...values, version: before.version + 1, updatedAt: now })
    .where(eq(assignment.spaceZoneAssignmentId, before.spaceZoneAssignmentId))
    .returning(assignmentColumns);
  return rows[0]!;
}

async function placedZones(tx: Transaction, orgId: string, wanted: SQL | undefined): Promise<PlacedZone[]> {
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
