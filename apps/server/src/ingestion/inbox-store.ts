import type { PoolClient } from 'pg';
import type { Registry } from '../registry/registry.ts';
import { backfillPriority } from './todo-store.ts';

/** One body to store, and how many concurrent requests contained it. */
export interface InboxRow {
  readonly orgId: string;
  /** 128 bits in hexadecimal. */
  readonly hash: string;
  readonly lane: number;
  readonly priority: number;
  readonly device: string;
  readonly receivedAt: Date;
  readonly vendor: string;
  readonly contentType: string;
  readonly body: Buffer;
  readonly copies: number;
}

/** A connection used only for `insertBodies`, replaced when it breaks. */
export interface InboxWriter {
  insert(rows: readonly InboxRow[]): Promise<(string | null)[]>;
  close(): void;
}

export function openInboxWriter(registry: Registry): InboxWriter {
  let client: PoolClient | undefined;
  const connected = async () => {
    if (client) return client;
    const fresh = await registry.owner.connect();
    try {
      // The plan is cached; with an estimate of ten rows it would join hundreds in nested loops.
      await fresh.query(`
        SET ROLE atrium_system;
        SET synchronous_commit = on;
        SET statement_timeout = '10s';
        SET enable_nestloop = off;
        SET plan_cache_mode = force_generic_plan`);
    } catch (error) {
      fresh.release(true);
      throw error;
    }
    client = fresh;
    return fresh;
  };
  const leave = () => {
    client?.release(true);
    client = undefined;
  };
  return {
    async insert(rows) {
      const ready = await connected();
      try {
        return await insertBodies(ready, rows);
      } catch (error) {
        leave();
        throw error;
      }
    },
    close: leave,
  };
}

/** Class 22: a value itself cannot be stored. */
export function isAboutData(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('22');
}

/**
 * Stores bodies, their todo rows and their hashes, and counts duplicates: one statement, one round trip, one commit.
 * The bodies are sent as one binary value. Rows must be unique and sorted by organization and hash, so that two writers
 * with the same bodies wait for each other instead of deadlocking. Returns, row by row, the sequence number of a new
 * body or null for a duplicate.
 */
async function insertBodies(client: PoolClient, rows: readonly InboxRow[]): Promise<(string | null)[]> {
  const offsets: number[] = [];
  let bytes = 0;
  for (const { body } of rows) {
    offsets.push(bytes);
    bytes += body.length;
  }
  const { rows: found } = await client.query<{ seq: string | null }>({
    name: 'inbox_insert',
    text: insertStatement,
    values: [
      list(rows.map((row) => row.orgId)),
      list(rows.map((row) => row.hash)),
      list(rows.map((row) => row.lane)),
      list(rows.map((row) => row.priority)),
      rows.map((row) => row.device),
      list(rows.map((row) => row.receivedAt.getTime())),
      list(rows.map((row) => row.vendor)),
      rows.map((row) => row.contentType),
      list(rows.map((row) => row.copies)),
      list(offsets),
      list(rows.map((row) => row.body.length)),
      Buffer.concat(rows.map((row) => row.body)),
    ],
  });
  return found.map((row) => row.seq);
}

/** An array of values that need no quotes: numbers, hexadecimal digits and our own names. */
function list(values: readonly (string | number)[]): string {
  return `{${values.join()}}`;
}

const insertStatement = `
WITH sent AS (
  SELECT t.*, received_at, (received_at AT TIME ZONE 'UTC')::date AS day
  FROM unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::smallint[], $5::text[], $6::float8[], $7::text[],
              $8::text[], $9::int[], $10::int[], $11::int[])
    WITH ORDINALITY AS t (org_id, hash, lane, priority, device, received, vendor, content_type, copies, start, length, n)
    CROSS JOIN LATERAL to_timestamp(received / 1000) AS received_at
), fresh AS (
  INSERT INTO inbox_seen (org_id, hash, day, seq)
  SELECT org_id, hash, day, nextval('inbox_seq') FROM sent ORDER BY n
  ON CONFLICT DO NOTHING
  RETURNING org_id, hash, seq
), kept AS (
  INSERT INTO inbox_body (seq, day, org_id, lane, device, received_at, kind, vendor, content_type, body)
  SELECT seq, day, org_id, lane, device, received_at, 'push', vendor, content_type,
         substring($12::bytea FROM start + 1 FOR length)
  FROM sent JOIN fresh USING (org_id, hash)
), todo AS (
  INSERT INTO inbox_todo (priority, seq, day, lane)
  SELECT priority, seq, day, lane FROM sent JOIN fresh USING (org_id, hash)
), counted AS (
  INSERT INTO ledger AS known (org_id, device, day, duplicate, last_at)
  SELECT org_id, device, day, sum(copies - (seq IS NOT NULL)::int), max(received_at)
  FROM sent LEFT JOIN fresh USING (org_id, hash)
  WHERE copies > 1 OR seq IS NULL
  GROUP BY org_id, device, day
  ORDER BY org_id, device, day
  ON CONFLICT (org_id, device, day) DO UPDATE
  SET duplicate = known.duplicate + excluded.duplicate, last_at = greatest(known.last_at, excluded.last_at)
)
SELECT seq FROM sent LEFT JOIN fresh USING (org_id, hash) ORDER BY n`;

