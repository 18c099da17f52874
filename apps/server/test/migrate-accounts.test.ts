import { sharedTestEngines } from '@atrium/engines/testing';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { migrateRegistry } from './migrate.ts';
import { openRegistry } from './registry.ts';

/** The migrations that a data folder of the version before had. */
async function migrationsBefore(tag: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-migrations-'));
  await cp(fileURLToPath(new URL('./migrations', import.meta.url)), folder, { recursive: true });
  const path = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { tag: string }[] };
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex((entry) => entry.tag.endsWith(tag)),
  );
  await writeFile(path, JSON.stringify({ ...journal, entries }));
  return folder;
}

const org = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`;
const rows = `
  INSERT INTO organization (org_id, name) VALUES ('${org(1)}', 'Plain'), ('${org(2)}', 'Trial'), ('${org(3)}', 'Connected');
  INSERT INTO local_user (user_id, org_id, scope, role_id, email, name, password_hash, expiration) VALUES
    ('${org(4)}', '${org(1)}', 1, 2, 'boss@plain.test', 'Boss', 'hash', NULL),
    ('${org(5)}', '${org(1)}', 1, 1, 'invited@plain.test', 'Invited', NULL, now() + interval '3 days'),
    ('${org(6)}', '${org(2)}', 1, 2, 'victim@trial.test', 'Victim', 'hash', now() + interval '3 days'),
    ('${org(7)}', '${org(3)}', 1, 2, 'Ada@Connected.test', 'Ada', 'hash', NULL),
    ('${org(8)}', '${org(3)}', 1, 2, 'outsider@plain.test', 'Outsider', 'hash', NULL);
  INSERT INTO invitation (org_id, user_id, invitee_email, invite_role, status, expiration, invited_by) VALUES
    ('${org(1)}', '${org(5)}', 'invited@plain.test', 1, 'Activated', now() + interval '3 days', '${org(4)}'),
    ('${org(2)}', '${org(6)}', 'victim@trial.test', 2, 'Sent', now() + interval '3 days', NULL);
  INSERT INTO sso_connection (org_id, issuer, client_id) VALUES ('${org(3)}', 'https://id.test', 'atrium');
  INSERT INTO sso_domain (domain, org_id) VALUES ('connected.test', '${org(3)}');`;

it('[S79] [S82] [S78] a data folder of the previous version is migrated: invitations must be renewed, unconfirmed sign-ups and replaced passwords are gone', async () => {
  const database = await (await sharedTestEngines()).createDatabase();
  const registry = openRegistry(database.address);
  const folder = await migrationsBefore('_accounts');
  try {
    await migrate(drizzle({ client: registry.owner }), { migrationsFolder: folder });
    await registry.owner.query(rows);
    await migrateRegistry(registry.owner);
    const invitations = await registry.owner.query(
      'SELECT invitee_email, status, token_hash, expiration <= now() AS over FROM invitation ORDER BY 1',
    );
    expect(invitations.rows).toEqual([
      { invitee_email: 'invited@plain.test', status: 'Expired', token_hash: null, over: true },
      { invitee_email: 'victim@trial.test', status: 'Deleted', token_hash: null, over: false },
    ]);
    const people = await registry.owner.query(
      `SELECT name, password_hash AS hash, deleted_at IS NOT NULL AS gone FROM local_user ORDER BY user_id`,
    );
    expect(people.rows).toEqual([
      { name: 'Boss', hash: 'hash', gone: false },
      { name: 'Invited', hash: null, gone: false },
      { name: 'Victim', hash: null, gone: true },
      { name: 'Ada', hash: null, gone: false },
      { name: 'Outsider', hash: 'hash', gone: false },
    ]);
    const organizations = await registry.owner.query(
      'SELECT name FROM organization WHERE deleted_at IS NULL ORDER BY 1',
    );
    expect(organizations.rows).toEqual([{ name: 'Connected' }, { name: 'Plain' }]);
  } finally {
    await rm(folder, { recursive: true });
    await registry.close();
    await database.drop();
  }
});

it('[S90] [S91] a data folder of the previous version is migrated: nobody sees more or less, and license keys leave the audit log', async () => {
  const database = await (await sharedTestEngines()).createDatabase();
  const registry = openRegistry(database.address);
  const folder = await migrationsBefore('_location_limits');
  try {
    await migrate(drizzle({ client: registry.owner }), { migrationsFolder: folder });
    await registry.owner.query(`
      INSERT INTO organization (org_id, name) VALUES ('${org(1)}', 'Plain');
      INSERT INTO local_user (user_id, org_id, scope, role_id, email, name) VALUES
        ('${org(2)}', '${org(1)}', 1, 1, 'one@plain.test', 'Limited'), ('${org(3)}', '${org(1)}', 1, 1, 'two@plain.test', 'Unlimited');
      INSERT INTO location (location_id, org_id, name, timezone) VALUES ('${org(4)}', '${org(1)}', 'Shop', 'UTC');
      INSERT INTO location_assignment (org_id, user_id, location_id) VALUES ('${org(1)}', '${org(2)}', '${org(4)}');
      INSERT INTO audit_entry (org_id, at, action, detail) VALUES
        ('${org(1)}', now(), 'license-added', '{"name": "Door", "licenseKey": "K-OLD-1"}'),
        ('${org(1)}', now(), 'license-changed', '{"name": "Door", "changed": {"licenseKey": ["K-OLD-1", "K-OLD-2"]}}');`);
    await migrateRegistry(registry.owner);
    const people = await registry.owner.query(
      'SELECT name, limited_to_locations AS limited FROM local_user ORDER BY 1',
    );
    expect(people.rows).toEqual([
      { name: 'Limited', limited: true },
      { name: 'Unlimited', limited: false },
    ]);
    const log = await registry.owner.query<{ detail: unknown; searched: string }>(
      'SELECT detail, searched FROM audit_entry',
    );
    expect(log.rows).toHaveLength(2);
    expect(JSON.stringify(log.rows).toLowerCase()).not.toContain('k-old');
  } finally {
    await rm(folder, { recursive: true });
    await registry.close();
    await database.drop();
  }
});
