import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngines } from '@atrium/engines/engines';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reachStores } from '../src/reach-stores.ts';

let folder: string;
let holder: Server | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-reach-'));
});
afterEach(async () => {
  holder?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** A server that has the folder, but not its databases, as within a second after a kill. */
async function holdFolder(): Promise<void> {
  holder = createServer((caller) => {
    tries += 1;
    caller.end(JSON.stringify({ pid: 1, stopping: false }));
  });
  let tries = 0;
  await new Promise<void>((resolve) => {
    holder?.listen(join(folder, 'engines.lock'), resolve);
  });
  leave = async (after) => {
    await expect.poll(() => tries, { timeout: 60_000 }).toBeGreaterThan(after);
    await new Promise((resolve) => {
      holder?.close(resolve);
    });
    await rm(join(folder, 'engines.lock'), { force: true });
  };
}
let leave: (afterTries: number) => Promise<void>;

function reach(patienceMs: number): Promise<string> {
  return reachStores(
    { dataFolder: folder, databaseUrl: undefined, clickhouseUrl: undefined },
    { opened: async () => 'opened', beside: async (_, message) => `beside: ${message}`, patienceMs },
  );
}

it('[I250] waits for a folder whose databases do not respond, and opens it when it is free', async () => {
  await holdFolder();
  const reached = reach(60_000);
  // Refused once after a second of patience; this is the next try.
  await leave(14);
  expect(await reached).toBe('opened');
}, 120_000);

it('[I250] says in one sentence what to do when nothing changes, and works beside databases that respond', async () => {
  await holdFolder();
  await expect(reach(0)).rejects.toThrow(
    /^Atrium is starting or was just stopped, and its databases do not respond yet\. Try again in a minute/,
  );
  await leave(0);
  const engines = await startEngines({ dataDir: folder, durable: false, onLog: () => {} });
  expect(await reach(0)).toMatch(/^beside: The data folder .* is already in use/);
  await engines.stop();
}, 120_000);
