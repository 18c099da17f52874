import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { escapeIdentifier, escapeLiteral, type PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { makeDays } from '../ingestion/inbox-store.ts';
import type { TakenFile } from './arrived-files.ts';
import { BackupError, type Manifest } from './manifest.ts';

type Client = Pick<PoolClient, 'query'>;
export type RegistryTable = Omit<Manifest['registry']['tables'][number], 'rows'>;

/** What belongs to running processes: pumps, their leases, and the generation that the next start compares. */
const notCopied = ['inbox_pump', 'inbox_lane', 'store_generation'];

/** Neither a long copy nor a pause in it ends the connection. */
export async function withoutLimits(client: Client): Promise<void> {
  await client.query('SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
}

export async function clockOf(client: Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]?.now ?? new Date(0);
}

/** Everything read afterwards on this connection is of one moment. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/** Tables with the columns that are stored, in a fixed order. Computed columns compute themselves again. */
export async function listTables(client: Client): Promise<RegistryTable[]> {
  const { rows } = await client.query<RegistryTable>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attname) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> ALL($1)
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     GROUP BY c.relname ORDER BY c.relname`,
    [notCopied],
  );
  return rows;
}

/** Rows as PostgreSQL's text format. `rowCount` of the stream is known at its end. */
export function copyOut(client: PoolClient, { name, columns }: RegistryTable) {
  const list = columns.map(escapeIdentifier).join(', ');
  return client.query(copyTo(`COPY (SELECT ${list} FROM ${escapeIdentifier(name)}) TO STDOUT`));
}

export async function readSequences(client: Client): Promise<Manifest['registry']['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename::text AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`,
  );
  return rows;
}

export async function readInboxDays(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>('SELECT DISTINCT day::text FROM inbox_body ORDER BY day');
  return rows.map(({ day }) => day);
}

export async function lastGeneration(client: Client): Promise<string> {
  const { rows } = await client.query<{ last: string }>(
    'SELECT coalesce(max(generation), 0)::text AS last FROM store_generation',
  );
  return rows[0]?.last ?? '0';
}

/** The last migration; null before the first. */
export async function readMigration(client: Client): Promise<number | null> {
  const known = await client.query<{ known: string | null }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations')::text AS known`,
  );
  if (!known.rows[0]?.known) return null;
  const { rows } = await client.query<{ last: string | null }>(
    'SELECT max(created_at)::text AS last FROM drizzle.__drizzle_migrations',
  );
  return rows[0]?.last ? Number(rows[0].last) : null;
}

export async function listFiles(client: Client): Promise<{ id: string; sha256: string }[]> {
  const { rows } = await client.query<{ id: string; sha256: string }>(
    'SELECT file_id AS id, sha256 FROM stored_file ORDER BY file_id',
  );
  return rows;
}

/** Whether a file is imported or waits for it: by the id of its import, or by its content, as imports recognize it. */
export async function isImported(client: Client, { orgId, importId, sha256 }: TakenFile): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM import_file WHERE org_id = $1 AND (import_status_id = $2
       OR sha256 = $3 AND status IN ('pending', 'ok') AND task IS DISTINCT FROM 'undo')`,
    [orgId, importId, sha256],
  );
  return rowCount !== 0;
}

/** About how much is copied: tables without their indexes, and attached files. */
export async function readSize(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT (SELECT coalesce(sum(pg_table_size(c.oid)), 0) FROM pg_class c
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r')
          + (SELECT coalesce(sum(bytes), 0) FROM stored_file) AS bytes`,
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** Whether the database has anything in it that a restore would mix with. */
export async function isUnused(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ tables: number; known: string | null }>(
    `SELECT (SELECT count(*)::int FROM pg_class c
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')) AS tables,
            to_regclass('public.installation')::text AS known`,
  );
  if (!rows[0]?.known) return rows[0]?.tables === 0;
  return (await client.query(`SELECT FROM installation WHERE key = 'id'`)).rowCount === 0;
}

/** Removes what an unfinished restore left, down to the schemas. */
export async function resetRegistry(client: Client): Promise<void> {
  await client.query(
    `BEGIN; DROP SCHEMA IF EXISTS drizzle, pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public; COMMIT`,
  );
}

/**
 * Copies a backup into an empty registry of the same migration, in the caller's transaction. References between tables
 * are taken away first and checked as a whole when they are put back, as is customary for copies; triggers rest.
 */
export async function copyIn(
  client: PoolClient,
  { tables, sequences, days }: Manifest['registry'],
  { pathOf, onTable }: { pathOf: (table: string) => string; onTable: (table: string) => void },
): Promise<void> {
  await refuseOtherTables(client, tables);
  const references = await dropReferences(client);
  await client.query(`TRUNCATE ${tables.map(({ name }) => escapeIdentifier(name)).join(', ')}`);
  await makeDays(client, days);
  for (const { name, columns, rows } of tables) {
    onTable(name);
    const table = escapeIdentifier(name);
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const copy = client.query(copyFrom(`COPY ${table} (${columns.map(escapeIdentifier).join(', ')}) FROM STDIN`));
    await pipeline(createReadStream(pathOf(name)), createGunzip(), copy);
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    if (copy.rowCount !== rows) throw new BackupError(`${name} has ${copy.rowCount} rows instead of ${rows}.`);
  }
  for (const { table, name, definition } of references) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition}`);
  }
  for (const { name, value } of sequences) {
    await client.query(`SELECT setval(${escapeLiteral(escapeIdentifier(name))}, ${value})`);
  }
  await client.query('ANALYZE');
}

async function refuseOtherTables(client: Client, tables: readonly RegistryTable[]): Promise<void> {
  const shape = (all: readonly RegistryTable[]) => JSON.stringify(all.map(({ name, columns }) => [name, columns]));
  if (shape(await listTables(client)) === shape(tables)) return;
  throw new BackupError('The tables of the backup are not those of its migration.');
}

async function dropReferences(client: Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname::text AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0 ORDER BY conrelid, conname`,
  );
  for (const { table, name } of rows) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${escapeIdentifier(name)}`);
  }
  return rows;
}

/** The queue of jobs is not copied: what was running waits again, and the next sweep queues it. */
export async function requeueJobs(client: Client): Promise<void> {
  await client.query(`UPDATE job SET state = 'waiting' WHERE state = 'running'`);
}

/** The restored stores begin with a generation of their own: mixed with those they were copied from, they are refused. */
export async function writeGeneration(
  client: Client,
  { generation, nonce, now }: { generation: bigint; nonce: bigint; now: Date },
): Promise<void> {
  await client.query('DELETE FROM store_generation');
  await client.query('INSERT INTO store_generation (generation, nonce, at, confirmed) VALUES ($1, $2, $3, true)', [
    generation,
    nonce,
    now,
  ]);
}
