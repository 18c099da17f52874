import { isId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';

type Client = Transaction['client'];

/** A gap that is due, held by this node until it is settled or its lease ends. */
export interface DueRequest {
  readonly sensorId: string;
  readonly orgId: string;
  readonly packageGapId: string;
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly username: string;
  readonly passwordSealed: string | null;
  readonly caCertificateSealed: string | null;
  readonly approvedAddresses: string[];
  readonly agent: string;
  readonly first: number;
  readonly last: number;
  readonly afterAt: number;
  readonly beforeAt: number;
  /** Attempts before this one. */
  readonly tries: number;
}

interface Wanted {
  readonly now: Date;
  /** Gaps that are younger are left alone: sensors repeat on their own. */
  readonly graceSeconds: number;
  /** Longer than a request can take. */
  readonly leaseMs: number;
  readonly most: number;
}

/**
 * Takes the oldest due gap of sensors that nobody asks at the moment. From here on the time that arrives counts for the gap:
 * a sensor may send before it has answered.
 */
export async function takeDue(client: Client, { now, graceSeconds, leaseMs, most }: Wanted): Promise<DueRequest[]> {
  const { rows } = await client.query<DueRequest>(
    `WITH due AS (
       SELECT r.sensor_id, s.password, g.* FROM package_request r
         JOIN sensor s ON s.org_id = r.org_id AND s.sensor_id = r.sensor_id AND s.active AND s.deleted_at IS NULL
         JOIN organization o ON o.org_id = r.org_id AND o.deleted_at IS NULL
         CROSS JOIN LATERAL (
           SELECT package_gap_id, agent, first_number, last_number, after_at, before_at, request_tries FROM package_gap
           WHERE org_id = r.org_id AND device IN (s.device, 'sensor:' || s.sensor_id) AND waived_at IS NULL AND (
             request_due_at <= $1 OR (request_state IS NULL AND found_at <= $1::timestamptz - $2 * interval '1 second'))
           ORDER BY coalesce(request_due_at, found_at), first_number LIMIT 1
         ) AS g
       WHERE r.is_enabled AND (r.busy_until IS NULL OR r.busy_until <= clock_timestamp())
       ORDER BY r.busy_until NULLS FIRST, r.sensor_id LIMIT $4 FOR UPDATE OF r SKIP LOCKED
     ), held AS (
       UPDATE package_request r SET busy_until = clock_timestamp() + $3 * interval '1 millisecond'
       FROM due WHERE r.sensor_id = due.sensor_id RETURNING r.*
     ), tracked AS (
       UPDATE package_gap g SET request_state = coalesce(g.request_state, 'waiting'),
         request_due_at = coalesce(g.request_due_at, $1) FROM due
       WHERE g.package_gap_id = due.package_gap_id
     )
     SELECT held.sensor_id AS "sensorId", held.org_id AS "orgId", due.package_gap_id AS "packageGapId", held.host, held.port,
            held.tls, held.username, due.password AS "passwordSealed", held.approved_addresses AS "approvedAddresses",
            held.ca_certificate_sealed AS "caCertificateSealed",
            due.agent, due.first_number::float8 AS first, due.last_number::float8 AS last,
            extract(epoch FROM due.after_at)::float8 AS "afterAt", extract(epoch FROM due.before_at)::float8 AS "beforeAt",
            due.request_tries AS tries
     FROM held JOIN due USING (sensor_id)`,
    [now, graceSeconds, leaseMs, most],
  );
  return rows;
}

export interface Settled {
  readonly state: 'asked' | 'failed';
  readonly at: Date;
  readonly nextAt: Date | null;
  readonly reason: string | null;
  readonly needsApproval: boolean;
  /** How long the sensor is left alone. */
  readonly restMs: number;
}

/** A gap that was filled in the meantime no longer exists. */
export async function settle(client: Client, due: DueRequest, settled: Settled): Promise<void> {
  await client.query(
    `UPDATE package_gap SET request_state = $2, requested_at = $3, request_due_at = $4, request_reason = $5,
       request_tries = $6 + 1
     WHERE package_gap_id = $1`,
    [due.packageGapId, settled.state, settled.at, settled.nextAt, settled.reason, due.tries],
  );
  await client.query(
    `UPDATE package_request SET busy_until = clock_timestamp() + $2 * interval '1 millisecond',
       needs_approval = needs_approval OR ($3 AND approved_addresses = '[]')
     WHERE sensor_id = $1`,
    [due.sensorId, settled.restMs, settled.needsApproval],
  );
}

export type Requested = 'requested' | 'off' | 'unknown';

/** Someone wants it now: attempts begin again. */
export async function requestGap({ client }: Transaction, orgId: string, id: string, now: Date): Promise<Requested> {
  if (!isId(id)) return 'unknown';
  const { rows } = await client.query<{ isOn: boolean }>(
    `SELECT EXISTS (
       SELECT FROM package_request r JOIN sensor s ON s.org_id = r.org_id AND s.sensor_id = r.sensor_id
       WHERE r.org_id = g.org_id AND r.is_enabled AND s.active AND s.deleted_at IS NULL
         AND g.device IN (s.device, 'sensor:' || s.sensor_id)
     ) AS "isOn"
     FROM package_gap g WHERE g.org_id = $1 AND g.package_gap_id = $2 AND g.waived_at IS NULL FOR UPDATE`,
    [orgId, id],
  );
  const [gap] = rows;
  if (!gap?.isOn) return gap ? 'off' : 'unknown';
  await client.query(
    `UPDATE package_gap SET request_state = 'waiting', request_tries = 0, request_due_at = $3, request_reason = NULL
     WHERE org_id = $1 AND package_gap_id = $2`,
    [orgId, id, now],
  );
  return 'requested';
}

/** After a change of its settings, what failed before is tried again. */
export async function retryFailed({ client }: Transaction, sensorId: string, now: Date): Promise<void> {
  await client.query(
    `UPDATE package_gap g SET request_state = 'waiting', request_tries = 0, request_due_at = $2, request_reason = NULL
     FROM sensor s WHERE s.sensor_id = $1 AND g.org_id = s.org_id AND g.device IN (s.device, 'sensor:' || s.sensor_id)
       AND g.waived_at IS NULL AND g.request_state = 'failed'`,
    [sensorId, now],
  );
}
