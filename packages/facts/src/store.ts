import type { Connection } from './connection.ts';
import type { RememberedHours } from './hours-made.ts';
import { sql, type Sql } from './literals.ts';
import type { Tables } from './schema.ts';
import type { RememberedShapes } from './shapes.ts';

export interface Store {
  tables: Tables;
  connection: Connection;
  shapes: RememberedShapes;
  levelShapes: RememberedShapes;
  hours: RememberedHours;
  cluster: boolean;
}

/**
 * Inserts are already batches, so the server does not buffer them, and they are idempotent, so it need not deduplicate
 * them. A row may be years old: history imports touch more months than the server expects by default.
 */
export function insertSettings({ cluster }: Pick<Store, 'cluster'>): Sql {
  const common = sql`SETTINGS async_insert = 0, max_partitions_per_insert_block = 1000`;
  return cluster
    ? sql`${common}, insert_deduplicate = 0, distributed_foreground_insert = 1, insert_quorum = 'auto'`
    : common;
}

/**
 * For sums that are made of sums written just before: on a cluster any replica must have those. That needs writes one after
 * another, which is how quarters and hours are written anyway.
 */
export function rollupSettings({ cluster }: Pick<Store, 'cluster'>): Sql {
  const settings = insertSettings({ cluster });
  return cluster ? sql`${settings}, insert_quorum_parallel = 0, select_sequential_consistency = 1` : settings;
}
