import { sql } from 'drizzle-orm';
import { integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const orgId = () => uuid('org_id').notNull();

/** What every edited row carries: when it was made and changed, its version for If-Match, and the soft delete. */
export const editable = {
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
  deletedAt: instant('deleted_at'),
};

/** A period that someone recorded, and why. */
export const recordedPeriod = {
  from: instant('from').notNull(),
  to: instant('to').notNull(),
  reason: text('reason').notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: uuid('created_by'),
};

/** A validity of a row in time: `[from, to)`, open-ended when `to` is 9999-12-31. */
export const effective = {
  from: instant('from').notNull(),
  to: instant('to')
    .notNull()
    .default(sql`'9999-12-31T00:00:00Z'`),
};
