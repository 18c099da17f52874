import type { Transaction } from '../../registry/registry.ts';

/** Who sent something, by organization and device. */
export interface Sent {
  readonly orgId: string;
  readonly device: string;
}

export interface Sender {
  readonly organizationName: string;
  readonly sensor: { readonly sensorId: string; readonly name: string } | null;
}

/** Adds the names of organizations and sensors to rows. Rows of organizations that no longer exist have an empty name. */
export async function withSenders<Row extends Sent>({ client }: Transaction, rows: readonly Row[]) {
  if (rows.length === 0) return [];
  const [orgs, devices] = [rows.map(({ orgId }) => orgId), rows.map(({ device }) => device)];
  const { rows: names } = await client.query<{ orgId: string; name: string }>(
    'SELECT org_id AS "orgId", name FROM organization WHERE org_id = ANY($1)',
    [orgs],
  );
  const { rows: sensors } = await client.query<Sent & { sensorId: string; name: string }>(
    `SELECT t.org_id AS "orgId", t.device, s.sensor_id AS "sensorId", s.name
     FROM (SELECT DISTINCT org_id, device FROM unnest($1::uuid[], $2::text[]) AS t (org_id, device)) t
       JOIN sensor s ON s.org_id = t.org_id AND s.deleted_at IS NULL AND s.active
         AND (s.device = t.device OR 'sensor:' || s.sensor_id = t.device)`,
    [orgs, devices],
  );
  const nameOf = new Map(names.map(({ orgId, name }) => [orgId, name]));
  const sensorOf = new Map(
    sensors.map(({ orgId, device, sensorId, name }) => [`${orgId}/${device}`, { sensorId, name }]),
  );
  return rows.map((row): Row & Sender => ({
    ...row,
    organizationName: nameOf.get(row.orgId) ?? '',
    sensor: sensorOf.get(`${row.orgId}/${row.device}`) ?? null,
  }));
}

/** Organizations by their number in the facts; of one, or all. */
export async function organizationsByNumber({ client }: Transaction, orgId: string | null) {
  const { rows } = await client.query<{ factOrg: number; orgId: string }>(
    'SELECT fact_org AS "factOrg", org_id AS "orgId" FROM organization WHERE $1::uuid IS NULL OR org_id = $1',
    [orgId],
  );
  return new Map(rows.map((row) => [row.factOrg, row.orgId]));
}
