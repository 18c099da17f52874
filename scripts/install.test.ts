import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isInstalled, manifests, stamp, withoutAddresses } from './install.mjs';
import { saveStamp, takeFingerprint } from './stamp.mjs';

it('shows npm errors without the address of the registry', () => {
  expect(withoutAddresses('npm error request to https://user:word@packages.example.com/vite failed')).toBe(
    'npm error request to <registry> failed',
  );
});

it('installs when the lock file or a manifest has changed since the last time, and only then', async () => {
  const checkout = await mkdtemp(join(tmpdir(), 'atrium-install-'));
  try {
    for (const folder of ['packages/a', 'apps/b']) await mkdir(join(checkout, folder), { recursive: true });
    for (const file of manifests(checkout)) await writeFile(join(checkout, file), '{}');
    const install = () => saveStamp(stamp, takeFingerprint(manifests(checkout), checkout), checkout);

    expect(isInstalled(checkout)).toBe(false);
    install();
    expect(isInstalled(checkout)).toBe(true);
    for (const file of ['package-lock.json', 'apps/b/package.json']) {
      await writeFile(join(checkout, file), '{ "changed": true }');
      expect(isInstalled(checkout)).toBe(false);
      install();
    }
    await mkdir(join(checkout, 'packages/c'));
    await writeFile(join(checkout, 'packages/c/package.json'), '{}');
    expect(isInstalled(checkout)).toBe(false);
  } finally {
    await rm(checkout, { recursive: true });
  }
});
