CREATE DATABASE IF NOT EXISTS atrium;

CREATE TABLE IF NOT EXISTS atrium.schema_version (
  version UInt32,
  applied_at DateTime('UTC') DEFAULT now()
)
ENGINE = ReplacingMergeTree()
ORDER BY version;

CREATE TABLE IF NOT EXISTS atrium.minute (
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
ENGINE = ReplacingMergeTree(ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at, span);

CREATE TABLE IF NOT EXISTS atrium.quarter (
  org UInt32 CODEC(ZSTD),
  series UInt32 CODEC(ZSTD),
  at DateTime('UTC') CODEC(Delta, ZSTD),
  ins UInt64 CODEC(T64, ZSTD),
  outs UInt64 CODEC(T64, ZSTD),
  got UInt16 CODEC(T64, ZSTD),
  ver UInt64 CODEC(Delta, ZSTD),
  gone UInt8 CODEC(ZSTD)
)
ENGINE = ReplacingMergeTree(ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at);

CREATE TABLE IF NOT EXISTS atrium.erasure (
  org UInt32,
  series UInt32,
  start DateTime('UTC'),
  stop DateTime('UTC'),
  ver UInt64
)
ENGINE = ReplacingMergeTree()
ORDER BY (org, series, start, stop, ver);

CREATE TABLE IF NOT EXISTS atrium.raw (
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
ENGINE = ReplacingMergeTree()
PARTITION BY toYYYYMMDD(received_at)
ORDER BY (org, lane, received_at, seq)
TTL toDateTime(received_at) + INTERVAL 30 DAY
SETTINGS ttl_only_drop_parts = 1;

ALTER TABLE atrium.minute ADD COLUMN IF NOT EXISTS sub UInt32 CODEC(LZ4), MODIFY ORDER BY (org, series, at, span, sub);

CREATE TABLE IF NOT EXISTS atrium.generation (
  installation UUID,
  generation UInt64,
  nonce UInt64,
  at DateTime('UTC') DEFAULT now()
)
ENGINE = ReplacingMergeTree()
ORDER BY generation;

CREATE TABLE IF NOT EXISTS atrium.level (
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
ENGINE = ReplacingMergeTree(ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at, span);

CREATE TABLE IF NOT EXISTS atrium.level_quarter (
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
ENGINE = ReplacingMergeTree(ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at);

CREATE TABLE IF NOT EXISTS atrium.visit (
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
ENGINE = ReplacingMergeTree(ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at, id);

CREATE TABLE IF NOT EXISTS atrium.amount (
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
ENGINE = ReplacingMergeTree(ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at, span, employee);

CREATE TABLE IF NOT EXISTS atrium.event (
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
ENGINE = ReplacingMergeTree(ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at, track, type, logic)
TTL keep_until;

CREATE TABLE IF NOT EXISTS atrium.heard (
  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime('UTC') CODEC(Delta, LZ4),
  seconds UInt16 CODEC(T64, ZSTD),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4)
)
ENGINE = ReplacingMergeTree(ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at);

ALTER TABLE atrium.raw ADD COLUMN IF NOT EXISTS device String CODEC(ZSTD);

CREATE TABLE IF NOT EXISTS atrium.forecast (
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
ENGINE = ReplacingMergeTree(ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at, grain);

CREATE TABLE IF NOT EXISTS atrium.hour (
  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime('UTC') CODEC(Delta, LZ4),
  ins UInt64 CODEC(T64, LZ4),
  outs UInt64 CODEC(T64, LZ4),
  got UInt16 CODEC(T64, LZ4),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4)
)
ENGINE = ReplacingMergeTree(ver, gone)
PARTITION BY toYYYYMM(at)
ORDER BY (org, series, at);

CREATE TABLE IF NOT EXISTS atrium.hours_made (
  month UInt32,
  made UInt8,
  ver UInt64
)
ENGINE = ReplacingMergeTree(ver)
ORDER BY month;

INSERT INTO atrium.hours_made (month, made, ver)
SELECT 0, n = 0, if(n = 0, 1, 2) FROM (SELECT count() AS n FROM atrium.quarter);
