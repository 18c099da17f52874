import type { PoolClient } from 'pg';

type Client = Pick<PoolClient, 'query'>;

/** Files of one part that are missing or cannot be read. */
export interface DamagedPart {
  readonly table: string;
  readonly partition: string;
  readonly part: string;
  readonly reason: 'set_aside' | 'missing' | 'unreadable' | 'table_lost';
  readonly rows: number | null;
}

/** Returns those that were not known before. */
export async function addDamage(client: Client, found: readonly DamagedPart[], now: Date): Promise<DamagedPart[]> {
  const fresh: DamagedPart[] = [];
  for (const each of found) {
    const { rowCount } = await client.query(
      `INSERT INTO store_damage ("table", partition, part, reason, rows, found_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING`,
      [each.table, each.partition, each.part, each.reason, each.rows, now],
    );
    if (rowCount === 1) fresh.push(each);
  }
  return fresh;
}

export interface StoredDamage extends DamagedPart {
  readonly foundAt: Date;
  readonly rebuiltAt: Date | null;
}

export async function listDamage(client: Client): Promise<StoredDamage[]> {
  const { rows } = await client.query<StoredDamage>(
    `SELECT "table", partition, part, reason, rows::float8 AS rows, found_at AS "foundAt", rebuilt_at AS "rebuiltAt"
     FROM store_damage ORDER BY found_at, "table", partition, part`,
  );
  return rows;
}

export async function endDamage(client: Client, table: string, now: Date): Promise<void> {
  await client.query('UPDATE store_damage SET rebuilt_at = $2 WHERE "table" = $1 AND rebuilt_at IS NULL', [table, now]);
}
