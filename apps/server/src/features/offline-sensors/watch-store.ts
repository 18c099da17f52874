import { sql } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { sensor } from '../../registry/schema/sensors.ts';
import { isWatched } from '../../estate/watched-sensors-store.ts';
import type { Stretch } from './listening.ts';

type Client = Transaction['client'];

/** Locks until the transaction ends. A second node that waits here finds everything recorded. */
export async function lockWatch(client: Client): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(4711, hashtext('offline-sensors'))`);
}

const keptStretches = 500;

/** Extends the current listening interval if it ended less than `gap` milliseconds ago, or starts a new one. Returns the latest intervals. */
export async function extendListening(client: Client, now: Date, gap: number): Promise<Stretch[]> {
  const { rowCount } = await client.query(
    `UPDATE listening_stretch SET "to" = greatest("to", $1)
     WHERE "from" = (SELECT max("from") FROM listening_stretch) AND "to" >= $2`,
    [now, new Date(now.getTime() - gap)],
  );
  if (rowCount === 0) {
    await client.query('INSERT INTO listening_stretch ("from", "to") VALUES ($1, $1) ON CONFLICT DO NOTHING', [now]);
    await client.query(
      `DELETE FROM listening_stretch WHERE "from" < (SELECT "from" FROM listening_stretch ORDER BY "from" DESC OFFSET $1 LIMIT 1)`,
      [keptStretches],
    );
  }
  const { rows } = await client.query<{ from: Date; to: Date }>('SELECT "from", "to" FROM listening_stretch');
  return rows.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));
}

/** The newest entry of a device: the days follow one another, so it holds the last instant of all. */
const heard = sql`LEFT JOIN LATERAL (
    SELECT l.last_at FROM ledger l WHERE l.org_id = ${sensor.orgId} AND l.device = ${sensor.device} ORDER BY l.day DESC LIMIT 1
  ) heard ON true`;

export interface Silent {
  readonly sensorId: string;
  readonly orgId: string;
  /** When it was last heard, or should have begun to be. */
  readonly since: Date;
  /** Bodies on the busiest of the last days; null where there was none. */
  readonly busiestDay: number | null;
}

/**
 * Watched sensors that have been silent since `until` and are not marked offline yet. One that was never heard,
 * or has another device behind its name now, was expected from its last edit on.
 */
export async function findSilent({ sql: db }: Transaction, now: Date, until: Date): Promise<Silent[]> {
  const { sensorId, orgId, device, commissionedDate, updatedAt } = sensor;
  const today = sql`(${now}::timestamptz AT TIME ZONE 'UTC')::date`;
  const { rows } = await db.execute<{ sensor_id: string; org_id: string; since: string; busiest: string | null }>(sql`
    SELECT ${sensorId}, ${orgId}, since.at AS since,
           (SELECT max(l.applied + l.duplicate + l.quarantined + l.carried) FROM ledger l
            WHERE l.org_id = ${orgId} AND l.device = ${device} AND l.day >= ${today} - 7 AND l.day < ${today}) AS busiest
    FROM ${sensor} JOIN ${organization} ON ${organization.orgId} = ${orgId} ${heard}
      CROSS JOIN LATERAL (SELECT greatest(${commissionedDate}, coalesce(heard.last_at, ${updatedAt})) AS at) since
    WHERE ${isWatched(now)} AND since.at <= ${until}
      -- Not a join: when many fall silent at once, nobody has told the planner yet.
      AND ${sensorId} NOT IN (SELECT r.sensor_id FROM offline_sensor r WHERE r.resolved_date IS NULL)`);
  return rows.map((row) => ({
    sensorId: row.sensor_id,
    orgId: row.org_id,
    since: new Date(row.since),
    busiestDay: row.busiest === null ? null : Number(row.busiest),
  }));
}

export async function openRecords(client: Client, silent: readonly Silent[], now: Date): Promise<void> {
  if (silent.length === 0) return;
  await client.query(
    `INSERT INTO offline_sensor (org_id, sensor_id, created_at, updated_at, found_at)
     SELECT org_id, sensor_id, since, $4, $4 FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS t (org_id, sensor_id, since)
     ON CONFLICT (sensor_id) WHERE resolved_date IS NULL DO NOTHING`,
    [silent.map(({ orgId }) => orgId), silent.map(({ sensorId }) => sensorId), silent.map(({ since }) => since), now],
  );
}

/** Ends the records of sensors that were heard again, and of those that nobody expects to hear anymore. */
export async function resolveRecords({ sql: db }: Transaction, now: Date): Promise<void> {
  const { sensorId, orgId } = sensor;
  await db.execute(sql`
    UPDATE offline_sensor r SET resolved_date = ended.at, updated_at = ${now}
    FROM (
      SELECT r.offline_sensor_id,
             CASE WHEN heard.last_at > r.created_at THEN heard.last_at WHEN NOT ${isWatched(now)} THEN ${now} END AS at
      FROM offline_sensor r JOIN ${sensor} ON ${sensorId} = r.sensor_id
        JOIN ${organization} ON ${organization.orgId} = ${orgId} ${heard}
      WHERE r.resolved_date IS NULL
    ) ended
    WHERE ended.offline_sensor_id = r.offline_sensor_id AND ended.at IS NOT NULL`);
}
