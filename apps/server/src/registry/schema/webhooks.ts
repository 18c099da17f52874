import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { editable, instant, orgId } from './columns.ts';

/** An address of an organization that is called whenever one of its alarms has something to tell. */
export const webhook = pgTable(
  'webhook',
  {
    webhookId: uuid('webhook_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    url: text('url').notNull(),
    /** Signs every call; sealed. */
    secret: text('secret').notNull(),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** Attempts in a row that failed. */
    failures: integer('failures').notNull().default(0),
    /** When it was switched off because of them. */
    failedAt: instant('failed_at'),
    lastSentAt: instant('last_sent_at'),
    ...editable,
  },
  (t) => [unique('webhook_org').on(t.orgId, t.webhookId), index('webhook_of_org').on(t.orgId)],
);
