CREATE DATABASE IF NOT EXISTS atrium ON CLUSTER main;

CREATE TABLE IF NOT EXISTS atrium.schema_version ON CLUSTER main (
  version UInt32,
  applied_at DateTime('UTC') DEFAULT now()
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/all/{database}/{table}', '{shard}-{replica}')
ORDER BY version;

CREATE TABLE IF NOT EXISTS atrium.minute_local ON CLUSTER main (
  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime('UTC') CODEC(Delta, LZ4),
  span UInt32 CODEC(LZ4),
  ins UInt32 CODEC(T64, ZSTD),
  outs UInt32 CODEC(T64, ZSTD),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4),
  flags UInt8 CODEC(LZ4)
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at, span);

CREATE TABLE IF NOT EXISTS atrium.minute ON CLUSTER main AS atrium.minute_local
ENGINE = Distributed(main, atrium, minute_local, cityHash64(org, series));

CREATE TABLE IF NOT EXISTS atrium.quarter_local ON CLUSTER main (
  org UInt32 CODEC(ZSTD),
  series UInt32 CODEC(ZSTD),
  at DateTime('UTC') CODEC(Delta, ZSTD),
  ins UInt64 CODEC(T64, ZSTD),
  outs UInt64 CODEC(T64, ZSTD),
  got UInt16 CODEC(T64, ZSTD),
  ver UInt64 CODEC(Delta, ZSTD),
  gone UInt8 CODEC(ZSTD)
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at);

CREATE TABLE IF NOT EXISTS atrium.quarter ON CLUSTER main AS atrium.quarter_local
ENGINE = Distributed(main, atrium, quarter_local, cityHash64(org, series));

CREATE TABLE IF NOT EXISTS atrium.erasure_local ON CLUSTER main (
  org UInt32,
  series UInt32,
  start DateTime('UTC'),
  stop DateTime('UTC'),
  ver UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
ORDER BY (org, series, start, stop, ver);

CREATE TABLE IF NOT EXISTS atrium.erasure ON CLUSTER main AS atrium.erasure_local
ENGINE = Distributed(main, atrium, erasure_local, cityHash64(org, series));

CREATE TABLE IF NOT EXISTS atrium.raw_local ON CLUSTER main (
  org UInt32 CODEC(ZSTD),
  lane UInt16 CODEC(ZSTD),
  received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  seq UInt64 CODEC(Delta, ZSTD),
  kind LowCardinality(String),
  vendor LowCardinality(String),
  decoder LowCardinality(String),
  content_type LowCardinality(String),
  body String CODEC(ZSTD(3))
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')
PARTITION BY toYYYYMMDD(received_at)
ORDER BY (org, lane, received_at, seq)
TTL toDateTime(received_at) + INTERVAL 30 DAY
SETTINGS ttl_only_drop_parts = 1;

CREATE TABLE IF NOT EXISTS atrium.raw ON CLUSTER main AS atrium.raw_local
ENGINE = Distributed(main, atrium, raw_local, cityHash64(org, lane));

ALTER TABLE atrium.minute_local ON CLUSTER main ADD COLUMN IF NOT EXISTS sub UInt32 CODEC(LZ4), MODIFY ORDER BY (org, series, at, span, sub);

ALTER TABLE atrium.minute ON CLUSTER main ADD COLUMN IF NOT EXISTS sub UInt32;
