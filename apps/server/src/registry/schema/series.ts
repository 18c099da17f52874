import { sql } from 'drizzle-orm';
import {
  bigint,
  bit,
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { effective, instant, orgId } from './columns.ts';
import { correction } from './corrections.ts';
import { importFile } from './imports.ts';
import { location, site, space } from './places.ts';
import { sensor, zone } from './sensors.ts';

/**
 * The meaning of a run of facts. Readings belong to a series, never to a zone: an edit that changes the meaning closes
 * the series and opens the next, and moving data re-points a series, so facts never move. A series belongs to a zone, a
 * space or a location. Only one of a zone has a site and zone settings; each has the location where it counts.
 */
export const series = pgTable(
  'series',
  {
    seriesId: integer('series_id').primaryKey().generatedAlwaysAsIdentity(),
    orgId: orgId(),
    owner: text('owner', { enum: ['zone', 'space', 'location'] })
      .notNull()
      .default('zone'),
    zoneId: uuid('zone_id'),
    spaceId: uuid('space_id'),
    locationId: uuid('location_id').notNull(),
    siteId: uuid('site_id'),
    measure: text('measure').notNull(),
    countFilter: integer('count_filter'),
    countApplication: integer('count_application'),
    perimeter: boolean('perimeter'),
    enabled: boolean('enabled').notNull(),
    /** The count history that it holds. Such a series belongs to its import: readings of the sensor never reach it. */
    importId: uuid('import_id'),
    /** The correction whose counts it holds; it counts where the correction does. */
    correctionId: uuid('correction_id'),
    ...effective,
  },
  (t) => [
    unique('series_org_id').on(t.orgId, t.seriesId),
    index('series_zone').on(t.zoneId, t.measure, t.from),
    index('series_space').on(t.spaceId, t.measure, t.from),
    index('series_location').on(t.locationId),
    index('series_org').on(t.orgId),
    index('series_import')
      .on(t.importId)
      .where(sql`${t.importId} is not null`),
    check(
      'series_owner',
      sql`CASE ${t.owner}
        WHEN 'zone' THEN ${t.spaceId} IS NULL
          AND num_nulls(${t.zoneId}, ${t.siteId}, ${t.countFilter}, ${t.countApplication}, ${t.perimeter}) = 0
        WHEN 'space' THEN ${t.spaceId} IS NOT NULL
          AND num_nonnulls(${t.zoneId}, ${t.siteId}, ${t.countFilter}, ${t.countApplication}, ${t.perimeter}) = 0
        WHEN 'location' THEN ${t.spaceId} IS NULL
          AND num_nonnulls(${t.zoneId}, ${t.siteId}, ${t.countFilter}, ${t.countApplication}, ${t.perimeter}) = 0
        ELSE false END`,
    ),
    foreignKey({ columns: [t.orgId, t.zoneId], foreignColumns: [zone.orgId, zone.zoneId] }),
    foreignKey({ columns: [t.orgId, t.spaceId], foreignColumns: [space.orgId, space.spaceId] }),
    foreignKey({ columns: [t.orgId, t.siteId], foreignColumns: [site.orgId, site.siteId] }),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [location.orgId, location.locationId] }),
    foreignKey({ columns: [t.orgId, t.importId], foreignColumns: [importFile.orgId, importFile.importStatusId] }),
    foreignKey({ columns: [t.orgId, t.correctionId], foreignColumns: [correction.orgId, correction.correctionId] }),
  ],
);

/** Scale, applied after summing. */
export const seriesFactor = pgTable(
  'series_factor',
  {
    orgId: orgId(),
    seriesId: integer('series_id').notNull(),
    fIn: doublePrecision('f_in').notNull(),
    fOut: doublePrecision('f_out').notNull(),
    ...effective,
  },
  (t) => [
    primaryKey({ columns: [t.seriesId, t.from] }),
    foreignKey({ columns: [t.orgId, t.seriesId], foreignColumns: [series.orgId, series.seriesId] }),
  ],
);

/** A raw record near the end of today, as `[at, span, ins, outs, ver]`; `ver` is text because it has 64 bits. */
export type TailRecord = [at: number, span: number, ins: number, outs: number, ver: string];

/**
 * Today's sums of a series: minutes before `tailFrom` are folded into the closed sums, newer records are kept one by
 * one in `tail`, so that a repeated or corrected record replaces the earlier one.
 */
