import type { SensorDetail } from '@atrium/contract/sensors';
import type { SensorSettings } from '@atrium/rules/sensor-settings';
import { type SensorVendor, sensorVendors, unknownVendor } from '@atrium/rules/sensor-vendors';
import { and, count, desc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isInstalledNow, visibleTo, type ScopeOrAll } from '../../registry/directory/entity-lookup.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { sameId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import { offlineSensor } from '../../registry/schema/offline-sensors.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { location, site } from '../../registry/schema/places.ts';
import { sensor, sensorAssignment, zone, zoneSetting } from '../../registry/schema/sensors.ts';
import { sensorColumns } from '../../registry/sensor-columns.ts';
import { isWatched } from '../../estate/watched-sensors-store.ts';
import { lastSetting, zoneColumns } from '../../registry/zone-columns.ts';

type Flag = 'true' | 'false' | undefined;

export interface SensorFilter {
  readonly locationId?: string | undefined;
  readonly siteId?: string | undefined;
  readonly sensorType?: string | undefined;
  readonly sensorTypes?: readonly string[];
  readonly vendor?: string | undefined;
  readonly active?: Flag;
  readonly commissioned?: Flag;
  readonly online?: Flag;
  readonly needsReview?: Flag;
  readonly periodicUse?: Flag;
  readonly assigned?: Flag;
}

export type SensorRow = PlacedSensor & LookedUp;

/** One page of the sensors within the scope. */
export async function sensorPage(
  tx: Transaction,
  scope: ScopeOrAll,
  query: ListQuery & SensorFilter,
  now: Date,
): Promise<{ rows: SensorRow[]; total: number }> {
  const wanted = and(
    isNull(sensor.deletedAt),
    visibleTo(scope, sensor.orgId, site.locationId),
    filter(query, now),
    found(query.search),
  );
  const placed = await selectSensors(tx, now)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'name', ordered, sensor.sensorId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await tx.sql.select({ total: count() }).from(selectSensors(tx, now).where(wanted).as('found'));
  return { rows: await lookedUp(tx, placed), total: counted?.total ?? 0 };
}

export async function findSensor(
  tx: Transaction,
  scope: ScopeOrAll,
  sensorId: string,
  now: Date,
): Promise<SensorRow | undefined> {
  const placed = await selectSensors(tx, now).where(
    and(
      eq(sensor.sensorId, sensorId.toLowerCase()),
      isNull(sensor.deletedAt),
      visibleTo(scope, sensor.orgId, site.locationId),
    ),
  );
  const [row] = await lookedUp(tx, placed);
  return row;
}

/** The newest of the sensors with this MAC address or identifier: one that was decommissioned may have been added again. */
export async function findByDevice(
  tx: Transaction,
  scope: ScopeOrAll,
  address: string,
  now: Date,
): Promise<SensorRow | undefined> {
  const placed = await selectSensors(tx, now)
    .where(
      and(
        or(eq(device, address), eq(macAddress, address)),
        isNull(sensor.deletedAt),
        visibleTo(scope, sensor.orgId, site.locationId),
      ),
    )
    .orderBy(desc(sensor.createdAt));
  const [row] = await lookedUp(tx, placed);
  return row;
}

export async function zonesOf({ sql: db }: Transaction, sensorId: string): Promise<SensorDetail['zones']> {
  return db
    .select(zoneColumns)
    .from(zone)
    .leftJoin(zoneSetting, lastSetting())
    .where(and(eq(zone.sensorId, sensorId), isNull(zone.deletedAt)))
    .orderBy(sql`lower(${zone.name})`, zone.zoneId);
}

export interface SensorSecrets {
  readonly masterKey: string | null;
  /** Sealed. */
  readonly password: string | null;
}

export async function secretsOf({ sql: db }: Transaction, sensorId: string): Promise<SensorSecrets> {
  const [row] = await db
    .select({ masterKey: sensor.masterKey, password: sensor.password })
    .from(sensor)
    .where(eq(sensor.sensorId, sensorId));
  return row ?? { masterKey: null, password: null };
}

export async function saveSensor(
  { sql: db }: Transaction,
  sensorId: string,
  { nodeSensors, ...changes }: Partial<SensorSettings & SensorSecrets>,
  now: Date,
): Promise<void> {
  await db
    .update(sensor)
    .set({
      ...changes,
      ...(nodeSensors === undefined ? {} : { nodeSensors: nodeSensors && [...nodeSensors] }),
      updatedAt: now,
      version: sql`${sensor.version} + 1`,
    })
    .where(eq(sensor.sensorId, sensorId));
}

/**
 * The day's last push tells when a device was last heard; the ledger has a row for each day it was. Nothing is done to the address
 * here: row-level security lets an index answer only what cannot leak.
 */
const lastHeardAt = sql`(SELECT l.last_at FROM ledger l WHERE l.org_id = ${sensor.orgId}
  AND l.device = ${sensor.device} ORDER BY l.day DESC LIMIT 1)`;
const zonesToReview = sql`(SELECT count(*) FROM ${zone} WHERE ${zone.sensorId} = ${sensor.sensorId}
  AND ${zone.deletedAt} IS NULL AND ${zone.needsReview})`;
const isOffline = sql<boolean>`${offlineSensor.offlineSensorId} IS NOT NULL`;