/** Inserts a command in the transaction of the caller. */
export async function insertCommand(
  client: PoolClient,
  command: { orgId: string; lane: number; receivedAt: Date; name: string; body: Buffer },
): Promise<string> {
  const { rows } = await client.query<{ seq: string }>(
    `WITH kept AS (
       INSERT INTO inbox_body (day, org_id, lane, device, received_at, kind, vendor, content_type, body)
       VALUES (($3::timestamptz AT TIME ZONE 'UTC')::date, $1, $2, 'command', $3, 'command', $4, 'application/json', $5)
       RETURNING seq, day, lane
     )
     INSERT INTO inbox_todo (priority, seq, day, lane) SELECT ${backfillPriority}, seq, day, lane FROM kept
     RETURNING seq`,
    [command.orgId, command.lane, command.receivedAt, command.name, command.body],
  );
  const seq = rows[0]?.seq;
  if (seq === undefined) throw new Error('The command was not stored.');
  return seq;
}

/** Daily partitions of bodies: created ahead of time, dropped when everything in them was applied long ago. */
export async function makeDays(client: PoolClient, days: readonly string[]): Promise<void> {
  for (const day of days) {
    const name = partitionOf(day);
    const { rows } = await client.query<{ known: string | null }>('SELECT to_regclass($1)::text AS known', [name]);
    if (rows[0]?.known) continue;
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    try {
      await client.query(
        `CREATE TABLE ${name} PARTITION OF inbox_body FOR VALUES FROM ('${day}') TO ('${next}');
         ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
      );
    } catch (error) {
      // 23514: bodies of that day arrived before its partition existed and are in the default one. 42P07: another
      // node was faster. 55P03: a backup is reading them all; the next run creates it.
      const { code } = error as { code?: unknown };
      if (code !== '23514' && code !== '42P07' && code !== '55P03') throw error;
    }
  }
}

/** Removes the days before `before` without waiting bodies, and bodies of such days from the default partition. */
export async function dropDays(client: PoolClient, before: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; day: string }>(
    `SELECT c.relname AS name, to_date(right(c.relname, 8), 'YYYYMMDD')::text AS day
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'inbox_body'::regclass AND c.relname ~ '^inbox_body_\\d{8}$'
       AND to_date(right(c.relname, 8), 'YYYYMMDD') < $1::date
       AND NOT EXISTS (SELECT FROM inbox_todo t WHERE t.day = to_date(right(c.relname, 8), 'YYYYMMDD'))`,
    [before],
  );
  for (const { name } of rows) await client.query(`DROP TABLE ${name}`);
  await client.query(
    `DELETE FROM inbox_body_rest r WHERE r.day < $1 AND NOT EXISTS (SELECT FROM inbox_todo t WHERE t.day = r.day)`,
    [before],
  );
  return rows.map(({ day }) => day);
}

export async function forgetSeen(client: PoolClient, before: string): Promise<void> {
  await client.query('DELETE FROM inbox_seen WHERE day < $1', [before]);
}

export async function forgetApplied(client: PoolClient, before: Date): Promise<void> {
  await client.query('DELETE FROM inbox_applied WHERE applied_at < $1', [before]);
  await client.query('DELETE FROM inbox_recomputed WHERE done_at < $1', [before]);
}

function partitionOf(day: string): string {
  return `inbox_body_${day.replaceAll('-', '')}`;
}
