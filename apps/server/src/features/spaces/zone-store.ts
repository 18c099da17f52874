import type { SpaceZoneAssignment } from '@atrium/contract/spaces';
import { withPastZones } from '@atrium/rules/space-zones';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type PlacedZone, placedZones } from '../../estate/placed-zone-store.ts';
import { contains } from '../../registry/list-query.ts';
import { sameId } from '../../registry/ids.ts';
import { inBatches, type Transaction } from '../../registry/registry.ts';
import { zonePeriodsOf } from '../../registry/directory/space-store.ts';
import { sensor, spaceZoneAssignment as assignment, zone } from '../../registry/schema/sensors.ts';
import { spaceZonePeriod } from '../../registry/schema/space-history.ts';

const assignmentColumns = {
  spaceZoneAssignmentId: assignment.spaceZoneAssignmentId,
  orgId: assignment.orgId,
  spaceId: assignment.spaceId,
  zoneId: assignment.zoneId,
  reverseInsAndOuts: assignment.reverseInsAndOuts,
  version: assignment.version,
};

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

/** The zones that a space has now also belong to it in the past, from an instant on; those it had then do not. */
export async function extendZones(
  tx: Transaction,
  { orgId, spaceId }: Pick<SpaceZoneAssignment, 'orgId' | 'spaceId'>,
  from: number,
  now: number,
): Promise<void> {
  const periods = await zonePeriodsOf(tx, spaceId);
  await tx.sql.delete(spaceZonePeriod).where(eq(spaceZonePeriod.spaceId, spaceId));
  const rows = withPastZones(periods, from, now).map(({ reversed: reverseInsAndOuts, ...period }) => ({
    ...period,
    orgId,
    spaceId,
    reverseInsAndOuts,
    from: new Date(period.from * 1000),
    to: new Date(period.to * 1000),
  }));
  await inBatches(rows, (batch) => tx.sql.insert(spaceZonePeriod).values(batch));
}
