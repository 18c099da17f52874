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
    /** The recorded cause, and who recorded it. */
    cause: text('cause'),
    acknowledgedBy: uuid('acknowledged_by'),
    /** When it last reported; if it never did, when its first report was due. */
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When it was detected. */
    foundAt: instant('found_at').notNull(),
    /** When it was included in a digest; also null if it was over before. */
    notifiedAt: instant('told_at'),
    /** When it reported again, or was no longer expected to. */
    resolvedDate: instant('resolved_date'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('offline_sensor_open')
      .on(t.sensorId)
      .where(sql`${t.resolvedDate} is null`),
    index('offline_sensor_sensor').on(t.sensorId, t.createdAt),
    index('offline_sensor_resolved').on(t.orgId, t.resolvedDate),
    index('offline_sensor_told').on(t.orgId, t.notifiedAt),
    foreignKey({ columns: [t.orgId, t.sensorId], foreignColumns: [sensor.orgId, sensor.sensorId] }),
  ],
);

/** When the product was listening to sensors: other time was not silence. */
export const listeningStretch = pgTable('listening_stretch', {
  from: instant('from').primaryKey(),
  to: instant('to').notNull(),
});
