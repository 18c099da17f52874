import { firstHoursMade } from './hours-made.ts';
import { name, sql, type Sql } from './literals.ts';
import { amount, event, forecast, heard, level, levelQuarter, visit } from './schema-kinds.ts';
import { bySeries, type Table } from './schema-table.ts';

/**
 * The tables, from one description for one node and for a cluster. On a cluster each table is a replicated
 * `<name>_local` on every node with a distributed `<name>` over it; a series lives on one shard, so that replacing
 * works.
 */
export interface Schema {
  tables: Tables;
  /**
   * Statements that migrate a database from `version - 1` to `version`; each is repeatable. They define tables and nothing
   * else, so that lost ones are defined by them again; `rows` are written once.
   */
  steps: readonly { version: number; statements: readonly Sql[]; rows?: readonly Sql[] }[];
  /** Needed before the version can be read. */
  foundation: readonly Sql[];
}

export interface Tables {
  minute: Sql;
  quarter: Sql;
  hour: Sql;
  hoursMade: Sql;
  erasure: Sql;
  raw: Sql;
  version: Sql;
  generation: Sql;
  level: Sql;
  levelQuarter: Sql;
  visit: Sql;
  amount: Sql;
  event: Sql;
  heard: Sql;
  forecast: Sql;
}

export interface Place {
  database: string;
  cluster?: string | undefined;
}

export function schemaOf({ database, cluster }: Place): Schema {
  const db = name(database);
  const onCluster = cluster === undefined ? sql`` : sql` ON CLUSTER ${name(cluster)}`;

  const create = (table: Table): Sql[] => {
    const body = sql`(\n${table.columns}\n)`;
    const rest = sql`${table.partition ? sql`\nPARTITION BY ${table.partition}` : sql``}\nORDER BY ${table.order}${table.rest ?? sql``}`;
    if (cluster === undefined) {
      return [
        sql`CREATE TABLE IF NOT EXISTS ${db}.${table.name} ${body}\nENGINE = ReplacingMergeTree(${table.replace})${rest}`,
      ];
    }
    const comma = table.replace.text === '' ? sql`` : sql`, `;
    const path = table.everywhere
      ? sql`'/clickhouse/tables/all/{database}/{table}', '{shard}-{replica}'`
      : sql`'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'`;
    const engine = sql`ReplicatedReplacingMergeTree(${path}${comma}${table.replace})`;
    if (table.everywhere) {
      return [sql`CREATE TABLE IF NOT EXISTS ${db}.${table.name}${onCluster} ${body}\nENGINE = ${engine}${rest}`];
    }
    const local = sql`${table.name}_local`;
    return [
      sql`CREATE TABLE IF NOT EXISTS ${db}.${local}${onCluster} ${body}\nENGINE = ${engine}${rest}`,
      sql`CREATE TABLE IF NOT EXISTS ${db}.${table.name}${onCluster} AS ${db}.${local}\nENGINE = Distributed(${name(cluster)}, ${db}, ${local}, ${table.shard})`,
    ];
  };

  // The thousandths of a second become part of the key; stored records have none.
  const sub = sql`ADD COLUMN IF NOT EXISTS sub UInt32 CODEC(LZ4)`;
  const key = sql`MODIFY ORDER BY (org, series, at, span, sub)`;
  const addSub =
    cluster === undefined
      ? [sql`ALTER TABLE ${db}.minute ${sub}, ${key}`]
      : [
          sql`ALTER TABLE ${db}.minute_local${onCluster} ${sub}, ${key}`,
          sql`ALTER TABLE ${db}.minute${onCluster} ADD COLUMN IF NOT EXISTS sub UInt32`,
        ];

  // Who sent a body. It is empty in rows from before.
  const device = sql`ADD COLUMN IF NOT EXISTS device String`;
  const addDevice =
    cluster === undefined
      ? [sql`ALTER TABLE ${db}.raw ${device} CODEC(ZSTD)`]
      : [
          sql`ALTER TABLE ${db}.raw_local${onCluster} ${device} CODEC(ZSTD)`,
          sql`ALTER TABLE ${db}.raw${onCluster} ${device}`,
        ];

  const tables = {
    minute: sql`${db}.minute`,
    quarter: sql`${db}.quarter`,
    hour: sql`${db}.hour`,
    hoursMade: sql`${db}.hours_made`,
    erasure: sql`${db}.erasure`,
    raw: sql`${db}.raw`,
    version: sql`${db}.schema_version`,
    generation: sql`${db}.generation`,
    level: sql`${db}.level`,
    levelQuarter: sql`${db}.level_quarter`,
    visit: sql`${db}.visit`,
    amount: sql`${db}.amount`,
    event: sql`${db}.event`,
    heard: sql`${db}.heard`,
    forecast: sql`${db}.forecast`,
  };

  return {
    tables,
    foundation: [sql`CREATE DATABASE IF NOT EXISTS ${db}${onCluster}`, ...create(schemaVersion)],
    steps: [
      { version: 1, statements: [minute, quarter, erasure, raw].flatMap(create) },
      { version: 2, statements: addSub },
      { version: 3, statements: create(generation) },
      { version: 4, statements: [level, levelQuarter, visit, amount, event, heard].flatMap(create) },
      { version: 5, statements: addDevice },
      { version: 6, statements: create(forecast) },
      { version: 7, statements: [hour, hoursMade].flatMap(create), rows: [firstHoursMade(tables)] },
    ],
  };
}

