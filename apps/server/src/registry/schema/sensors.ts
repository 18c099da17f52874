import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { editable, effective, instant, orgId } from './columns.ts';
import { mqttBroker } from './mqtt.ts';
import { organization } from './organizations.ts';
import { site, space } from './places.ts';

export const sensor = pgTable(
  'sensor',
  {
    sensorId: uuid('sensor_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    name: text('name').notNull(),
    sensorType: text('sensor_type').notNull(),
    /** Twelve upper-case hexadecimal digits; null where it has none. */
    macAddress: text('mac_address'),
    /** Who it is, where that is not its MAC address (`packages/rules/src/device-identity.ts`). */
    identifier: text('identifier'),
    /** Who it is; null for a dummy sensor. */
    device: text('device').generatedAlwaysAs(sql`coalesce(identifier, mac_address)`),
    ipAddress: text('ip_address'),
    active: boolean('active').notNull().default(true),
    periodicUse: boolean('periodic_use').notNull().default(false),
    timeZone: text('time_zone'),
    /** Readings before this instant are quarantined and never counted. */
    commissionedDate: instant('commissioned_date'),
    commissionedBy: uuid('commissioned_by'),
    /** Counts before this instant were erased for good, so that nothing from before is ever counted again. */
    purgedBefore: instant('purged_before'),
    nodeSensors: text('node_sensors').array(),
    masterKey: text('master_key'),
    /** Encrypted. */
    password: text('password'),
    deviceId: text('device_id'),
    firmware: text('firmware'),
    /** The latest status that the device reported. */
    status: jsonb('status').$type<Record<string, unknown>>(),
    statusAt: instant('status_at'),
    ...editable,
  },
  (t) => [
    unique('sensor_org_id').on(t.orgId, t.sensorId),
    uniqueIndex('sensor_org_mac')
      .on(t.orgId, t.macAddress)
      .where(sql`${t.deletedAt} is null and ${t.active}`),
    uniqueIndex('sensor_org_device')
      .on(t.orgId, t.device)
      .where(sql`${t.deletedAt} is null and ${t.active}`),
    check('sensor_identifier', sql`${t.identifier} ~ '^([0-9A-F]{16}|[a-z-]+:[0-9A-Z][0-9A-Z._-]{0,63})$'`),
    check('sensor_mac', sql`${t.macAddress} ~ '^[0-9A-F]{12}$'`),
  ],
);

/** Which sensor is installed at which site, and when. */
export const sensorAssignment = pgTable(
  'sensor_assignment',
  {
    sensorAssignmentId: uuid('sensor_assignment_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    siteId: uuid('site_id').notNull(),
    sensorId: uuid('sensor_id'),
    sensorUseType: integer('sensor_use_type').notNull().default(1),
    ...effective,
    ...editable,
  },
  (t) => [
    unique('sensor_assignment_org_id').on(t.orgId, t.sensorAssignmentId),
    index('sensor_assignment_sensor').on(t.sensorId),
    index('sensor_assignment_site').on(t.siteId),
    foreignKey({ columns: [t.orgId, t.siteId], foreignColumns: [site.orgId, site.siteId] }),
    foreignKey({ columns: [t.orgId, t.sensorId], foreignColumns: [sensor.orgId, sensor.sensorId] }),
  ],
);

/** A logic of a sensor: a line, a zone, a queue. */
export const zone = pgTable(
  'zone',
  {
    zoneId: uuid('zone_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    sensorId: uuid('sensor_id').notNull(),
    name: text('name').notNull(),
    /** The number under which the device reports this logic. */
    deviceId: text('device_id').notNull(),
    /** 1 line, 5 and 6 timed zones, 8 other zone. */
    countType: integer('count_type').notNull().default(1),
    /** Created by an unknown logic of a commissioned sensor: someone should review it. */
    needsReview: boolean('needs_review').notNull().default(false),
    /** Data that other programs store with it. */
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
    ...editable,
  },
  (t) => [
    unique('zone_org_id').on(t.orgId, t.zoneId),
    uniqueIndex('zone_sensor_device')
      .on(t.sensorId, t.deviceId)
      .where(sql`${t.deletedAt} is null`),
    foreignKey({ columns: [t.orgId, t.sensorId], foreignColumns: [sensor.orgId, sensor.sensorId] }),
  ],
);

/** The settings of a zone and their validity. */
export const zoneSetting = pgTable(
  'zone_setting',
  {
    orgId: orgId(),
    zoneId: uuid('zone_id').notNull(),
    scaleFactor: doublePrecision('scale_factor').notNull().default(1),
    countFilter: integer('count_filter').notNull().default(0),
    countApplication: integer('count_application').notNull().default(1),
    perimeter: boolean('perimeter').notNull().default(true),
    disabled: boolean('disabled').notNull().default(false),
    minDwell: integer('min_dwell'),
    maxDwell: integer('max_dwell'),
    waitTimes: text('wait_times', { enum: ['sums', 'averages'] })
      .notNull()
      .default('sums'),
    /** When the device sets its counters to zero every day, `HH:mm` in the zone of the location. */
    counterReset: text('counter_reset'),
    counterMode: text('counter_mode', { enum: ['cumulative', 'interval'] })
      .notNull()
      .default('cumulative'),
    /** What a device counts that has one direction and does not say which. */
    counterDirection: text('counter_direction', { enum: ['ins', 'outs'] })
      .notNull()
      .default('ins'),
    ...effective,
  },
  (t) => [
    primaryKey({ columns: [t.zoneId, t.from] }),
    foreignKey({ columns: [t.orgId, t.zoneId], foreignColumns: [zone.orgId, zone.zoneId] }),
  ],
);

export const spaceZoneAssignment = pgTable(
  'space_zone_assignment',
  {
    spaceZoneAssignmentId: uuid('space_zone_assignment_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    spaceId: uuid('space_id').notNull(),
    zoneId: uuid('zone_id').notNull(),
    reverseInsAndOuts: boolean('reverse_ins_and_outs').notNull().default(false),
    ...editable,
  },
  (t) => [
    uniqueIndex('space_zone_once')
      .on(t.spaceId, t.zoneId)
      .where(sql`${t.deletedAt} is null`),
    foreignKey({ columns: [t.orgId, t.spaceId], foreignColumns: [space.orgId, space.spaceId] }),
    foreignKey({ columns: [t.orgId, t.zoneId], foreignColumns: [zone.orgId, zone.zoneId] }),
  ],
);

/** The first eight characters of a space's or zone's id, unique over all organizations. */
export const displayCode = pgTable('display_code', {
  code: text('code').primaryKey(),
  orgId: orgId(),
  kind: text('kind', { enum: ['space', 'zone'] }).notNull(),
  entityId: uuid('entity_id').notNull().unique(),
});

export const pushKey = pgTable(
  'push_key',
  {
    pushKeyId: uuid('push_key_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    /** A key of one sensor only, or of the whole organization. */
    sensorId: uuid('sensor_id'),
    name: text('name').notNull().default('Push key'),
    keyHash: text('key_hash').notNull().unique(),
    keyEncrypted: text('key_encrypted').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: uuid('created_by'),
    revokedAt: instant('revoked_at'),
    firstUsedAt: instant('first_used_at'),
    lastUsedAt: instant('last_used_at'),
    /** The vendor's route and the device of the last noted push. */
    lastVendor: text('last_vendor'),
    lastDevice: text('last_device'),
    /** When another device than its own was last noted in the audit log as using it. */
    misusedAt: instant('misused_at'),
  },
  (t) => [
    index('push_key_org').on(t.orgId),
    unique('push_key_org_id').on(t.orgId, t.pushKeyId),
    foreignKey({ columns: [t.orgId, t.sensorId], foreignColumns: [sensor.orgId, sensor.sensorId] }),
  ],
);

/** The latest pushes with each key and messages of each broker, accepted or refused; only a few of them are kept. */
export const pushAttempt = pgTable(
  'push_attempt',
  {
    pushAttemptId: bigint('push_attempt_id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: orgId(),
    /** Who brought it: a push key or a broker. */
    pushKeyId: uuid('push_key_id'),
    mqttBrokerId: uuid('mqtt_broker_id'),
    /** Of a broker's message. */
    topic: text('topic'),
    at: instant('at').notNull(),
    /** The vendor's part of the address, as it was sent. */
    vendor: text('vendor').notNull(),
    /** Null when the push was refused before its device was known. */
    device: text('device'),
    /** Of the answer by HTTP; a broker gets none. */
    status: smallint('status'),
    outcome: text('outcome').notNull(),
    contentType: text('content_type').notNull(),
    bytes: integer('bytes').notNull(),
    /** The body in the inbox; null when none was kept. */
    seq: bigint('seq', { mode: 'bigint' }),
  },
  (t) => [
    index('push_attempt_key').on(t.pushKeyId, t.at),
    index('push_attempt_broker').on(t.mqttBrokerId, t.at),
    foreignKey({ columns: [t.orgId, t.pushKeyId], foreignColumns: [pushKey.orgId, pushKey.pushKeyId] }).onDelete(
      'cascade',
    ),
    foreignKey({
      columns: [t.orgId, t.mqttBrokerId],
      foreignColumns: [mqttBroker.orgId, mqttBroker.mqttBrokerId],
    }).onDelete('cascade'),
    check('push_attempt_sender', sql`num_nonnulls(${t.pushKeyId}, ${t.mqttBrokerId}) = 1`),
  ],
);

/** Devices whose pushes are refused, on one vendor's route or on all (`_all_`). */
export const sensorBlacklist = pgTable(
  'sensor_blacklist',
  {
    route: text('route').notNull(),
    device: text('device').notNull(),
    reason: text('reason').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.route, t.device] })],
);
