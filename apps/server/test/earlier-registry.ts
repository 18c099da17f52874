import { sharedTestEngines } from '@atrium/engines/testing';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { migrateRegistry } from '../src/registry/migrate.ts';
import { openRegistry } from '../src/registry/registry.ts';

/** A registry from before a migration, with these rows, migrated to this version. For tests. */
export async function migrated(tag: string, rows: string, check: (owner: Pool) => Promise<void>): Promise<void> {
  const database = await (await sharedTestEngines()).createDatabase();
  const registry = openRegistry(database.address);
  const folder = await migrationsBefore(tag);
  try {
    await migrate(drizzle({ client: registry.owner }), { migrationsFolder: folder });
    await registry.owner.query(rows);
    await migrateRegistry(registry.owner);
    await check(registry.owner);
  } finally {
    await rm(folder, { recursive: true });
    await registry.close();
    await database.drop();
  }
}

/** The migrations of a data folder of the previous version. */
async function migrationsBefore(tag: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-migrations-'));
  await cp(fileURLToPath(new URL('../src/registry/migrations', import.meta.url)), folder, { recursive: true });
  const path = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { tag: string }[] };
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex((entry) => entry.tag.endsWith(tag)),
  );
  await writeFile(path, JSON.stringify({ ...journal, entries }));
  return folder;
}