/** Codecs by measurement: docs/adr/0002-facts.md. */
const minute: Table = {
  name: sql`minute`,
  columns: sql`  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime('UTC') CODEC(Delta, LZ4),
  span UInt32 CODEC(LZ4),
  ins UInt32 CODEC(T64, ZSTD),
  outs UInt32 CODEC(T64, ZSTD),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4),
  flags UInt8 CODEC(LZ4)`,
  replace: sql`ver, gone`,
  partition: sql`toYYYYMM(at)`,
  order: sql`(org, series, at, span)`,
  shard: bySeries,
};

const quarter: Table = {
  name: sql`quarter`,
  columns: sql`  org UInt32 CODEC(ZSTD),
  series UInt32 CODEC(ZSTD),
  at DateTime('UTC') CODEC(Delta, ZSTD),
  ins UInt64 CODEC(T64, ZSTD),
  outs UInt64 CODEC(T64, ZSTD),
  got UInt16 CODEC(T64, ZSTD),
  ver UInt64 CODEC(Delta, ZSTD),
  gone UInt8 CODEC(ZSTD)`,
  replace: sql`ver, gone`,
  partition: sql`toYYYYMM(at)`,
  order: sql`(org, series, at)`,
  shard: bySeries,
};

/** Sums of quarters: where no bucket ends inside an hour, a quarter of the rows is enough. */
const hour: Table = {
  name: sql`hour`,
  columns: sql`  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime('UTC') CODEC(Delta, LZ4),
  ins UInt64 CODEC(T64, LZ4),
  outs UInt64 CODEC(T64, LZ4),
  got UInt16 CODEC(T64, LZ4),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4)`,
  replace: sql`ver, gone`,
  partition: sql`toYYYYMM(at)`,
  order: sql`(org, series, at)`,
  shard: bySeries,
};

/** Which months have hours (`hours-made.ts`). */
const hoursMade: Table = {
  name: sql`hours_made`,
  columns: sql`  month UInt32,
  made UInt8,
  ver UInt64`,
  replace: sql`ver`,
  order: sql`month`,
  shard: sql`month`,
  everywhere: true,
};

const erasure: Table = {
  name: sql`erasure`,
  columns: sql`  org UInt32,
  series UInt32,
  start DateTime('UTC'),
  stop DateTime('UTC'),
  ver UInt64`,
  replace: sql``,
  order: sql`(org, series, start, stop, ver)`,
  shard: bySeries,
};

/** Bodies of one device are adjacent, so that they compress well. */
const raw: Table = {
  name: sql`raw`,
  columns: sql`  org UInt32 CODEC(ZSTD),
  lane UInt16 CODEC(ZSTD),
  received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  seq UInt64 CODEC(Delta, ZSTD),
  kind LowCardinality(String),
  vendor LowCardinality(String),
  decoder LowCardinality(String),
  content_type LowCardinality(String),
  body String CODEC(ZSTD(3))`,
  replace: sql``,
  partition: sql`toYYYYMMDD(received_at)`,
  order: sql`(org, lane, received_at, seq)`,
  rest: sql`\nTTL toDateTime(received_at) + INTERVAL 30 DAY\nSETTINGS ttl_only_drop_parts = 1`,
  shard: sql`cityHash64(org, lane)`,
};

/** The installation that writes here and its generation, as counted by the registry (`maintenance.ts`). */
const generation: Table = {
  name: sql`generation`,
  columns: sql`  installation UUID,
  generation UInt64,
  nonce UInt64,
  at DateTime('UTC') DEFAULT now()`,
  replace: sql``,
  order: sql`generation`,
  shard: sql`generation`,
  everywhere: true,
};

const schemaVersion: Table = {
  name: sql`schema_version`,
  columns: sql`  version UInt32,
  applied_at DateTime('UTC') DEFAULT now()`,
  replace: sql``,
  order: sql`version`,
  shard: sql`version`,
  everywhere: true,
};
