import type { Transaction } from '../registry/registry.ts';
import { backfillPriority } from './todo-store.ts';
import { type Reason, reasonsOfEstate } from './plan.ts';
import type { TodoBody } from './todo-store.ts';
import { maxCarried } from './vendors/vendor.ts';

type Client = Transaction['client'];

export interface Quarantined {
  readonly body: TodoBody;
  readonly reason: Reason;
  /** The shape of such bodies, so that a broken device creates one row instead of thousands. */
  readonly shape: string;
  readonly generation: number;
  /** Devices in it whose readings count once the estate is changed. */
  readonly waiting: readonly string[];
  /** Epoch seconds: when it is tried again without anyone's doing. */
  readonly retryAt: number | null;
}

/**
 * Quarantines bodies, grouped. A body has one reason; quarantining it again moves it. Returns those that were not
 * quarantined before.
 */
export async function quarantine(client: Client, bodies: readonly Quarantined[]): Promise<ReadonlySet<string>> {
  if (bodies.length === 0) return new Set();
  const { rows } = await client.query<{ seq: string; fresh: boolean }>(
    `WITH sent AS (
       SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::bigint[], $8::date[],
                            $9::float8[], $10::text[])
         AS t (org_id, device, vendor, reason, shape, generation, seq, day, retry, devices)
     ), bodies AS (
       SELECT s.*, b.lane, b.received_at, b.kind, b.content_type, b.body
       FROM sent s JOIN inbox_body b ON b.day = s.day AND b.seq = s.seq
     ), grouped AS (
       INSERT INTO quarantine AS known
         (org_id, device, vendor, reason, shape, first_at, last_at, decoder_generation, devices)
       SELECT org_id, device, vendor, reason, shape, min(received_at), max(received_at), max(generation),
              coalesce(string_to_array(string_agg(DISTINCT nullif(devices, ''), ' '), ' '), '{}')
       FROM bodies GROUP BY org_id, device, vendor, reason, shape
       ORDER BY org_id, device, vendor, reason, shape
       ON CONFLICT (org_id, device, vendor, reason, shape) WHERE discarded_at IS NULL DO UPDATE
       SET first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at),
           decoder_generation = excluded.decoder_generation,
           devices = ARRAY(SELECT DISTINCT unnest(known.devices || excluded.devices) AS d ORDER BY d LIMIT ${maxCarried})
       RETURNING *
     )
     INSERT INTO quarantine_body AS lying (quarantine_id, org_id, seq, lane, received_at, kind, content_type, body, retry_at)
     SELECT g.quarantine_id, b.org_id, b.seq, b.lane, b.received_at, b.kind, b.content_type, b.body, to_timestamp(b.retry)
     FROM bodies b JOIN grouped g USING (org_id, device, vendor, reason, shape)
     ON CONFLICT (org_id, seq) DO UPDATE SET quarantine_id = excluded.quarantine_id, retry_at = excluded.retry_at
     RETURNING seq, xmax = 0 AS fresh`,
    [
      bodies.map(({ body }) => body.orgId),
      bodies.map(({ body }) => body.device),
      bodies.map(({ body }) => body.vendor),
      bodies.map(({ reason }) => reason),
      bodies.map(({ shape }) => shape),
      bodies.map(({ generation }) => generation),
      bodies.map(({ body }) => body.seq),
      bodies.map(({ body }) => body.day),
      bodies.map(({ retryAt }) => retryAt),
      bodies.map(({ waiting }) => waiting.join(' ')),
    ],
  );
  return new Set(rows.filter((row) => row.fresh).map((row) => row.seq));
}

/** Removes applied bodies from quarantine. Returns those that were in it. */
export async function release(client: Client, bodies: readonly TodoBody[]): Promise<ReadonlySet<string>> {
  if (bodies.length === 0) return new Set();
  const { rows } = await client.query<{ seq: string }>(
    `DELETE FROM quarantine_body AS q USING unnest($1::uuid[], $2::bigint[]) AS t (org_id, seq)
     WHERE q.org_id = t.org_id AND q.seq = t.seq RETURNING q.seq`,
    [bodies.map((body) => body.orgId), bodies.map((body) => body.seq)],
  );
  return new Set(rows.map((row) => row.seq));
}

/** Groups without bodies. */
export async function removeEmptyGroups(client: Client, orgIds: readonly string[]): Promise<void> {
  await client.query(
    `DELETE FROM quarantine AS q WHERE q.org_id = ANY($1) AND q.discarded_at IS NULL
       AND NOT EXISTS (SELECT FROM quarantine_body b WHERE b.quarantine_id = q.quarantine_id)`,
    [orgIds],
  );
}

export async function quarantinedToday(client: Client, orgId: string, device: string, day: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT (quarantined + discarded)::int AS count FROM ledger WHERE org_id = $1 AND device = $2 AND day = $3',
    [orgId, device, day],
  );
  return rows[0]?.count ?? 0;
}

