import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId } from './columns.ts';
import { sensor } from './sensors.ts';

/**
 * A period in which a sensor was silent. It is offline exactly while it has a row without
 * `resolvedDate`; when anything was last heard of it is `ledger.last_at` of the newest day of its device.
 */
export const offlineSensor = pgTable(
  'offline_sensor',
  {
    offlineSensorId: uuid('offline_sensor_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    sensorId: uuid('sensor_id').notNull(),
    /** Why, as someone found out, and who said so. */
    cause: text('cause'),
    acknowledgedBy: uuid('acknowledged_by'),
    /** When it was last heard; of one that never was, since when it should have been. */
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When it was noticed. */
    foundAt: instant('found_at').notNull(),
    /** When it was written into a digest; null also for what was over before. */
    toldAt: instant('told_at'),
    /** When it was heard again, or was no longer expected to be. */
    resolvedDate: instant('resolved_date'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('offline_sensor_open')
      .on(t.sensorId)
      .where(sql`${t.resolvedDate} is null`),
    index('offline_sensor_sensor').on(t.sensorId, t.createdAt),
    index('offline_sensor_resolved').on(t.orgId, t.resolvedDate),
    index('offline_sensor_told').on(t.orgId, t.toldAt),
    foreignKey({ columns: [t.orgId, t.sensorId], foreignColumns: [sensor.orgId, sensor.sensorId] }),
  ],
);

/** When the product was there to hear sensors: what it did not listen to was not silence. */
export const listeningStretch = pgTable('listening_stretch', {
  from: instant('from').primaryKey(),
  to: instant('to').notNull(),
});
