import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSecrets } from '../src/accounts/secret-key.ts';
import { createSecrets, hashToken, newToken } from '../src/accounts/secrets.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'atrium-key-'));
});
afterAll(() => Promise.all([world.close(), rm(folder, { recursive: true })]));

/** A registry without a key. */
async function installation() {
  const { registry } = world;
  await registry.owner.query("DELETE FROM installation WHERE key LIKE 'secret%'");
  const file = join(await mkdtemp(join(folder, 'node-')), 'secret.key');
  const stored = async () => JSON.stringify((await registry.owner.query('SELECT * FROM installation')).rows);
  return { registry, file, stored };
}

it('[S19] [S97] keeps the key of an installation in a file readable only by its owner, outside the database', async () => {
  const { registry, file, stored } = await installation();
  const first = await openSecrets(registry, { file });
  const sealed = first.seal('a push key');
  expect(sealed).not.toContain('push');
  expect((await openSecrets(registry, { file })).open(sealed)).toBe('a push key');
  expect(() => world.secrets.open(sealed)).toThrow();
  expect(first.seal('a push key')).not.toBe(sealed);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const key = (await readFile(file, 'utf8')).trim();
  expect(await stored()).not.toContain(key);
  expect((await openSecrets(registry, { key })).open(sealed)).toBe('a push key');
  await rm(file);
  await expect(openSecrets(registry, { file })).rejects.toThrow(/missing\. Put .*secret\.key back from a backup/);
  const other = randomBytes(32).toString('base64');
  await expect(openSecrets(registry, { key: other })).rejects.toThrow(/^ATRIUM_SECRET_KEY is not the key that sealed/);
});

it('[S97] moves the key that an earlier version kept in the database', async () => {
  const { registry, file, stored } = await installation();
  const key = randomBytes(32).toString('base64');
  await registry.owner.query("INSERT INTO installation (key, value) VALUES ('secret', $1)", [key]);
  const sealed = createSecrets(key).seal('a sensor password');
  expect((await openSecrets(registry, { file })).open(sealed)).toBe('a sensor password');
  expect((await readFile(file, 'utf8')).trim()).toBe(key);
  expect(await stored()).not.toContain(key);
  expect((await openSecrets(registry, { file })).open(sealed)).toBe('a sensor password');
});

it('[S26] creates push keys of 160 bits and finds them by their hash', async () => {
  const keys = Array.from({ length: 1000 }, newToken);
  expect(new Set(keys).size).toBe(1000);
  // 32 characters of 5 bits each, all of them used.
  expect(keys.every((key) => /^[0-9a-hjkmnp-tv-z]{32}$/.test(key))).toBe(true);
  expect(new Set(keys.join('')).size).toBe(32);
  const orgId = (await world.organization()).orgId;
  const key = await world.pushKey({ orgId });
  const found = await world.registry.owner.query<{ key_hash: string; key_encrypted: string }>(
    'SELECT key_hash, key_encrypted FROM push_key WHERE org_id = $1',
    [orgId],
  );
  expect(found.rows[0]?.key_hash).toBe(hashToken(key));
  expect(JSON.stringify(found.rows)).not.toContain(key);
});
