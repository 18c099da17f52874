import type { DeviceConfig } from '@atrium/contract/sensors';
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { isInstalledNow, visibleTo, type ScopeOrAll } from '../../registry/directory/entity-lookup.ts';
import type { Transaction } from '../../registry/registry.ts';
import { site } from '../../registry/schema/places.ts';
import { deviceConfig, type ReportedValues } from '../../registry/schema/sensor-details.ts';
import { sensor, sensorAssignment } from '../../registry/schema/sensors.ts';

const { deviceConfigId, sensorId, config, firstReportedAt, lastReportedAt } = deviceConfig;
const columns = {
  deviceConfigId,
  sensorId,
  firmware: sql<string | null>`${config} ->> 'firmware'`,
  firstReportedAt,
  /** The current one is valid as of the newest report. */
  lastReportedAt: sql<Date>`coalesce(${lastReportedAt}, ${sensor.statusAt}, ${firstReportedAt})`.mapWith(
    lastReportedAt,
  ),
};

export async function configsOf({ sql: db }: Transaction, ofSensor: string): Promise<DeviceConfig[]> {
  const rows = await db
    .select(columns)
    .from(deviceConfig)
    .innerJoin(sensor, eq(sensor.sensorId, sensorId))
    .where(eq(sensorId, ofSensor))
    .orderBy(desc(firstReportedAt), desc(deviceConfigId));
  return rows.map(shown);
}

/** A configuration within the scope, with the previous one of the device. */
export async function findConfig(
  { sql: db }: Transaction,
  scope: ScopeOrAll,
  id: string,
  now: Date,
): Promise<(DeviceConfig & { config: ReportedValues; before: ReportedValues | null }) | undefined> {
  const [row] = await db
    .select({ ...columns, config })
    .from(deviceConfig)
    .innerJoin(sensor, and(eq(sensor.sensorId, sensorId), isNull(sensor.deletedAt)))
    .leftJoin(sensorAssignment, isInstalledNow(now))
    .leftJoin(site, eq(site.siteId, sensorAssignment.siteId))
    .where(and(eq(deviceConfigId, id.toLowerCase()), visibleTo(scope, sensor.orgId, site.locationId)));
  if (!row) return undefined;
  const [previous] = await db
    .select({ config })
    .from(deviceConfig)
    .where(and(eq(sensorId, row.sensorId), lt(firstReportedAt, row.firstReportedAt)))
    .orderBy(desc(firstReportedAt))
    .limit(1);
  return { ...shown(row), config: row.config, before: previous?.config ?? null };
}

/** The UTC day on which a device first reported. */
export async function firstReportDay({ client }: Transaction, orgId: string, device: string): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date }>(
    `SELECT day::timestamp AT TIME ZONE 'UTC' AS at FROM ledger WHERE org_id = $1 AND device = $2 ORDER BY day LIMIT 1`,
    [orgId, device],
  );
  return rows[0]?.at ?? null;
}

function shown(row: {
  deviceConfigId: string;
  sensorId: string;
  firmware: string | null;
  firstReportedAt: Date;
  lastReportedAt: Date;
}): DeviceConfig {
  const { firstReportedAt: first, lastReportedAt: last, deviceConfigId: id, sensorId: of, firmware } = row;
  return {
    deviceConfigId: id,
    sensorId: of,
    firmware,
    firstReportedAt: first.toISOString(),
    lastReportedAt: last.toISOString(),
  };
}
