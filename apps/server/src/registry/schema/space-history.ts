import type { Corrections } from '@atrium/rules/occupancy-drift';
import type { ResetConfig } from '@atrium/rules/reset-config';
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { effective, orgId } from './columns.ts';
import { space } from './places.ts';
import { zone } from './sensors.ts';

// Both are written by triggers on the tables of the current state: an edit takes effect at the next minute.

/** The settings of a space and their validity. */
export const spaceSetting = pgTable(
  'space_setting',
  {
    orgId: orgId(),
    spaceId: uuid('space_id').notNull(),
    maxCapacity: integer('max_capacity'),
    targetOccupancy: integer('target_occupancy'),
    resetConfig: jsonb('reset_config').$type<ResetConfig>().notNull(),
    /** A setting of its organization: occupancy below zero begins again at zero. */
    resetOnNegative: boolean('reset_on_negative').notNull().default(true),
    /** None for those that were made before there were any. */
    corrections: jsonb('corrections').$type<Corrections>(),
    ...effective,
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.from] }),
    foreignKey({ columns: [t.orgId, t.spaceId], foreignColumns: [space.orgId, space.spaceId] }),
  ],
);

/** The zones of a space, and when they belonged to it. */
export const spaceZonePeriod = pgTable(
  'space_zone_period',
  {
    orgId: orgId(),
    spaceZoneAssignmentId: uuid('space_zone_assignment_id').notNull(),
    spaceId: uuid('space_id').notNull(),
    zoneId: uuid('zone_id').notNull(),
    reverseInsAndOuts: boolean('reverse_ins_and_outs').notNull(),
    ...effective,
  },
  (t) => [
    primaryKey({ columns: [t.spaceZoneAssignmentId, t.from] }),
    index('space_zone_period_space').on(t.spaceId),
    index('space_zone_period_zone').on(t.zoneId),
    foreignKey({ columns: [t.orgId, t.spaceId], foreignColumns: [space.orgId, space.spaceId] }),
    foreignKey({ columns: [t.orgId, t.zoneId], foreignColumns: [zone.orgId, zone.zoneId] }),
  ],
);
