import { sql, type Sql } from './literals.ts';

export interface Table {
  name: Sql;
  columns: Sql;
  /** Arguments of ReplacingMergeTree. */
  replace: Sql;
  partition?: Sql;
  order: Sql;
  rest?: Sql;
  shard: Sql;
  /** The same rows on every node of a cluster. */
  everywhere?: true;
}

export const bySeries = sql`cityHash64(org, series)`;
