import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashToken, newToken, openSecrets } from '../src/secrets.ts';
import { openWorld, type World } from './world.ts';

let worlds: World[];
beforeAll(async () => {
  worlds = [await openWorld(), await openWorld()];
});
afterAll(() => Promise.all(worlds.map((world) => world.close())));

it('[S19] generates the secret of an installation once and keeps it; another installation has another', async () => {
  const [here, there] = worlds;
  if (!here || !there) throw new Error('There are two worlds.');
  const [first, again, foreign] = await Promise.all([
    openSecrets(here.registry),
    openSecrets(here.registry),
    openSecrets(there.registry),
  ]);
  const sealed = first.seal('a push key');
  expect(sealed).not.toContain('push');
  expect(again.open(sealed)).toBe('a push key');
  expect(() => foreign.open(sealed)).toThrow();
  expect(first.seal('a push key')).not.toBe(sealed);
});

it('[S26] makes push keys of 160 bits and finds them by their hash', async () => {
  const keys = Array.from({ length: 1000 }, newToken);
  expect(new Set(keys).size).toBe(1000);
  // 32 characters of 5 bits each, all of them used.
  expect(keys.every((key) => /^[0-9a-hjkmnp-tv-z]{32}$/.test(key))).toBe(true);
  expect(new Set(keys.join('')).size).toBe(32);
  const [world] = worlds;
  const orgId = (await world?.organization())?.orgId ?? '';
  const key = (await world?.pushKey({ orgId })) ?? '';
  const found = await world?.registry.owner.query<{ key_hash: string; key_encrypted: string }>(
    'SELECT key_hash, key_encrypted FROM push_key WHERE org_id = $1',
    [orgId],
  );
  expect(found?.rows[0]?.key_hash).toBe(hashToken(key));
  expect(JSON.stringify(found?.rows)).not.toContain(key);
});
