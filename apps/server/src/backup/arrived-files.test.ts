import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { expect, it } from 'vitest';
import { readProcessingName } from '../ingestion/sftp/places.ts';
import { copyArrived, restoreArrived } from './arrived-files.ts';
import { arrivedName } from './manifest.ts';

it('[I222] files that wait under any name that a disk allows are restored from a backup', async () => {
  const root = await mkdtemp(join(tmpdir(), 'atrium-arrived-'));
  const orgId = randomUUID();
  const names = ['pos.csv', 'a\nb.csv', String.raw`a\b.csv`, `${'ü'.repeat(120)}.csv`, 'x'.repeat(250), 'a\u2028b.csv'];
  await mkdir(join(root, 'sftp', orgId, 'incoming'), { recursive: true });
  for (const name of names) await writeFile(join(root, 'sftp', orgId, 'incoming', name), name);
  const arrived = await copyArrived(
    {
      files: [],
      async put(path, content) {
        await mkdir(dirname(join(root, 'backup', path)), { recursive: true });
        await pipeline(content, createWriteStream(join(root, 'backup', path)));
      },
      finish: async () => '',
      discard: async () => {},
    },
    { folder: join(root, 'sftp'), since: new Date(), isTaken: async () => false },
  );
  expect(arrived.map(({ name }) => arrivedName.test(name))).toEqual(names.map(() => true));
  await restoreArrived(arrived, { from: join(root, 'backup'), folder: join(root, 'restored') });
  const restored = await readdir(join(root, 'restored', orgId, 'processing'));
  expect(restored).toHaveLength(names.length);
  expect(new Set(restored.map((name) => readProcessingName(name)?.name))).toEqual(
    new Set(['pos.csv', 'a_b.csv', 'ü'.repeat(100), 'x'.repeat(200), 'a\u2028b.csv']),
  );
  await rm(root, { recursive: true });
});
