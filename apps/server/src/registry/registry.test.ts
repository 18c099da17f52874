import { randomUUID } from 'node:crypto';
import { sharedTestEngines, startTestEngines, type TestDatabase } from '@atrium/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateRegistry } from './migrate.ts';
import { openRegistry, violatedConstraint, type Registry } from './registry.ts';
import { organization } from './schema/organizations.ts';
import { location, site } from './schema/places.ts';

let database: TestDatabase;
let registry: Registry;
const ours = randomUUID();
const theirs = randomUUID();

beforeAll(async () => {
  const engines = await sharedTestEngines();
  database = await engines.createDatabase();
  registry = openRegistry(database.address);
  await migrateRegistry(registry.owner);
  await registry.system(async ({ sql }) => {
    await sql.insert(organization).values([
      { orgId: ours, name: 'Ours' },
      { orgId: theirs, name: 'Theirs' },
    ]);
    await sql.insert(location).values([
      { orgId: ours, name: 'Our shop', timezone: 'Europe/Berlin' },
      { orgId: theirs, name: 'Their shop', timezone: 'Europe/Berlin' },
    ]);
  });
});
afterAll(async () => {
  await registry.close();
  await database.drop();
});

describe('row-level security between organizations', () => {
  it('[S08] shows a request only the rows of its organization, including the organization table itself', async () => {
    const seen = await registry.tenant({ orgId: ours }, async ({ sql }) => ({
      organizations: (await sql.select().from(organization)).map((row) => row.name),
      locations: (await sql.select().from(location)).map((row) => row.name),
    }));
    expect(seen).toEqual({ organizations: ['Ours'], locations: ['Our shop'] });
  });

  it('[S08] shows nothing when no organization is set', async () => {
    const client = await registry.owner.connect();
    await client.query('BEGIN; SET LOCAL ROLE atrium_app');
    const { rows } = await client.query('SELECT * FROM location');
    await client.query('ROLLBACK');
    client.release();
    expect(rows).toEqual([]);
  });

  it('[S08] refuses to write into or re-point a row to another organization, and leaves its rows unchanged', async () => {
    const write = registry.tenant({ orgId: ours }, ({ sql }) =>
      sql.insert(location).values({ orgId: theirs, name: 'Planted', timezone: 'UTC' }),
    );
    await expect(write).rejects.toMatchObject({ cause: { code: '42501' } });
    const move = registry.tenant({ orgId: ours }, ({ sql }) => sql.update(location).set({ orgId: theirs }));
    await expect(move).rejects.toMatchObject({ cause: { code: '42501' } });
    const removed = await registry.tenant({ orgId: ours }, ({ client }) =>
      client.query(`DELETE FROM location WHERE org_id = '${theirs}'`),
    );
    expect(removed.rowCount).toBe(0);
  });

  it('[S09] refuses a reference to another organization’s row, which a plain foreign key would allow', async () => {
    const [foreign] = await registry.tenant({ orgId: theirs }, ({ sql }) => sql.select().from(location));
    const attempt = registry
      .tenant({ orgId: ours }, ({ sql }) =>
        sql.insert(site).values({ orgId: ours, locationId: foreign?.locationId ?? '', name: 'Door' }),
      )
      .catch((error: unknown) => violatedConstraint(error));
    expect(await attempt).toMatch(/site_org_id_location_id/);
  });

  it('[S08] protects every table by its shape: by policy with an organization, closed to requests without one', async () => {
    const { rows } = await registry.owner.query<{ name: string; guarded: boolean; open: boolean; tenant: boolean }>(`
      SELECT c.relname AS name, c.relrowsecurity AS guarded,
             has_table_privilege('atrium_app', c.oid, 'SELECT') AS open,
             EXISTS (SELECT FROM pg_policies p WHERE p.tablename = c.relname AND p.policyname = 'own_organization') AS tenant
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`);
    expect(rows.length).toBeGreaterThan(25);
    expect(rows.filter((table) => !table.guarded)).toEqual([]);
    expect(rows.filter((table) => table.open !== table.tenant)).toEqual([]);
    for (const closed of ['session', 'login_failure', 'installation', 'inbox_body', 'inbox_seen', 'known_device']) {
      expect(rows.find((table) => table.name === closed)).toMatchObject({ open: false });
    }
  });

  it('[S08] accepts only valid ids as the organization id', async () => {
    const attempt = registry.tenant({ orgId: "x'; RESET ROLE; --" }, ({ sql }) => sql.select().from(location));
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('migrations', () => {
  it('do nothing the second time, and refuse a registry that a newer version has changed', async () => {
    await migrateRegistry(registry.owner);
    await registry.owner.query(
      `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('from the future', 9999999999999)`,
    );
    await expect(migrateRegistry(registry.owner)).rejects.toThrow(/newer version/);
    await registry.owner.query(`DELETE FROM drizzle.__drizzle_migrations WHERE hash = 'from the future'`);
  });
});

it('prepares several databases of a new server at the same time', async () => {
  const engines = await startTestEngines();
  try {
    const databases = await Promise.all(Array.from({ length: 4 }, () => engines.createDatabase()));
    const made = databases.map(async ({ address }) => {
      const other = openRegistry(address);
      try {
        await migrateRegistry(other.owner);
      } finally {
        await other.close();
      }
    });
    expect((await Promise.allSettled(made)).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
  } finally {
    await engines.stop();
  }
});
