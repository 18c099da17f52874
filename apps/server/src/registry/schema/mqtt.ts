import { bigint, boolean, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId } from './columns.ts';
import { organization } from './organizations.ts';

/** A broker of an organization that the product subscribes to. */
export const mqttBroker = pgTable(
  'mqtt_broker',
  {
    mqttBrokerId: uuid('mqtt_broker_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    name: text('name').notNull(),
    host: text('host').notNull(),
    port: integer('port').notNull(),
    tls: boolean('tls').notNull(),
    username: text('username'),
    clientId: text('client_id').notNull(),
    passwordSealed: text('password_sealed'),
    caCertificateSealed: text('ca_certificate_sealed'),
    clientCertificateSealed: text('client_certificate_sealed'),
    clientKeySealed: text('client_key_sealed'),
    topics: jsonb('topics').$type<{ filter: string; vendor: string; deviceLevel: number | null }[]>().notNull(),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** Private addresses of the host that staff have approved. */
    approvedAddresses: jsonb('approved_addresses').$type<string[]>().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    version: integer('version').notNull().default(1),
  },
  (t) => [index('mqtt_broker_org').on(t.orgId), unique('mqtt_broker_of_org').on(t.orgId, t.mqttBrokerId)],
);

/** The connection to a broker: the node that holds it by lease, and how it is doing. */
export const mqttLink = pgTable(
  'mqtt_link',
  {
    mqttBrokerId: uuid('mqtt_broker_id').primaryKey(),
    orgId: orgId(),
    holder: text('holder'),
    leaseUntil: instant('lease_until'),
    state: text('state', { enum: ['connecting', 'connected', 'failed', 'private'] })
      .notNull()
      .default('connecting'),
    connectedSince: instant('connected_since'),
    lastMessageAt: instant('last_message_at'),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    discarded: bigint('discarded', { mode: 'number' }).notNull().default(0),
    lastError: text('last_error'),
    lastErrorAt: instant('last_error_at'),
  },
  (t) => [
    foreignKey({
      columns: [t.orgId, t.mqttBrokerId],
      foreignColumns: [mqttBroker.orgId, mqttBroker.mqttBrokerId],
    }).onDelete('cascade'),
  ],
);
