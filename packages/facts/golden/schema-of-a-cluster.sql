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

CREATE TABLE IF NOT EXISTS atrium.generation ON CLUSTER main (
  installation UUID,
  generation UInt64,
  nonce UInt64,
  at DateTime('UTC') DEFAULT now()
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/all/{database}/{table}', '{shard}-{replica}')
ORDER BY generation;

CREATE TABLE IF NOT EXISTS atrium.level_local ON CLUSTER main (
  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime('UTC') CODEC(Delta, LZ4),
  span UInt32 CODEC(LZ4),
  last Int32 CODEC(T64, ZSTD),
  lo Int32 CODEC(T64, ZSTD),
  hi Int32 CODEC(T64, ZSTD),
  area Int64 CODEC(T64, ZSTD),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4)
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at, span);

CREATE TABLE IF NOT EXISTS atrium.level ON CLUSTER main AS atrium.level_local
ENGINE = Distributed(main, atrium, level_local, cityHash64(org, series));

CREATE TABLE IF NOT EXISTS atrium.level_quarter_local ON CLUSTER main (
  org UInt32 CODEC(ZSTD),
  series UInt32 CODEC(ZSTD),
  at DateTime('UTC') CODEC(Delta, ZSTD),
  last Int32 CODEC(T64, ZSTD),
  lo Int32 CODEC(T64, ZSTD),
  hi Int32 CODEC(T64, ZSTD),
  area Int64 CODEC(T64, ZSTD),
  got UInt16 CODEC(T64, ZSTD),
  ver UInt64 CODEC(Delta, ZSTD),
  gone UInt8 CODEC(ZSTD)
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at);

CREATE TABLE IF NOT EXISTS atrium.level_quarter ON CLUSTER main AS atrium.level_quarter_local
ENGINE = Distributed(main, atrium, level_quarter_local, cityHash64(org, series));

CREATE TABLE IF NOT EXISTS atrium.visit_local ON CLUSTER main (
  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime('UTC') CODEC(Delta, LZ4),
  id UInt64 CODEC(LZ4),
  ms UInt64 CODEC(T64, ZSTD),
  n UInt32 CODEC(T64, ZSTD),
  outcome Enum8('unknown' = 0, 'served' = 1, 'abandoned' = 2) CODEC(LZ4),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4)
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at, id);

CREATE TABLE IF NOT EXISTS atrium.visit ON CLUSTER main AS atrium.visit_local
ENGINE = Distributed(main, atrium, visit_local, cityHash64(org, series));

CREATE TABLE IF NOT EXISTS atrium.amount_local ON CLUSTER main (
  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime('UTC') CODEC(Delta, LZ4),
  span UInt32 CODEC(LZ4),
  employee UInt64 CODEC(LZ4),
  value Int64 CODEC(T64, ZSTD),
  n UInt32 CODEC(T64, ZSTD),
  indivisible UInt8 CODEC(LZ4),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4)
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at, span, employee);

CREATE TABLE IF NOT EXISTS atrium.amount ON CLUSTER main AS atrium.amount_local
ENGINE = Distributed(main, atrium, amount_local, cityHash64(org, series));

CREATE TABLE IF NOT EXISTS atrium.event_local ON CLUSTER main (
  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime64(3, 'UTC') CODEC(Delta, LZ4),
  track UInt64 CODEC(LZ4),
  type Enum8('track_created' = 1, 'track_deleted' = 2, 'line_forward' = 3, 'line_backward' = 4, 'zone_entered' = 5, 'zone_left' = 6, 'zone_dwell' = 7) CODEC(LZ4),
  logic UInt32 CODEC(LZ4),
  ms UInt32 CODEC(T64, ZSTD),
  keep_until Date CODEC(LZ4),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4)
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at, track, type, logic)
TTL keep_until;

CREATE TABLE IF NOT EXISTS atrium.event ON CLUSTER main AS atrium.event_local
ENGINE = Distributed(main, atrium, event_local, cityHash64(org, series));

CREATE TABLE IF NOT EXISTS atrium.heard_local ON CLUSTER main (
  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime('UTC') CODEC(Delta, LZ4),
  seconds UInt16 CODEC(T64, ZSTD),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4)
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at);

CREATE TABLE IF NOT EXISTS atrium.heard ON CLUSTER main AS atrium.heard_local
ENGINE = Distributed(main, atrium, heard_local, cityHash64(org, series));

ALTER TABLE atrium.raw_local ON CLUSTER main ADD COLUMN IF NOT EXISTS device String CODEC(ZSTD);

ALTER TABLE atrium.raw ON CLUSTER main ADD COLUMN IF NOT EXISTS device String;

CREATE TABLE IF NOT EXISTS atrium.forecast_local ON CLUSTER main (
  org UInt32 CODEC(ZSTD),
  series UInt32 CODEC(ZSTD),
  at DateTime('UTC') CODEC(Delta, ZSTD),
  grain Enum8('hour' = 1, 'day' = 2) CODEC(ZSTD),
  span UInt32 CODEC(ZSTD),
  ins UInt32 CODEC(T64, ZSTD),
  outs UInt32 CODEC(T64, ZSTD),
  banded UInt8 CODEC(ZSTD),
  low_ins UInt32 CODEC(T64, ZSTD),
  high_ins UInt32 CODEC(T64, ZSTD),
  low_outs UInt32 CODEC(T64, ZSTD),
  high_outs UInt32 CODEC(T64, ZSTD),
  made DateTime('UTC') CODEC(Delta, ZSTD),
  model LowCardinality(String),
  ver UInt64 CODEC(Delta, ZSTD),
  gone UInt8 CODEC(ZSTD)
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at, grain);

CREATE TABLE IF NOT EXISTS atrium.forecast ON CLUSTER main AS atrium.forecast_local
ENGINE = Distributed(main, atrium, forecast_local, cityHash64(org, series));

CREATE TABLE IF NOT EXISTS atrium.hour_local ON CLUSTER main (
  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime('UTC') CODEC(Delta, LZ4),
  ins UInt64 CODEC(T64, LZ4),
  outs UInt64 CODEC(T64, LZ4),
  got UInt16 CODEC(T64, LZ4),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4)
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at);

CREATE TABLE IF NOT EXISTS atrium.hour ON CLUSTER main AS atrium.hour_local
ENGINE = Distributed(main, atrium, hour_local, cityHash64(org, series));

CREATE TABLE IF NOT EXISTS atrium.hours_made ON CLUSTER main (
  month UInt32,
  made UInt8,
  ver UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/all/{database}/{table}', '{shard}-{replica}', ver)
ORDER BY month;

INSERT INTO atrium.hours_made (month, made, ver)
SELECT 0, n = 0, if(n = 0, 1, 2) FROM (SELECT count() AS n FROM atrium.quarter);
