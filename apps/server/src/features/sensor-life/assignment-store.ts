import type { SensorAssignment } from '@atrium/contract/sensor-assignments';
import type { DeviceIdentity } from '@atrium/rules/device-identity';
import type { SensorSettings } from '@atrium/rules/sensor-settings';
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { visibleTo, type ScopeOrAll } from '../../registry/directory/entity-lookup.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { sameId } from '../../registry/ids.ts';
import { inBatches, type Transaction } from '../../registry/registry.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { localUser } from '../../registry/schema/people.ts';
import { location, site } from '../../registry/schema/places.ts';
import { sensor, sensorAssignment } from '../../registry/schema/sensors.ts';
import { sensorColumns } from '../../registry/sensor-columns.ts';
import { everyOrganization } from '../../scope.ts';

export interface AssignmentFilter {
  readonly active?: 'true' | 'false' | undefined;
  readonly blank?: 'true' | 'false' | undefined;
  readonly locationId?: string | undefined;
  readonly siteId?: string | undefined;
  readonly sensorId?: string | undefined;
}

const { sensorAssignmentId, sensorUseType, from, to } = sensorAssignment;

const columns = (now: Date) => ({
  sensorAssignmentId,
  orgId: sensorAssignment.orgId,
  siteId: sensorAssignment.siteId,
  locationId: site.locationId,
  sensorId: sensorAssignment.sensorId,
  macAddress: sensor.macAddress,
  identifier: sensor.device,
  nodeSensors: sensor.nodeSensors,
  sensorUseType,
  timezone: sql<string>`coalesce(${sensor.timeZone}, ${location.timezone})`,
  active: isActive(now),
  from,
  to,
  orgName: organization.name,
  locationName: location.name,
  site: { siteId: site.siteId, locationId: site.locationId, name: site.name },
  version: sensorAssignment.version,
});

const ordered = {
  site: site.name,
  location: location.name,
  organization: organization.name,
  macAddress: sensor.macAddress,
  sensorUseType,
  from,
  to,
};

/** Which sensor is installed where, and which was, within the scope. */
export async function assignmentPage(
  tx: Transaction,
  scope: ScopeOrAll,
  query: ListQuery & AssignmentFilter,
  now: Date,
): Promise<{ rows: SensorAssignment[]; total: number }> {
  const { active, blank } = query;
  const wanted = and(
    visibleTo(scope, sensorAssignment.orgId, site.locationId),
    active === undefined ? undefined : sql`${isActive(now)} = ${active === 'true'}`,
    blank === undefined ? undefined : (blank === 'true' ? isNull : isNotNull)(sensorAssignment.sensorId),
    same(site.locationId, query.locationId),
    same(sensorAssignment.siteId, query.siteId),
    same(sensorAssignment.sensorId, query.sensorId),
    contains(
      query.search?.trim(),
      site.name,
      location.name,
      organization.name,
      sensor.name,
      sensor.macAddress,
      sensor.identifier,
    ),
  );
  const found = await existing(tx, wanted, now)
    .orderBy(...orderTerms(query.order ?? 'location,site', ordered, sensorAssignmentId))
    .limit(query.limit)
    .offset(query.offset);
  return { rows: found.map(toReply), total: found[0]?.total ?? 0 };
}

export async function findAssignment(
  tx: Transaction,
  scope: ScopeOrAll,
  id: string,
  now: Date,
): Promise<SensorAssignment | undefined> {
  const which = and(visibleTo(scope, sensorAssignment.orgId, site.locationId), same(sensorAssignmentId, id));
  const [row] = await existing(tx, which, now);
  return row && toReply(row);
}

export async function readSettings({ sql: db }: Transaction, sensorId: string): Promise<SensorSettings | undefined> {
  const { name, sensorType, nodeSensors, masterKey, periodicUse, timeZone } = sensor;
  const [row] = await db
    .select({ name, sensorType, nodeSensors, masterKey, periodicUse, timeZone })
    .from(sensor)
    .where(eq(sensor.sensorId, sensorId));
  return row;
}

/** Those of these sites that can be seen, by id, as sensors may be installed there. */
export async function sitesToInstallAt({ sql: db }: Transaction, scope: ScopeOrAll, ids: readonly string[], now: Date) {
  const { siteId, locationId, name } = site;
  const rows = await db
    .select({ siteId, locationId, name })
    .from(site)
    .where(and(inArray(siteId, [...ids]), isNull(site.deletedAt), visibleTo(scope, site.orgId, locationId)));
  const taken = await db
    .select({ siteId: sensorAssignment.siteId, sensorId: sensorAssignment.sensorId })
    .from(sensorAssignment)
    .leftJoin(sensor, eq(sensor.sensorId, sensorAssignment.sensorId))
    .where(
      and(
        inArray(sensorAssignment.siteId, [...ids]),
        isNull(sensorAssignment.deletedAt),
        lte(from, now),
        gt(to, now),
        or(isNull(sensorAssignment.sensorId), and(sensor.active, isNull(sensor.deletedAt))),
      ),
    );
  const states = new Map(rows.map((row) => [row.siteId, { ...row, activeSensorIds: [] as string[], hasBlank: false }]));
  for (const { siteId: at, sensorId } of taken) {
    const state = states.get(at);
    if (state && sensorId === null) state.hasBlank = true;
    else if (sensorId !== null) state?.activeSensorIds.push(sensorId);
  }
  return states;
}

