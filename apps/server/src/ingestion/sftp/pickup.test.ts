import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FileImports, pickUp } from './pickup.ts';
import { openShelf } from './shelf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-shelf-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const clock = () => new Date('2026-03-04T12:00:00Z');
const imports: FileImports = {
  receive: async () => ({ importId: '00000000-0000-4000-8000-000000000001', state: 'done', messages: [] }),
  outcome: async (_orgId, importId) => ({ importId, state: 'pending', messages: [] }),
  noteCutOff: async () => {},
};

it('[I187] files that were imported never keep the next one out: only the newest stay', async () => {
  await mkdir(join(folder, 'done'));
  await Promise.all(Array.from({ length: 1_005 }, (_, i) => writeFile(join(folder, 'done', `old-${i}`), 'x')));
  const shelf = await openShelf(folder, { fileBytes: 100, totalBytes: 500, files: 5 });
  const upload = await shelf.upload('pos-1.csv');
  expect(await upload.write(Buffer.from('x'), 0)).toBe(true);
  expect(await upload.finish()).toBe(true);
  const finished = new Set(['pos-1.csv', 'deleted.csv']);
  await pickUp({ orgId: 'o', shelf, imports, clock, finished });
  const done = await readdir(join(folder, 'done'));
  expect([done.length, done.filter((name) => name.endsWith('-pos-1.csv')).length]).toEqual([1_000, 1]);
  expect([...finished]).toEqual([]);
});

it('[I184] a file that someone else puts there is taken when it has not changed for a while', async () => {
  const shelf = await openShelf(folder, { fileBytes: 100, totalBytes: 500, files: 5 });
  await writeFile(join(folder, 'incoming', 'copied.csv'), 'x');
  const options = { orgId: 'o', shelf, imports, clock, finished: new Set<string>() };
  await pickUp(options);
  expect(await readdir(join(folder, 'incoming'))).toEqual(['copied.csv']);
  await utimes(join(folder, 'incoming', 'copied.csv'), 1, 1);
  await pickUp(options);
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
});

it('[I184] a file that was not written completely is no file, even when the client closes it early', async () => {
  const shelf = await openShelf(folder, { fileBytes: 10, totalBytes: 500, files: 5 });
  const upload = await shelf.upload('pos-2.csv');
  const writes = [upload.write(Buffer.from('12345'), 0), upload.write(Buffer.from('678901'), 5)];
  expect(await upload.finish()).toBe(false);
  expect(await Promise.all(writes)).toEqual([true, false]);
  expect([await readdir(join(folder, 'incoming')), await readdir(join(folder, '.writing'))]).toEqual([[], []]);
});
