import type { PoolClient } from 'pg';

/** Months (`YYYYMM`) with lost minutes; `all` when it is unknown which. */
export async function monthsWithoutMinutes(client: Pick<PoolClient, 'query'>): Promise<Set<string>> {
  const { rows } = await client.query<{ partition: string }>(
    `SELECT DISTINCT partition FROM store_damage WHERE "table" = 'minute'`,
  );
  return new Set(rows.map(({ partition }) => partition));
}