/** Quarantined groups whose reason depends on the estate: after a change they may count. */
export async function groupsOfEstate(client: Client, orgId: string, devices: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ quarantine_id: string }>(
    `SELECT quarantine_id FROM quarantine
     WHERE org_id = $1 AND discarded_at IS NULL AND (devices && $2 OR (device = ANY($2) AND reason = ANY($3)))`,
    [orgId, devices, reasonsOfEstate],
  );
  return rows.map((row) => row.quarantine_id);
}

export interface UnassignedDevice {
  readonly deviceId: string;
  readonly vendor: string;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

const unassigned = `FROM quarantine q CROSS JOIN unnest(q.devices) AS n (device)
  WHERE q.org_id = $1 AND q.discarded_at IS NULL AND (q.reason = 'unassigned' OR n.device <> q.device)
    AND NOT EXISTS (SELECT FROM sensor s WHERE s.org_id = q.org_id AND s.device = n.device
                    AND s.active AND s.deleted_at IS NULL)`;

/** Devices whose data waits because no sensor of the organization is them, newest first. */
export async function unassignedDevices(
  { client }: Transaction,
  orgId: string,
  { limit, offset, search = '' }: { limit: number; offset: number; search?: string | undefined },
): Promise<{ rows: UnassignedDevice[]; total: number }> {
  const wanted = `${unassigned} AND position($2 in upper(regexp_replace(n.device, '[^0-9A-Za-z]', '', 'g'))) > 0`;
  const digits = search.replaceAll(/[^0-9a-z]/gi, '').toUpperCase();
  const { rows } = await client.query<UnassignedDevice>(
    `SELECT n.device AS "deviceId", min(q.vendor) AS vendor, min(q.first_at) AS "firstAt", max(q.last_at) AS "lastAt"
     ${wanted} GROUP BY n.device ORDER BY max(q.last_at) DESC, n.device LIMIT $3 OFFSET $4`,
    [orgId, digits, limit, offset],
  );
  const { rows: counted } = await client.query<{ total: number }>(
    `SELECT count(DISTINCT n.device)::int AS total ${wanted}`,
    [orgId, digits],
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

export async function isUnassigned({ client }: Transaction, orgId: string, device: string): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT 1 ${unassigned} AND n.device = $2 LIMIT 1`, [orgId, device]);
  return (rowCount ?? 0) > 0;
}

/** What is apart for something that passes, and not for what the body says. */
const passingReasons: readonly Reason[] = [
  ...reasonsOfEstate,
  'future',
  'organization_gone',
  'decoder_failed',
  'not_applicable',
];

/** Sends the bodies of groups through the pump again. */
export async function replayGroups(
  client: Client,
  orgId: string,
  quarantineIds: readonly string[],
  today: string,
): Promise<number> {
  if (quarantineIds.length === 0) return 0;
  const { rows } = await client.query<{ seq: string }>(
    // Locked, so that nobody discards them meanwhile.
    'SELECT seq FROM quarantine_body WHERE org_id = $1 AND quarantine_id = ANY($2) ORDER BY seq FOR SHARE',
    [orgId, quarantineIds],
  );
  const bodies = rows.map(({ seq }) => ({ orgId, seq }));
  return replayBodies(client, bodies, today);
}

/** Sends due bodies through the pump again; each is due once, until it is quarantined again. */
export async function replayDue(client: Client, now: Date, most: number): Promise<number> {
  const { rows } = await client.query<{ orgId: string; seq: string }>(
    `UPDATE quarantine_body AS b SET retry_at = NULL
     FROM (SELECT org_id, seq FROM quarantine_body WHERE retry_at <= $1
           ORDER BY retry_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS due
     WHERE b.org_id = due.org_id AND b.seq = due.seq
     RETURNING b.org_id AS "orgId", b.seq`,
    [now, most],
  );
  return replayBodies(client, rows, now.toISOString().slice(0, 10));
}

export async function isAnyDue(client: Client, now: Date): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM quarantine_body WHERE retry_at <= $1 LIMIT 1', [now]);
  return rows.length > 0;
}

/** Bodies that were sent again while quarantined for a temporary reason are due now. */
export async function wakeBodies(
  client: Client,
  sent: readonly { readonly orgId: string; readonly hash: string }[],
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE quarantine_body AS b SET retry_at = $3
     FROM unnest($1::uuid[], $2::uuid[]) AS t (org_id, hash)
       JOIN inbox_seen s USING (org_id, hash)
     WHERE b.org_id = s.org_id AND b.seq = s.seq AND EXISTS (
       SELECT FROM quarantine q WHERE q.quarantine_id = b.quarantine_id AND q.reason = ANY($4))`,
    [sent.map(({ orgId }) => orgId), sent.map(({ hash }) => hash), now, passingReasons],
  );
}

/**
 * Under their own sequence numbers: a fact applied before is replaced, not duplicated. Bodies whose day has left the
 * inbox are put back into it.
 */
async function replayBodies(
  client: Client,
  bodies: readonly { readonly orgId: string; readonly seq: string }[],
  today: string,
): Promise<number> {
  if (bodies.length === 0) return 0;
  const these = [bodies.map(({ orgId }) => orgId), bodies.map(({ seq }) => seq), today];
  await client.query(
    `INSERT INTO inbox_body (seq, day, org_id, lane, device, received_at, kind, vendor, content_type, body)
     SELECT b.seq, $3, b.org_id, b.lane, q.device, b.received_at, b.kind, q.vendor, b.content_type, b.body
     FROM unnest($1::uuid[], $2::bigint[]) AS t (org_id, seq)
       JOIN quarantine_body b USING (org_id, seq) JOIN quarantine q USING (org_id, quarantine_id)
     WHERE NOT EXISTS (SELECT FROM inbox_body i WHERE i.seq = b.seq
                       AND i.day IN ((b.received_at AT TIME ZONE 'UTC')::date, $3::date))`,
    these,
  );
  const { rowCount } = await client.query(
    `INSERT INTO inbox_todo (priority, seq, day, lane, source)
     SELECT DISTINCT ON (i.seq) ${backfillPriority}::smallint, i.seq, i.day, i.lane, 'quarantine'
     FROM unnest($1::uuid[], $2::bigint[]) AS t (org_id, seq)
       JOIN quarantine_body b USING (org_id, seq) JOIN inbox_body i
       ON i.seq = b.seq AND i.day IN ((b.received_at AT TIME ZONE 'UTC')::date, $3::date)
     ON CONFLICT DO NOTHING`,
    these,
  );
  return rowCount ?? 0;
}

/**
 * Discards the bodies of a group, or only some of them, and records why. Returns their number; undefined when there is no
 * such group, and null while one of them is on its way through the pump again: what becomes of it is about to be decided,
 * and the transaction must not be committed.
 */
export async function discardGroup(
  client: Client,
  orgId: string,
  quarantineId: string,
  { reason, now, seqs = null }: { reason: string; now: Date; seqs?: readonly string[] | null },
): Promise<number | null | undefined> {
  const { rows } = await client.query<{ device: string }>(
    'SELECT device FROM quarantine WHERE org_id = $1 AND quarantine_id = $2 AND discarded_at IS NULL FOR UPDATE',
    [orgId, quarantineId],
  );
  if (rows.length === 0) return undefined;
  const { rows: days } = await client.query<{ day: string; count: number }>(
    `WITH gone AS (
       DELETE FROM quarantine_body WHERE org_id = $1 AND quarantine_id = $2 AND ($3::bigint[] IS NULL OR seq = ANY($3))
       RETURNING seq, received_at
     ), noted AS (
       INSERT INTO quarantine_discarded (org_id, seq, quarantine_id, received_at)
       SELECT $1::uuid, seq, $2::uuid, received_at FROM gone ON CONFLICT DO NOTHING
     )
     SELECT (received_at AT TIME ZONE 'UTC')::date::text AS day, count(*)::int AS count FROM gone GROUP BY 1 ORDER BY 1`,
    [orgId, quarantineId, seqs],
  );
  const { rowCount } = await client.query(
    `SELECT FROM quarantine_discarded d JOIN inbox_todo t ON t.seq = d.seq AND t.folded IN (false, true) AND t.priority IN (0, 1)
     WHERE d.org_id = $1 AND d.quarantine_id = $2 LIMIT 1`,
    [orgId, quarantineId],
  );
  if (rowCount) return null;
  for (const { day, count } of days) {
    await client.query(
      `UPDATE ledger SET quarantined = quarantined - $4, discarded = discarded + $4
       WHERE org_id = $1 AND device = $2 AND day = $3`,
      [orgId, rows[0]?.device, day, count],
    );
  }
  const total = days.reduce((sum, { count }) => sum + count, 0);
  await client.query(
    `UPDATE quarantine SET discarded_at = $3, discarded_reason = $4, discarded_count = $5
     WHERE org_id = $1 AND quarantine_id = $2
       AND NOT EXISTS (SELECT FROM quarantine_body WHERE org_id = $1 AND quarantine_id = $2)`,
    [orgId, quarantineId, now, reason, total],
  );
  return total;
}

/** Sends bodies that are still in the inbox through the pump again. */
export async function replayInbox(
  client: Client,
  orgId: string,
  range: { from: Date; to: Date; device?: string | undefined },
): Promise<number> {
  const { rowCount } = await client.query(
    `INSERT INTO inbox_todo (priority, seq, day, lane, source)
     SELECT ${backfillPriority}, b.seq, b.day, b.lane, 'again' FROM inbox_body b
     WHERE b.org_id = $1 AND b.received_at >= $2 AND b.received_at < $3
       AND b.day BETWEEN ($2::timestamptz AT TIME ZONE 'UTC')::date AND ($3::timestamptz AT TIME ZONE 'UTC')::date
       AND ($4::text IS NULL OR b.device = $4) AND b.kind <> 'command'
       AND NOT EXISTS (SELECT FROM inbox_todo t WHERE t.seq = b.seq)
       AND NOT EXISTS (SELECT FROM quarantine_discarded d WHERE d.org_id = b.org_id AND d.seq = b.seq)
     ON CONFLICT DO NOTHING`,
    [orgId, range.from, range.to, range.device ?? null],
  );
  return rowCount ?? 0;
}
