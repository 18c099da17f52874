import { unlessBackedUp } from '../registry/backup-lock.ts';
import type { Registry } from '../registry/registry.ts';
import { changesKeptDays, forgetChanges } from './change-store.ts';
import { countersKept, thinCounters } from './counter-store.ts';
import { forgetHeard, signsKept } from './heard-store.ts';
import { dropDays, forgetApplied, forgetSeen, makeDays } from './inbox-store.ts';
import { appendCommand } from './inbox.ts';
import { forgetReplays } from './received/replay-store.ts';
import { takeOldTracks } from './track-store.ts';
import type { Log } from '../log.ts';
import { startWorker, type Worker } from '../jobs/worker.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Creates the partitions of the inbox ahead of time, and removes what is no longer needed. */
export function startCleanup({ registry, clock, log }: { registry: Registry; clock: () => Date; log: Log }): Worker {
  const run = async (): Promise<boolean> => {
    const now = clock().getTime();
    await prepareDays(registry, clock());
    // A restore repeats from the inbox what was applied while the backup was made.
    await withOwner(registry, (client) =>
      unlessBackedUp(client, async () => {
        const dropped = await dropDays(client, dayOf(now - 2 * day));
        if (dropped.length > 0) log.info({ days: dropped }, 'Applied bodies were removed from the inbox');
        await forgetSeen(client, dayOf(now - 8 * day));
        await forgetApplied(client, new Date(now - 2 * day));
      }),
    );
    await registry.system(async (tx) => {
      const { client } = tx;
      await forgetHeard(client, new Date(now - signsKept * day));
      await thinCounters(client, new Date(now - countersKept * day));
      await forgetChanges(client, new Date(now - changesKeptDays * day));
      await forgetReplays(tx, new Date(now - 32 * day));
    });
    await registry.system(async (tx) => {
      for (const { orgId, ...old } of await takeOldTracks(tx, clock()))
        await appendCommand(tx, orgId, { type: 'erase', ...old }, clock());
    });
    return false;
  };
  return startWorker({ name: 'cleanup', log, pause: hour, run });
}

export async function prepareDays(registry: Registry, now: Date): Promise<void> {
  const days = [0, 1, 2].map((ahead) => dayOf(now.getTime() + ahead * day));
  await withOwner(registry, (client) => makeDays(client, days));
}

type OwnerClient = Parameters<typeof makeDays>[0];

/** Their owner creates and drops tables, and never waits long for a lock that blocks the pushes behind it. */
async function withOwner<T>(registry: Registry, work: (client: OwnerClient) => Promise<T>): Promise<T> {
  const client = await registry.owner.connect();
  try {
    await client.query(`SET lock_timeout = '500ms'`);
    const result = await work(client);
    await client.query('RESET lock_timeout');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
