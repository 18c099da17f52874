import type { AlarmCause, AlarmState, NoticeKind } from '@atrium/rules/alarm';
import type { Alarmable, AlarmSettings } from '@atrium/rules/alarm-settings';
import { isNull, sql } from 'drizzle-orm';
import {
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { editable, instant, orgId } from './columns.ts';
import { outboxMessage } from './operations.ts';
import { location } from './places.ts';

export const alarmConfig = pgTable(
  'alarm_config',
  {
    alarmConfigId: uuid('alarm_config_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    /** Of what it watches. */
    locationId: uuid('location_id').notNull(),
    alarmTypeId: integer('alarm_type_id').notNull(),
    triggerTypeId: integer('trigger_type_id').notNull(),
    alarmable: text('alarmable').$type<Alarmable>().notNull(),
    alarmableId: uuid('alarmable_id').notNull(),
    settings: jsonb('settings').$type<AlarmSettings>().notNull(),
    sms: text('sms').array().notNull(),
    email: text('email').array().notNull(),
    /** The state machine, and when time alone changes it. */
    watch: jsonb('watch').$type<AlarmState>().notNull(),
    nextCheckAt: instant('next_check_at'),
    ...editable,
  },
  (t) => [
    unique('alarm_config_org').on(t.orgId, t.alarmConfigId),
    index('alarm_config_watched').on(t.alarmableId).where(isNull(t.deletedAt)),
    index('alarm_config_location').on(t.locationId),
    index('alarm_config_due')
      .on(t.nextCheckAt)
      .where(sql`${t.nextCheckAt} is not null and ${t.deletedAt} is null`),
    foreignKey({
      name: 'alarm_config_location_fk',
      columns: [t.orgId, t.locationId],
      foreignColumns: [location.orgId, location.locationId],
    }),
  ],
);

/** One time that an alarm fired. */
export const alarmState = pgTable(
  'alarm_state',
  {
    alarmStateId: uuid('alarm_state_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    alarmConfigId: uuid('alarm_config_id').notNull(),
    locationId: uuid('location_id').notNull(),
    episode: integer('episode').notNull(),
    cause: text('cause').$type<AlarmCause>().notNull(),
    triggerValue: doublePrecision('trigger_value'),
    triggerThreshold: doublePrecision('trigger_threshold'),
    createdAt: instant('created_at').notNull(),
    resolvedAt: instant('resolved_at'),
    resolvedReason: integer('resolved_reason'),
    acknowledgedBy: uuid('acknowledged_by'),
    acknowledgedAt: instant('acknowledged_at'),
  },
  (t) => [
    unique('alarm_state_org').on(t.orgId, t.alarmStateId),
    unique('alarm_state_episode').on(t.alarmConfigId, t.episode),
    /** Never two at once. */
    uniqueIndex('alarm_state_active').on(t.alarmConfigId).where(isNull(t.resolvedAt)),
    index('alarm_state_org_at').on(t.orgId, t.createdAt),
    foreignKey({
      name: 'alarm_state_config_fk',
      columns: [t.orgId, t.alarmConfigId],
      foreignColumns: [alarmConfig.orgId, alarmConfig.alarmConfigId],
    }),
  ],
);

/** What people are told, written in the transaction in which it became true; a worker turns it into messages. */
export const alarmNotice = pgTable(
  'alarm_notice',
  {
    alarmNoticeId: uuid('alarm_notice_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    alarmStateId: uuid('alarm_state_id').notNull(),
    /** Within its state: no two messages share one. */
    number: integer('number').notNull(),
    notice: text('notice').$type<NoticeKind>().notNull(),
    value: doublePrecision('value'),
    threshold: doublePrecision('threshold'),
    at: instant('at').notNull(),
    /** When its messages were put into the outbox. */
    queuedAt: instant('queued_at'),
  },
  (t) => [
    unique('alarm_notice_number').on(t.alarmStateId, t.number),
    index('alarm_notice_waiting').on(t.at).where(isNull(t.queuedAt)),
    foreignKey({
      name: 'alarm_notice_state_fk',
      columns: [t.orgId, t.alarmStateId],
      foreignColumns: [alarmState.orgId, alarmState.alarmStateId],
    }),
  ],
);

/** The messages of a notice, for as long as the outbox keeps them. */
export const alarmDelivery = pgTable(
  'alarm_delivery',
  {
    outboxMessageId: uuid('outbox_message_id')
      .primaryKey()
      .references(() => outboxMessage.outboxMessageId, { onDelete: 'cascade' }),
    orgId: orgId(),
    alarmNoticeId: uuid('alarm_notice_id')
      .notNull()
      .references(() => alarmNotice.alarmNoticeId),
  },
  (t) => [index('alarm_delivery_notice').on(t.alarmNoticeId)],
);
