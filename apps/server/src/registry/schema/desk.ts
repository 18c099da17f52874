import { sql } from 'drizzle-orm';
import { bigint, foreignKey, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { editable, instant, orgId } from './columns.ts';
import { organization } from './organizations.ts';
import { location } from './places.ts';

/**
 * The desk of these rows: an installation can change its help desk, and the records of one desk mean nothing to
 * another.
 */
const held = {
  desk: text('desk').notNull(),
  /** Its id at the desk; null where the registry is the desk. */
  externalId: text('external_id'),
};

/** An organization as a customer of a help desk. */
export const deskCompany = pgTable(
  'desk_company',
  {
    companyId: uuid('company_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    ...held,
    name: text('name').notNull(),
    /** When its tickets were last synced, and up to which of their changes. */
    askedAt: instant('asked_at'),
    knownTo: instant('known_to'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [unique('desk_company_once').on(t.orgId, t.desk)],
);

/** A location as a ticket requester. */
export const deskContact = pgTable(
  'desk_contact',
  {
    contactId: uuid('contact_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    locationId: uuid('location_id').notNull(),
    ...held,
    name: text('name').notNull(),
    email: text('email'),
    phone: text('phone'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    unique('desk_contact_once').on(t.locationId, t.desk),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [location.orgId, location.locationId] }),
  ],
);

export const deskTicket = pgTable(
  'desk_ticket',
  {
    ticketId: uuid('ticket_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    locationId: uuid('location_id'),
    ...held,
    ticketType: text('ticket_type').notNull(),
    groupId: bigint('group_id', { mode: 'number' }),
    subject: text('subject').notNull(),
    notes: text('notes'),
    status: integer('status').notNull(),
    createdBy: uuid('created_by'),
    ...editable,
  },
  (t) => [
    uniqueIndex('desk_ticket_once')
      .on(t.orgId, t.desk, t.externalId)
      .where(sql`${t.externalId} is not null`),
    index('desk_ticket_org').on(t.orgId, t.desk, t.createdAt),
    index('desk_ticket_location').on(t.locationId),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [location.orgId, location.locationId] }),
  ],
);