const { name, sensorType, macAddress, identifier, device, ipAddress, active, periodicUse } = sensor;
const { commissionedDate, firmware, updatedAt } = sensor;
const ordered = {
  name,
  sensorType,
  macAddress,
  ipAddress,
  active,
  periodicUse,
  commissionedDate,
  firmware,
  updatedAt,
  siteName: site.name,
  locationName: location.name,
  orgName: organization.name,
  lastHeardAt,
  online: isOffline,
  zonesToReview,
};

type PlacedSensor = Awaited<ReturnType<typeof selectSensors>>[number];

/** With where each is installed now, and whether it has fallen silent. */
function selectSensors({ sql: db }: Transaction, now: Date) {
  return db
    .select({
      ...sensorColumns,
      siteId: site.siteId,
      siteName: site.name,
      siteIpAddress: site.ipAddress,
      locationId: site.locationId,
      locationName: location.name,
      locationTimezone: location.timezone,
      orgName: organization.name,
      status: sensor.status,
      statusAt: sensor.statusAt,
      isWatched: isWatched(now),
      isOffline,
      version: sensor.version,
    })
    .from(sensor)
    .innerJoin(organization, eq(organization.orgId, sensor.orgId))
    .leftJoin(sensorAssignment, isInstalledNow(now))
    .leftJoin(site, eq(site.siteId, sensorAssignment.siteId))
    .leftJoin(location, eq(location.locationId, site.locationId))
    .leftJoin(offlineSensor, and(eq(offlineSensor.sensorId, sensor.sensorId), isNull(offlineSensor.resolvedDate)))
    .$dynamic();
}

interface LookedUp {
  readonly lastHeardAt: Date | null;
  readonly zoneCount: number;
  readonly zonesToReview: number;
}

/** What takes a look-up for each sensor is looked up for those on the page only. */
async function lookedUp({ client }: Transaction, placed: readonly PlacedSensor[]): Promise<SensorRow[]> {
  const { rows } = await client.query<LookedUp & { sensorId: string }>(
    `SELECT s.sensor_id AS "sensorId", counted.*,
            (SELECT l.last_at FROM ledger l WHERE l.org_id = s.org_id AND l.device = s.device
             ORDER BY l.day DESC LIMIT 1) AS "lastHeardAt"
     FROM sensor s CROSS JOIN LATERAL (
       SELECT count(*)::int AS "zoneCount", (count(*) FILTER (WHERE z.needs_review))::int AS "zonesToReview"
       FROM zone z WHERE z.sensor_id = s.sensor_id AND z.deleted_at IS NULL) counted
     WHERE s.sensor_id = ANY($1::uuid[])`,
    [placed.map(({ sensorId }) => sensorId)],
  );
  const byId = new Map(rows.map((row) => [row.sensorId, row]));
  return placed.map((row) => ({
    lastHeardAt: null,
    zoneCount: 0,
    zonesToReview: 0,
    ...row,
    ...byId.get(row.sensorId),
  }));
}

function filter(query: SensorFilter, now: Date): SQL | undefined {
  const isCommissioned = sql`coalesce(${commissionedDate} <= ${now.toISOString()}, false)`;
  return and(
    query.locationId === undefined ? undefined : sameId(site.locationId, query.locationId),
    query.siteId === undefined ? undefined : sameId(site.siteId, query.siteId),
    query.sensorType === undefined ? undefined : eq(sensorType, query.sensorType.trim().toLowerCase()),
    query.sensorTypes === undefined ? undefined : inArray(sensorType, [...query.sensorTypes]),
    query.vendor === undefined ? undefined : madeBy(query.vendor),
    flagged(active, query.active),
    flagged(periodicUse, query.periodicUse),
    flagged(isCommissioned, query.commissioned),
    flagged(sql`${site.siteId} IS NOT NULL`, query.assigned),
    flagged(sql`${zonesToReview} > 0`, query.needsReview),
    query.online === undefined ? undefined : isOnline(query.online, now),
  );
}

/** The same as `online` of the reply: nobody knows of one that is not watched, or was never heard. */
function isOnline(wanted: 'true' | 'false', now: Date): SQL | undefined {
  return and(isWatched(now), wanted === 'false' ? isOffline : and(not(isOffline), sql`${lastHeardAt} IS NOT NULL`));
}

function flagged(condition: PgColumn | SQL, wanted: Flag): SQL | undefined {
  if (wanted === undefined) return undefined;
  return wanted === 'true' ? sql`${condition}` : not(sql`${condition}`);
}

function madeBy(vendor: string): SQL | undefined {
  const wanted = vendor.trim().toLowerCase();
  if (wanted === unknownVendor.name.toLowerCase()) {
    const anyKnown = sensorVendors.flatMap(beginningsOf).map(hasPrefix);
    return not(sql`coalesce(${or(...anyKnown)}, false)`);
  }
  const known = sensorVendors.find(({ name: called }) => called.toLowerCase() === wanted);
  return or(...(known ? beginningsOf(known) : []).map(hasPrefix)) ?? sql`false`;
}

const beginningsOf = ({ prefixes, code }: SensorVendor) => [...prefixes, `${code}:`];
const hasPrefix = (prefix: string) => sql`starts_with(${device}, ${prefix})`;

/** A MAC address or EUI-64, or a part of one, is found with its colons too. */
function found(search: string | undefined): SQL | undefined {
  const text = contains(
    search,
    name,
    macAddress,
    identifier,
    ipAddress,
    sensorType,
    firmware,
    site.name,
    location.name,
  );
  const digits = search?.replaceAll(/[:.-]/g, '') ?? '';
  if (text === undefined || digits === search || !/^[0-9a-f]{2,16}$/i.test(digits)) return text;
  return or(text, contains(digits, macAddress, identifier));
}
