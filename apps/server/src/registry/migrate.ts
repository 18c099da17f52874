import { existsSync, readFileSync } from 'node:fs';
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
 * newer version has already changed.
 */
export async function migrateRegistry(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // However long a migration takes, here or in another process.
    await client.query('SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await refuseDowngrade(client);
    await runMigrations(drizzle({ client }), { migrationsFolder });
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
  const known = Math.max(...journal().entries.map((entry) => entry.when));
  if (applied > known) {
    throw new Error(
      'This data folder was already opened by a newer version of Atrium. Start that version, or restore a backup made with this one.',
    );
  }
}

function journal(): { entries: { when: number }[] } {
  const path = join(migrationsFolder, 'meta', '_journal.json');
  if (!existsSync(path)) throw new Error(`The migrations are missing next to the program (${path}).`);
  return JSON.parse(readFileSync(path, 'utf8')) as { entries: { when: number }[] };
}
