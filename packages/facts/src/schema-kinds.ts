import { sql } from './literals.ts';
import { bySeries, type Table } from './schema-table.ts';

/** Readings of levels, and their quarter hours. */
export const level: Table = {
  name: sql`level`,
  columns: sql`  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime('UTC') CODEC(Delta, LZ4),
  span UInt32 CODEC(LZ4),
  last Int32 CODEC(T64, ZSTD),
  lo Int32 CODEC(T64, ZSTD),
  hi Int32 CODEC(T64, ZSTD),
  area Int64 CODEC(T64, ZSTD),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4)`,
  replace: sql`ver, gone`,
  partition: sql`toYYYYMM(at)`,
  order: sql`(org, series, at, span)`,
  shard: bySeries,
};

export const levelQuarter: Table = {
  name: sql`level_quarter`,
  columns: sql`  org UInt32 CODEC(ZSTD),
  series UInt32 CODEC(ZSTD),
  at DateTime('UTC') CODEC(Delta, ZSTD),
  last Int32 CODEC(T64, ZSTD),
  lo Int32 CODEC(T64, ZSTD),
  hi Int32 CODEC(T64, ZSTD),
  area Int64 CODEC(T64, ZSTD),
  got UInt16 CODEC(T64, ZSTD),
  ver UInt64 CODEC(Delta, ZSTD),
  gone UInt8 CODEC(ZSTD)`,
  replace: sql`ver, gone`,
  partition: sql`toYYYYMM(at)`,
  order: sql`(org, series, at)`,
  shard: bySeries,
};

export const visit: Table = {
  name: sql`visit`,
  columns: sql`  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime('UTC') CODEC(Delta, LZ4),
  id UInt64 CODEC(LZ4),
  ms UInt64 CODEC(T64, ZSTD),
  n UInt32 CODEC(T64, ZSTD),
  outcome Enum8('unknown' = 0, 'served' = 1, 'abandoned' = 2) CODEC(LZ4),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4)`,
  replace: sql`ver, gone`,
  partition: sql`toYYYYMM(at)`,
  order: sql`(org, series, at, id)`,
  shard: bySeries,
};

export const amount: Table = {
  name: sql`amount`,
  columns: sql`  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime('UTC') CODEC(Delta, LZ4),
  span UInt32 CODEC(LZ4),
  employee UInt64 CODEC(LZ4),
  value Int64 CODEC(T64, ZSTD),
  n UInt32 CODEC(T64, ZSTD),
  indivisible UInt8 CODEC(LZ4),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4)`,
  replace: sql`ver, gone`,
  partition: sql`toYYYYMM(at)`,
  order: sql`(org, series, at, span, employee)`,
  shard: bySeries,
};

/** Each organization chooses how long its tracks are kept, so each row knows its own end. */
export const event: Table = {
  name: sql`event`,
  columns: sql`  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime64(3, 'UTC') CODEC(Delta, LZ4),
  track UInt64 CODEC(LZ4),
  type Enum8('track_created' = 1, 'track_deleted' = 2, 'line_forward' = 3, 'line_backward' = 4, 'zone_entered' = 5, 'zone_left' = 6, 'zone_dwell' = 7) CODEC(LZ4),
  logic UInt32 CODEC(LZ4),
  ms UInt32 CODEC(T64, ZSTD),
  keep_until Date CODEC(LZ4),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4)`,
  replace: sql`ver, gone`,
  partition: sql`toYYYYMM(at)`,
  order: sql`(org, series, at, track, type, logic)`,
  rest: sql`\nTTL keep_until`,
  shard: bySeries,
};

/** Hundredths of people, so that sums are exact. Rows of days have only their bands; a day is the sum of its hours. */
export const forecast: Table = {
  name: sql`forecast`,
  columns: sql`  org UInt32 CODEC(ZSTD),
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
  gone UInt8 CODEC(ZSTD)`,
  replace: sql`ver, gone`,
  partition: sql`toYYYYMM(at)`,
  order: sql`(org, series, at, grain)`,
  shard: bySeries,
};

export const heard: Table = {
  name: sql`heard`,
  columns: sql`  org UInt32 CODEC(LZ4),
  series UInt32 CODEC(LZ4),
  at DateTime('UTC') CODEC(Delta, LZ4),
  seconds UInt16 CODEC(T64, ZSTD),
  ver UInt64 CODEC(Delta, LZ4),
  gone UInt8 CODEC(LZ4)`,
  replace: sql`ver, gone`,
  partition: sql`toYYYYMM(at)`,
  order: sql`(org, series, at)`,
  shard: bySeries,
};