/** Which of these MAC addresses and identifiers sensors of the organization have that are not decommissioned. */
export async function takenIdentities(
  { sql: db }: Transaction,
  orgId: string,
  wanted: readonly DeviceIdentity[],
): Promise<Set<string>> {
  const asked = wanted.flatMap(({ macAddress, identifier }) => [macAddress ?? [], identifier ?? []].flat());
  const isAsked = or(inArray(sensor.macAddress, asked), inArray(sensor.device, asked));
  const rows = await db
    .select({ macAddress: sensor.macAddress, device: sensor.device })
    .from(sensor)
    .where(and(eq(sensor.orgId, orgId), sensor.active, isNull(sensor.deletedAt), isAsked));
  return new Set(rows.flatMap(({ macAddress, device }) => [macAddress ?? [], device ?? []].flat()));
}

/** Sensors that push, or dummies where they are no device. Returns their ids, in the order in which they are given. */
export async function addSensors(
  { sql: db }: Transaction,
  orgId: string,
  sensors: readonly (SensorSettings &
    Pick<typeof sensor.$inferInsert, 'macAddress' | 'identifier' | 'commissionedDate' | 'commissionedBy'>)[],
  now: Date,
): Promise<string[]> {
  const ids: string[] = [];
  await inBatches(sensors, async (batch) => {
    const values = batch.map((each) => {
      return { ...each, nodeSensors: each.nodeSensors && [...each.nodeSensors], orgId, createdAt: now, updatedAt: now };
    });
    const rows = await db.insert(sensor).values(values).returning({ sensorId: sensor.sensorId });
    ids.push(...rows.map(({ sensorId }) => sensorId));
  });
  return ids;
}

export async function saveSettings(
  { sql: db }: Transaction,
  sensorId: string,
  { nodeSensors, timeZone }: Pick<SensorSettings, 'nodeSensors' | 'timeZone'>,
  now: Date,
): Promise<void> {
  await db
    .update(sensor)
    .set({
      nodeSensors: nodeSensors && [...nodeSensors],
      timeZone,
      updatedAt: now,
      version: sql`${sensor.version} + 1`,
    })
    .where(eq(sensor.sensorId, sensorId));
}

/** Sensors by the assignment they are or were installed under, as far as they can be seen where they are installed now. */
export async function sensorsOf(tx: Transaction, scope: ScopeOrAll, ids: readonly string[], now: Date) {
  const { sql: db } = tx;
  return db
    .select({ parentId: sensorAssignmentId, row: sensorColumns })
    .from(sensorAssignment)
    .innerJoin(sensor, eq(sensor.sensorId, sensorAssignment.sensorId))
    .where(and(inArray(sensorAssignmentId, [...ids]), isNull(sensor.deletedAt), isSeen(tx, scope, now)));
}

/** Who sees all of an organization sees what is unassigned as well. */
function isSeen({ sql: db }: Transaction, scope: ScopeOrAll, now: Date): SQL | undefined {
  if (scope === everyOrganization || scope.locationIds === 'all') return undefined;
  const stay = alias(sensorAssignment, 'stay');
  const seen = db
    .select({ sensorId: stay.sensorId })
    .from(stay)
    .innerJoin(site, eq(site.siteId, stay.siteId))
    .where(
      and(visibleTo(scope, stay.orgId, site.locationId), isNull(stay.deletedAt), lte(stay.from, now), gt(stay.to, now)),
    );
  return inArray(sensor.sensorId, seen);
}

/** Who commissioned the sensors, by the assignment they are installed under. */
export async function commissionersOf({ sql: db }: Transaction, ids: readonly string[]) {
  const { userId, name } = localUser;
  return db
    .select({ parentId: sensorAssignmentId, row: { userId, name } })
    .from(sensorAssignment)
    .innerJoin(sensor, eq(sensor.sensorId, sensorAssignment.sensorId))
    .innerJoin(localUser, eq(userId, sensor.commissionedBy))
    .where(and(inArray(sensorAssignmentId, [...ids]), isNull(sensor.deletedAt)));
}

/** It holds now, and its sensor, if it has one, is not decommissioned. */
function isActive(now: Date): SQL<boolean> {
  return sql<boolean>`(${from} <= ${now} AND ${to} > ${now} AND coalesce(${sensor.active}, true))`;
}

/** Assignments of sites and organizations that are still there. */
function existing({ sql: db }: Transaction, which: SQL | undefined, now: Date) {
  return db
    .select({ ...columns(now), total: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(sensorAssignment)
    .innerJoin(site, and(eq(site.siteId, sensorAssignment.siteId), isNull(site.deletedAt)))
    .innerJoin(location, and(eq(location.locationId, site.locationId), isNull(location.deletedAt)))
    .innerJoin(organization, and(eq(organization.orgId, sensorAssignment.orgId), isNull(organization.deletedAt)))
    .leftJoin(sensor, eq(sensor.sensorId, sensorAssignment.sensorId))
    .where(and(which, isNull(sensorAssignment.deletedAt)))
    .$dynamic();
}

function toReply(
  row: Omit<SensorAssignment, 'from' | 'to'> & { from: Date; to: Date; total: number },
): SensorAssignment {
  const { total: _, ...shown } = row;
  return { ...shown, from: row.from.toISOString(), to: row.to.toISOString() };
}

function same(column: PgColumn, id: string | undefined): SQL | undefined {
  return id === undefined ? undefined : sameId(column, id);
}
