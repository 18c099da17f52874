import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharedRuns } from './shared-runs.ts';
import { openShelf } from './shelf.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-shelf-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const limits = { fileBytes: 600, totalBytes: 1_000, files: 100 };

describe('uploads', () => {
  it('[S146] that were opened while the shelf was empty share its storage', async () => {
    const shelf = await openShelf(folder, limits);
    const uploads = await Promise.all(['a', 'b', 'c', 'd'].map((name) => shelf.upload(name)));
    const kept = [];
    for (const upload of uploads) {
      await upload.write(Buffer.alloc(400), 0);
      kept.push(await upload.finish());
    }
    expect(kept).toEqual([true, true, false, false]);
    expect(await readdir(join(folder, 'incoming'))).toEqual(['a', 'b']);
    expect(await readdir(join(folder, '.writing'))).toEqual([]);
  });

  it('[S146] do not go on when the disk is full, and nothing of them is kept', async () => {
    let hasRoom = true;
    const shelf = await openShelf(folder, limits, () => hasRoom);
    const upload = await shelf.upload('a');
    expect(await upload.write(Buffer.alloc(10), 0)).toBe(true);
    hasRoom = false;
    expect(await upload.write(Buffer.alloc(10), 10)).toBe(false);
    hasRoom = true;
    expect(await upload.finish()).toBe(false);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });
});

describe('shared runs', () => {
  it('[S144] are at most one at a time and one more for all who ask meanwhile, also after a failure', async () => {
    let started = 0;
    let running = 0;
    const run = sharedRuns(async () => {
      started += 1;
      running += 1;
      const number = started;
      await new Promise((resolve) => setImmediate(resolve));
      expect(running).toBe(1);
      running -= 1;
      if (number === 2) throw new Error('second');
      return number;
    });
    const first = run();
    const others = await Promise.allSettled([run(), run(), run()]);
    expect(await first).toBe(1);
    expect(others.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect([await run(), started]).toEqual([3, 3]);
  });
});
