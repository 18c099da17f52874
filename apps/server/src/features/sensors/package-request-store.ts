import type { Transaction } from '../../registry/registry.ts';

/** Where a sensor is asked; the password is that of the sensor. */
export interface PackageRequestRow {
  readonly isEnabled: boolean;
  readonly host: string;
  readonly port: number | null;
  readonly tls: boolean;
  readonly username: string;
  readonly caCertificateSealed: string | null;
  readonly approvedAddresses: readonly string[];
  readonly needsApproval: boolean;
  readonly version: number;
}

/** As long as nobody has entered anything: off. */
const none: PackageRequestRow = {
  isEnabled: false,
  host: '',
  port: null,
  tls: true,
  username: '',
  caCertificateSealed: null,
  approvedAddresses: [],
  needsApproval: false,
  version: 0,
};

export async function packageRequestOf({ client }: Transaction, sensorId: string): Promise<PackageRequestRow> {
  const { rows } = await client.query<PackageRequestRow>(
    `SELECT is_enabled AS "isEnabled", host, port, tls, username, approved_addresses AS "approvedAddresses",
            needs_approval AS "needsApproval", ca_certificate_sealed AS "caCertificateSealed", version
     FROM package_request WHERE sensor_id = $1 FOR UPDATE`,
    [sensorId],
  );
  return rows[0] ?? none;
}

export async function savePackageRequest(
  { client }: Transaction,
  sensor: { readonly orgId: string; readonly sensorId: string },
  row: Omit<PackageRequestRow, 'version'>,
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO package_request (sensor_id, org_id, is_enabled, host, port, tls, username, approved_addresses,
       needs_approval, updated_at, ca_certificate_sealed)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (sensor_id) DO UPDATE
     SET is_enabled = excluded.is_enabled, host = excluded.host, port = excluded.port, tls = excluded.tls,
         username = excluded.username, approved_addresses = excluded.approved_addresses,
         needs_approval = excluded.needs_approval, updated_at = excluded.updated_at,
         ca_certificate_sealed = excluded.ca_certificate_sealed, version = package_request.version + 1`,
    [
      sensor.sensorId,
      sensor.orgId,
      row.isEnabled,
      row.host,
      row.port,
      row.tls,
      row.username,
      JSON.stringify(row.approvedAddresses),
      row.needsApproval,
      now,
      row.caCertificateSealed,
    ],
  );
}