export const seriesLast = pgTable(
  'series_last',
  {
    seriesId: integer('series_id').primaryKey(),
    orgId: orgId(),
    /** Start and end of the local day of the sums. */
    dayFrom: instant('day_from').notNull(),
    dayTo: instant('day_to').notNull(),
    closedIns: bigint('closed_ins', { mode: 'number' }).notNull(),
    closedOuts: bigint('closed_outs', { mode: 'number' }).notNull(),
    closedGot: integer('closed_got').notNull(),
    tailFrom: instant('tail_from').notNull(),
    tail: jsonb('tail').$type<TailRecord[]>().notNull(),
    /** Today's sums, ready to read. */
    ins: bigint('ins', { mode: 'number' }).notNull(),
    outs: bigint('outs', { mode: 'number' }).notNull(),
    got: integer('got').notNull(),
    /** Start of the newest minute with a reading; null before the first. */
    lastMinute: instant('last_minute'),
    /** Set when a record older than the tail was written: the closed sums must be reread from the facts. */
    refoldSince: instant('refold_since'),
    /** Raised by every such record, so that one that arrives during the read is not missed. */
    refoldCount: integer('refold_count').notNull().default(0),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('series_last_refold').on(t.refoldSince),
    index('series_last_day').on(t.dayTo),
    foreignKey({ columns: [t.orgId, t.seriesId], foreignColumns: [series.orgId, series.seriesId] }),
  ],
);

/**
 * A UTC day of a series whose quarters may be older than its minutes. There is one mark for each lane of the inbox that
 * writes to that day: a lane has one writer, so its mark is ready exactly when everything it announced is written.
 */
export const rollupMark = pgTable(
  'rollup_mark',
  {
    orgId: orgId(),
    seriesId: integer('series_id').notNull(),
    day: date('day').notNull(),
    lane: smallint('lane').notNull(),
    /** The announcement of the lane that wrote the mark; the numbers only grow. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    ready: boolean('ready').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.seriesId, t.day, t.lane] }),
    index('rollup_mark_org').on(t.orgId),
    index('rollup_mark_day').on(t.day),
    foreignKey({ columns: [t.orgId, t.seriesId], foreignColumns: [series.orgId, series.seriesId] }),
  ],
);

/**
 * What counters that only grow have shown, hour by hour: a late reading needs its neighbors to say what was counted
 * between them. The lists run in parallel; `seconds` count from the start of the hour, and null is what was not said.
 */
export const counterHour = pgTable(
  'counter_hour',
  {
    orgId: orgId(),
    seriesId: integer('series_id').notNull(),
    /** Hours since 1970. */
    hour: integer('hour').notNull(),
    seconds: smallint('seconds').array().notNull(),
    ins: bigint('ins', { mode: 'number' }).array().notNull(),
    outs: bigint('outs', { mode: 'number' }).array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.seriesId, t.hour] }),
    index('counter_hour_org').on(t.orgId),
    foreignKey({ columns: [t.orgId, t.seriesId], foreignColumns: [series.orgId, series.seriesId] }),
  ],
);

/** When readings of a series began and last arrived, to the minute: which measures a zone has. */
export const seriesArrival = pgTable(
  'series_arrival',
  {
    seriesId: integer('series_id').primaryKey(),
    orgId: orgId(),
    /** Null where readings arrived before this was noted. */
    firstAt: instant('first_at'),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [
    index('series_arrival_org').on(t.orgId),
    foreignKey({ columns: [t.orgId, t.seriesId], foreignColumns: [series.orgId, series.seriesId] }),
  ],
);

/** In which minutes of a UTC day a sensor was heard that measures more than counts. */
export const heardDay = pgTable(
  'heard_day',
  {
    orgId: orgId(),
    sensorId: uuid('sensor_id').notNull(),
    day: date('day').notNull(),
    minutes: bit('minutes', { dimensions: 1440 }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sensorId, t.day] }),
    index('heard_day_org').on(t.orgId),
    index('heard_day_day').on(t.day),
    foreignKey({ columns: [t.orgId, t.sensorId], foreignColumns: [sensor.orgId, sensor.sensorId] }),
  ],
);

/**
 * Levels as they were reported by devices that speak only of changes. Each holds until the next one while its device is heard,
 * also in the next series of its zone.
 */
export const heldLevel = pgTable(
  'held_level',
  {
    orgId: orgId(),
    zoneId: uuid('zone_id').notNull(),
    measure: text('measure').notNull(),
    /** Milliseconds since 1970. */
    at: bigint('at', { mode: 'number' }).notNull(),
    last: integer('last').notNull(),
    lo: integer('lo').notNull(),
    hi: integer('hi').notNull(),
    /** Of the body that reported it: of two at one instant the later one counts. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.zoneId, t.measure, t.at] }),
    index('held_level_org').on(t.orgId),
    index('held_level_at').on(t.at),
    foreignKey({ columns: [t.orgId, t.zoneId], foreignColumns: [zone.orgId, zone.zoneId] }),
  ],
);
