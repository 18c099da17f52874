import type { Transaction } from '../registry/registry.ts';
import type { ReportedValues } from '../registry/schema/sensor-details.ts';
import { configChanges } from './reported-config.ts';
import { type DeviceStatus, statusAfter } from './vendors/vendor.ts';

type Client = Transaction['client'];

export interface ReportedStatus extends DeviceStatus {
  readonly orgId: string;
  readonly sensorId: string;
  readonly at: Date;
}

/** Maximum number of configurations kept per device. */
const maxConfigs = 100;

interface KnownRow {
  orgId: string;
  sensorId: string;
  statusAt: Date | null;
  deviceConfigId: string | null;
  config: ReportedValues | null;
}

/** Stores the latest status of each device and every change of its configuration. */
export async function writeStatuses(client: Client, statuses: readonly ReportedStatus[]): Promise<void> {
  if (statuses.length === 0) return;
  // The lock serializes two batches with reports of one device.
  const { rows } = await client.query<KnownRow>(
    `SELECT s.org_id AS "orgId", s.sensor_id AS "sensorId", s.status_at AS "statusAt",
            c.device_config_id AS "deviceConfigId", c.config
     FROM sensor s LEFT JOIN device_config c ON c.sensor_id = s.sensor_id AND c.last_reported_at IS NULL
     WHERE s.sensor_id = ANY($1::uuid[]) ORDER BY s.sensor_id FOR UPDATE OF s`,
    [statuses.map(({ sensorId }) => sensorId)],
  );
  for (const known of rows) {
    const reports = statuses.filter(({ orgId, sensorId }) => orgId === known.orgId && sensorId === known.sensorId);
    await writeConfigs(client, known, reports);
  }
  await writeNewest(client, newestOf(statuses));
}

async function writeConfigs(client: Client, known: KnownRow, reports: readonly ReportedStatus[]): Promise<void> {
  const said = reports.filter(({ config }) => Object.keys(config).length > 0);
  const { ended, begun } = configChanges(known, said);
  if (begun.length === 0) return;
  if (known.deviceConfigId !== null) {
    await client.query('UPDATE device_config SET last_reported_at = $2 WHERE device_config_id = $1', [
      known.deviceConfigId,
      ended,
    ]);
  }
  await client.query(
    `INSERT INTO device_config (org_id, sensor_id, config, first_reported_at, last_reported_at)
     SELECT $1, $2, * FROM unnest($3::text[]::jsonb[], $4::timestamptz[], $5::timestamptz[])`,
    [
      known.orgId,
      known.sensorId,
      begun.map(({ config }) => JSON.stringify(config)),
      begun.map(({ first }) => first),
      begun.map(({ last }) => last),
    ],
  );
  await client.query(
    `DELETE FROM device_config WHERE device_config_id IN (
       SELECT device_config_id FROM device_config WHERE sensor_id = $1 ORDER BY first_reported_at DESC OFFSET $2)`,
    [known.sensorId, maxConfigs],
  );
}

/** One for each sensor: the last that said everything, with what was said since. */
function newestOf(statuses: readonly ReportedStatus[]): ReportedStatus[] {
  const newest = new Map<string, ReportedStatus>();
  for (const status of statuses.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { orgId, sensorId, at } = status;
    const before = newest.get(sensorId);
    const since = before && status.adds ? before.at : at;
    newest.set(sensorId, { ...statusAfter(before ?? null, status), orgId, sensorId, at: since });
  }
  return [...newest.values()];
}

async function writeNewest(client: Client, statuses: readonly ReportedStatus[]): Promise<void> {
  await client.query(
    `UPDATE sensor AS s SET firmware = coalesce(t.firmware, s.firmware), ip_address = coalesce(t.ip_address, s.ip_address),
            status = CASE WHEN t.adds THEN coalesce(s.status, '{}') || t.detail ELSE t.detail END,
            status_at = CASE WHEN t.adds THEN coalesce(s.status_at, t.at) ELSE t.at END
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[]::jsonb[], $6::timestamptz[], $7::boolean[])
       AS t (org_id, sensor_id, firmware, ip_address, detail, at, adds)
     WHERE s.org_id = t.org_id AND s.sensor_id = t.sensor_id AND (s.status_at IS NULL OR s.status_at < t.at)`,
    [
      statuses.map((row) => row.orgId),
      statuses.map((row) => row.sensorId),
      statuses.map((row) => row.firmware),
      statuses.map((row) => row.ipAddress),
      statuses.map((row) => JSON.stringify(row.detail)),
      statuses.map((row) => row.at),
      statuses.map((row) => row.adds ?? false),
    ],
  );
}
