import type { PoolClient } from 'pg';

/** Larger tables are read by `npm run doctor` only. */
const readAtStart = 32 * 1024 ** 2;

/**
 * The tables of the registry whose rows and index disagree: a truncated file reads as a table with fewer rows, and only
 * its index still has them.
 */
export async function unsoundTables(client: PoolClient, maxBytes = readAtStart): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT c.relispartition
       AND pg_relation_size(c.oid) <= $1 AND pg_relation_size(i.indexrelid) <= $1
     ORDER BY 1`,
    [maxBytes],
  );
  const names = rows.map(({ name }) => name);
  if (await agree(client, names)) return [];
  const unsound: string[] = [];
  for (const name of names) if (!(await agree(client, [name]))) unsound.push(name);
  return unsound;
}

async function agree(client: PoolClient, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return true;
  const counts = names.map((name) => `SELECT count(*)::int AS n FROM "${name}"`).join(' UNION ALL ');
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const found: string[] = [];
    for (const [first, second] of [
      ['off', 'on'],
      ['on', 'off'],
    ] as const) {
      await client.query(
        `SET LOCAL enable_seqscan = ${second}; SET LOCAL enable_indexscan = ${first};
         SET LOCAL enable_indexonlyscan = ${first}; SET LOCAL enable_bitmapscan = off`,
      );
      found.push(JSON.stringify((await client.query<{ n: number }>(counts)).rows));
    }
    return found[0] === found[1];
  } catch (error) {
    if (!isDamage(error)) throw error;
    return false;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** PostgreSQL's messages for files that are missing, truncated or fail their checksums. */
export function isDamage(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    const { code } = e as { code?: unknown };
    if (typeof code === 'string' && /^(XX001|XX002|58P01|58030)$/.test(code)) return true;
  }
  return false;
}
