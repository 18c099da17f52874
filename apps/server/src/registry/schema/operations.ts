import { outboxKinds } from '@atrium/contract/mail';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { organization } from './organizations.ts';
import { webhook } from './webhooks.ts';

/** Emails, text messages and calls of webhooks, written in the transaction that causes them and sent by a job. */
export const outboxMessage = pgTable(
  'outbox_message',
  {
    /** Part of the Message-ID, so that a repeated delivery can be recognized. */
    outboxMessageId: uuid('outbox_message_id').primaryKey().defaultRandom(),
    orgId: uuid('org_id').references(() => organization.orgId),
    kind: text('kind', { enum: outboxKinds }).notNull(),
    /** Of a webhook its host. */
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull().default(''),
    text: text('text').notNull(),
    /** Whose address and secret count when it is sent. */
    webhookId: uuid('webhook_id').references(() => webhook.webhookId),
    html: text('html'),
    /** Set when an anonymous request caused it: such emails have their own pause and no daily limit. */
    requestKind: text('request_kind'),
    createdAt: instant('created_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    /** Why the last attempt failed. */
    error: text('error'),
    /** When it was given up. */
    failedAt: instant('failed_at'),
  },
  (t) => [
    index('outbox_due')
      .on(t.nextAttemptAt)
      .where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
    index('outbox_created').on(t.createdAt),
    index('outbox_org').on(t.orgId, t.createdAt),
    index('outbox_webhook').on(t.webhookId, t.createdAt),
    index('outbox_recipient').on(sql`lower(${t.recipient})`, t.createdAt),
  ],
);

/** Who did what to whom. A login-as entry carries both identities. */
export const auditEntry = pgTable(
  'audit_entry',
  {
    auditEntryId: bigint('audit_entry_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: uuid('org_id'),
    at: instant('at').notNull(),
    userId: uuid('user_id'),
    actingStaffId: uuid('acting_staff_id'),
    action: text('action').notNull(),
    entityType: text('entity_type'),
    entityId: text('entity_id'),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
    /** The searchable text, precomputed. */
    searched: text('searched')
      .notNull()
      .generatedAlwaysAs(sql`lower(action || ' ' || coalesce(entity_id, '') || ' ' || coalesce(detail::text, ''))`),
  },
  (t) => [
    index('audit_org_at').on(t.orgId, t.at),
    index('audit_at').on(t.at),
    index('audit_searched').using('gin', t.searched.op('gin_trgm_ops')),
  ],
);

/** Queued work, written in the transaction that requests it; the job keeps its progress here. */
export const job = pgTable(
  'job',
  {
    jobId: uuid('job_id').primaryKey().defaultRandom(),
    orgId: uuid('org_id').references(() => organization.orgId),
    userId: uuid('user_id'),
    kind: text('kind').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    state: text('state', { enum: ['waiting', 'running', 'done', 'failed', 'cancelled'] }).notNull(),
    done: bigint('done', { mode: 'number' }).notNull().default(0),
    total: bigint('total', { mode: 'number' }),
    message: text('message'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('job_org').on(t.orgId), index('job_state').on(t.state)],
);

/** A file kept for an organization under a generated name. */
export const storedFile = pgTable(
  'stored_file',
  {
    fileId: uuid('file_id').primaryKey().defaultRandom(),
    orgId: uuid('org_id').references(() => organization.orgId),
    originalName: text('original_name').notNull(),
    contentType: text('content_type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: uuid('created_by'),
  },
  (t) => [index('stored_file_org').on(t.orgId)],
);

/** Facts about this installation: the generated secret, the setup token's hash, whether the demo data was created. */
export const installation = pgTable('installation', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/**
 * A number that is written to both stores at every start, every minute and at every stop, so that an older copy of
 * either one is detected. The last one also lists the files of the facts at that time.
 */
export const storeGeneration = pgTable('store_generation', {
  generation: bigint('generation', { mode: 'bigint' }).primaryKey(),
  /** Random: two copies of one installation that diverged have different ones. */
  nonce: bigint('nonce', { mode: 'bigint' }).notNull(),
  at: instant('at').notNull(),
  /** Known to have reached the facts. */
  confirmed: boolean('confirmed').notNull().default(false),
  /** The last one of a run that ended cleanly. */
  ended: boolean('ended').notNull().default(false),
  parts: jsonb('parts').$type<StoredPart[]>(),
});

export type StoredPart = [
  table: string,
  partition: string,
  minBlock: number,
  maxBlock: number,
  rows: number,
  modified: number,
];

/** Files of the facts that were found missing or unreadable. Kept for good: lost data of a month stays lost. */
export const storeDamage = pgTable(
  'store_damage',
  {
    table: text('table').notNull(),
    /** `YYYYMM`, of received bodies `YYYYMMDD`; `all` where a table is not divided by time. */
    partition: text('partition').notNull(),
    part: text('part').notNull(),
    reason: text('reason', { enum: ['set_aside', 'missing', 'unreadable', 'table_lost'] }).notNull(),
    /** If known. */
    rows: bigint('rows', { mode: 'number' }),
    foundAt: instant('found_at').notNull(),
    /** When everything that can be rebuilt was rebuilt. */
    rebuiltAt: instant('rebuilt_at'),
  },
  (t) => [primaryKey({ columns: [t.table, t.partition, t.part] })],
);
