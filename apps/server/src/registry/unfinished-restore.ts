import type { PoolClient } from 'pg';

type Client = Pick<PoolClient, 'query'>;

/** A note in the registry while a restore fills the stores: nothing else may use them before it is done. */
export interface UnfinishedRestore {
  /** Of the generation that the facts got at its beginning, by which they are known to belong to it. */
  readonly nonce: string;
  readonly backup: string;
}

const key = 'restore-unfinished';

/** The registry may be empty or of an earlier version. */
export async function unfinishedRestore(client: Client): Promise<UnfinishedRestore | null> {
  const { rows: tables } = await client.query<{ known: string | null }>(
    `SELECT to_regclass('public.installation')::text AS known`,
  );
  if (!tables[0]?.known) return null;
  const { rows } = await client.query<{ value: string }>('SELECT value FROM installation WHERE key = $1', [key]);
  return rows[0] ? (JSON.parse(rows[0].value) as UnfinishedRestore) : null;
}

export async function noteUnfinished(client: Client, restore: UnfinishedRestore): Promise<void> {
  await client.query('INSERT INTO installation (key, value) VALUES ($1, $2)', [key, JSON.stringify(restore)]);
}

export async function endUnfinished(client: Client): Promise<void> {
  await client.query('DELETE FROM installation WHERE key = $1', [key]);
}

export async function refuseUnfinished(client: Client): Promise<void> {
  const restore = await unfinishedRestore(client);
  if (!restore) return;
  throw new Error(
    `A restore into these stores did not finish, so they are incomplete. Repeat it: npm run restore -- ${restore.backup}`,
  );
}
