import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';

type Client = Pick<PoolClient, 'query'>;

const lock = `4711, hashtext('backup')`;
const attempts = 10;
const pause = 200;

/** Held by a backup on its connection while it runs: there is one at a time, and nothing is cleaned up below it. */
export async function takeBackupLock(client: Client): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    if (await isTrue(client, `pg_try_advisory_lock(${lock})`)) return true;
    if (attempt === attempts) return false;
    await sleep(pause);
  }
}

/** Removes what a restore would still need only while no backup is being made; then one waits for it. */
export async function unlessBackedUp(client: Client, work: () => Promise<void>): Promise<void> {
  if (!(await isTrue(client, `pg_try_advisory_lock_shared(${lock})`))) return;
  try {
    await work();
  } finally {
    await client.query(`SELECT pg_advisory_unlock_shared(${lock})`);
  }
}

async function isTrue(client: Client, what: string): Promise<boolean> {
  const { rows } = await client.query<{ answer: boolean }>(`SELECT ${what} AS answer`);
  return rows[0]?.answer ?? false;
}
