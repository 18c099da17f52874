import type { PoolClient } from 'pg';

type Client = Pick<PoolClient, 'query'>;

/** Tables that quarters are made from. */
export type QuarterSource = 'minute' | 'level';
export type LostMonths = Readonly<Record<QuarterSource, ReadonlySet<string>>>;

/** Months (`YYYYMM`) in which a table lost rows; `all` when it is unknown which. */
export async function monthsWithout(client: Client, table: string): Promise<Set<string>> {
  const { rows } = await client.query<{ partition: string }>(
    'SELECT DISTINCT partition FROM store_damage WHERE "table" = $1',
    [table],
  );
  return new Set(rows.map(({ partition }) => partition));
}

export function monthsWithoutMinutes(client: Client): Promise<Set<string>> {
  return monthsWithout(client, 'minute');
}

export async function lostMonths(client: Client): Promise<LostMonths> {
  return { minute: await monthsWithoutMinutes(client), level: await monthsWithout(client, 'level') };
}
