import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Pool } from 'pg';

/** The same folder next to the source file and next to the bundle. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
const lockKey = 4_711_001;

/**
 * Migrates the registry to this version, one process at a time, then secures every table. Refuses a registry that a
 * newer version has already changed. A restored backup gets the migration it was made with first (`upTo`, by its time).
 */
export async function migrateRegistry(pool: Pool, upTo?: number): Promise<void> {
  if (upTo !== undefined) return withMigrations(upTo, (folder) => migrateFrom(folder, pool));
  return migrateFrom(migrationsFolder, pool);
}

async function migrateFrom(folder: string, pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // However long a migration takes, here or in another process.
    await client.query('SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await refuseDowngrade(client);
    await runMigrations(drizzle({ client }), { migrationsFolder: folder });
    await client.query('SELECT atrium_guard()');
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey]);
  } finally {
    // Its settings and its lock end with it.
    client.release(true);
  }
}

async function refuseDowngrade(client: { query: (text: string) => Promise<{ rows: { newest: string | null }[] }> }) {
  const { rows: tables } = await client.query(`SELECT to_regclass('drizzle.__drizzle_migrations')::text AS newest`);
  if (!tables[0]?.newest) return;
  const { rows } = await client.query('SELECT max(created_at)::text AS newest FROM drizzle.__drizzle_migrations');
  const applied = Number(rows[0]?.newest ?? 0);
  const known = Math.max(...knownMigrations());
  if (applied > known) {
    throw new Error(
      'This data folder was already opened by a newer version of Atrium. Start that version, or restore a backup made with this one.',
    );
  }
}

/** The migrations that this program knows, by their times. */
export function knownMigrations(): number[] {
  return journal().entries.map(({ when }) => when);
}

/** Those up to one of them, in a folder of their own. */
async function withMigrations(upTo: number, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-migrations-'));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const { entries, ...rest } = journal();
    const some = entries.filter(({ when }) => when <= upTo);
    await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...rest, entries: some }));
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Journal {
  entries: { when: number }[];
}

function journal(): Journal {
  const path = join(migrationsFolder, 'meta', '_journal.json');
  if (!existsSync(path)) throw new Error(`The migrations are missing next to the program (${path}).`);
  return JSON.parse(readFileSync(path, 'utf8')) as Journal;
}
