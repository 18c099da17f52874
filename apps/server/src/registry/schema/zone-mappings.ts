import type { DepthConfig } from '@atrium/rules/zone-mapping';
import { isNull, sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { editable, orgId } from './columns.ts';
import { location, space } from './places.ts';
import { zone } from './sensors.ts';

/** The zones of one queue. A zone is in one of them, in one field; the application sees to it across fields. */
export const queueMapping = pgTable(
  'queue_mapping',
  {
    queueMappingId: uuid('queue_mapping_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    locationId: uuid('location_id').notNull(),
    queueZoneId: uuid('queue_zone_id').notNull(),
    serviceZoneId: uuid('service_zone_id'),
    queueOccupancyZoneId: uuid('queue_occupancy_zone_id'),
    serviceOccupancyZoneId: uuid('service_occupancy_zone_id'),
    depthConfig: jsonb('depth_config').$type<DepthConfig>(),
    ...editable,
  },
  (t) => [
    index('queue_mapping_location').on(t.locationId),
    once('queue_mapping_queue', t.queueZoneId, t.deletedAt),
    once('queue_mapping_service', t.serviceZoneId, t.deletedAt),
    once('queue_mapping_queue_occupancy', t.queueOccupancyZoneId, t.deletedAt),
    once('queue_mapping_service_occupancy', t.serviceOccupancyZoneId, t.deletedAt),
    foreignKey({
      name: 'queue_mapping_location_fk',
      columns: [t.orgId, t.locationId],
      foreignColumns: [location.orgId, location.locationId],
    }),
    foreignKey({
      name: 'queue_mapping_queue_fk',
      columns: [t.orgId, t.queueZoneId],
      foreignColumns: [zone.orgId, zone.zoneId],
    }),
    foreignKey({
      name: 'queue_mapping_service_fk',
      columns: [t.orgId, t.serviceZoneId],
      foreignColumns: [zone.orgId, zone.zoneId],
    }),
    foreignKey({
      name: 'queue_mapping_queue_occupancy_fk',
      columns: [t.orgId, t.queueOccupancyZoneId],
      foreignColumns: [zone.orgId, zone.zoneId],
    }),
    foreignKey({
      name: 'queue_mapping_service_occupancy_fk',
      columns: [t.orgId, t.serviceOccupancyZoneId],
      foreignColumns: [zone.orgId, zone.zoneId],
    }),
  ],
);

/** What belongs to a count line. */
export const zoneCountMapping = pgTable(
  'zone_count_mapping',
  {
    zoneCountMappingId: uuid('zone_count_mapping_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    /** Of all its zones. */
    locationId: uuid('location_id').notNull(),
    zoneId: uuid('zone_id').notNull(),
    dwellZoneId: uuid('dwell_zone_id'),
    passerbyZoneId: uuid('passerby_zone_id'),
    ...editable,
  },
  (t) => [
    index('zone_count_mapping_location').on(t.locationId),
    once('zone_count_mapping_zone', t.zoneId, t.deletedAt),
    once('zone_count_mapping_dwell', t.dwellZoneId, t.deletedAt),
    foreignKey({
      name: 'zone_count_mapping_location_fk',
      columns: [t.orgId, t.locationId],
      foreignColumns: [location.orgId, location.locationId],
    }),
    foreignKey({
      name: 'zone_count_mapping_zone_fk',
      columns: [t.orgId, t.zoneId],
      foreignColumns: [zone.orgId, zone.zoneId],
    }),
    foreignKey({
      name: 'zone_count_mapping_dwell_fk',
      columns: [t.orgId, t.dwellZoneId],
      foreignColumns: [zone.orgId, zone.zoneId],
    }),
    foreignKey({
      name: 'zone_count_mapping_passerby_fk',
      columns: [t.orgId, t.passerbyZoneId],
      foreignColumns: [zone.orgId, zone.zoneId],
    }),
  ],
);

/** A space where people queue, and the zone that they leave it through. */
export const expectedWaitMapping = pgTable(
  'expected_wait_mapping',
  {
    expectedWaitMappingId: uuid('expected_wait_mapping_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    /** Of the space. */
    locationId: uuid('location_id').notNull(),
    spaceId: uuid('space_id').notNull(),
    headZoneId: uuid('head_zone_id').notNull(),
    /** Minutes. */
    throughputSampleInterval: integer('throughput_sample_interval').notNull(),
    ...editable,
  },
  (t) => [
    index('expected_wait_mapping_location').on(t.locationId),
    once('expected_wait_mapping_space', t.spaceId, t.deletedAt),
    check('expected_wait_mapping_interval', sql`${t.throughputSampleInterval} BETWEEN 1 AND 120`),
    foreignKey({
      name: 'expected_wait_mapping_location_fk',
      columns: [t.orgId, t.locationId],
      foreignColumns: [location.orgId, location.locationId],
    }),
    foreignKey({
      name: 'expected_wait_mapping_space_fk',
      columns: [t.orgId, t.spaceId],
      foreignColumns: [space.orgId, space.spaceId],
    }),
    foreignKey({
      name: 'expected_wait_mapping_head_fk',
      columns: [t.orgId, t.headZoneId],
      foreignColumns: [zone.orgId, zone.zoneId],
    }),
  ],
);

/** Among the rows that are not deleted. */
function once(name: string, column: PgColumn, deletedAt: PgColumn) {
  return uniqueIndex(name).on(column).where(isNull(deletedAt));
}
