import { date, foreignKey, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { editable, instant, orgId } from './columns.ts';
import { sensor } from './sensors.ts';

/** A license bought from the vendor of a sensor. */
export const vendorLicense = pgTable(
  'vendor_license',
  {
    vendorLicenseId: uuid('vendor_license_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    sensorId: uuid('sensor_id').notNull(),
    licenseKey: text('license_key').notNull(),
    type: text('type').notNull(),
    expiration: date('expiration'),
    ...editable,
  },
  (t) => [
    index('vendor_license_sensor').on(t.sensorId),
    foreignKey({ columns: [t.orgId, t.sensorId], foreignColumns: [sensor.orgId, sensor.sensorId] }),
  ],
);

export type ReportedValues = Record<string, string | number | boolean>;

/** A configuration that a device reported. Only changes are stored, and only the newest of them. */
export const deviceConfig = pgTable(
  'device_config',
  {
    deviceConfigId: uuid('device_config_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    sensorId: uuid('sensor_id').notNull(),
    config: jsonb('config').$type<ReportedValues>().notNull(),
    firstReportedAt: instant('first_reported_at').notNull(),
    /** Null while it is current. */
    lastReportedAt: instant('last_reported_at'),
  },
  (t) => [
    index('device_config_sensor').on(t.sensorId, t.firstReportedAt),
    foreignKey({ columns: [t.orgId, t.sensorId], foreignColumns: [sensor.orgId, sensor.sensorId] }),
  ],
);
