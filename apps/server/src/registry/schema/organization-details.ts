import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { editable, instant, orgId } from './columns.ts';
import { organization } from './organizations.ts';
import { localUser } from './people.ts';

export const organizationContact = pgTable(
  'organization_contact',
  {
    orgContactId: uuid('org_contact_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    name: text('name').notNull(),
    position: text('position'),
    phone: text('phone').notNull(),
    email: text('email').notNull(),
    type: text('type'),
    notes: text('notes'),
    ...editable,
  },
  (t) => [index('organization_contact_org').on(t.orgId)],
);

export const organizationAddress = pgTable(
  'organization_address',
  {
    orgAddressId: uuid('org_address_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    name: text('name').notNull(),
    street: text('street'),
    street2: text('street2'),
    city: text('city'),
    state: text('state'),
    country: text('country'),
    postalCode: text('postal_code'),
    ...editable,
  },
  (t) => [index('organization_address_org').on(t.orgId)],
);

/**
 * An invitation creates a pending user, so that both have an id. Its id identifies it in lists; only the token opens
 * it.
 */
export const invitation = pgTable(
  'invitation',
  {
    invitationId: uuid('invitation_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    userId: uuid('user_id').notNull(),
    inviteeEmail: text('invitee_email').notNull(),
    inviteRole: integer('invite_role').notNull(),
    status: text('status', {
      enum: ['Sent', 'Activated', 'Canceled', 'Expired', 'Registered', 'Deleted'],
    }).notNull(),
    expiration: instant('expiration').notNull(),
    /** SHA-256 of the token in the newest email; null when no link works until the invitation is renewed. */
    tokenHash: text('token_hash').unique(),
    invitedBy: uuid('invited_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('invitation_org').on(t.orgId, t.createdAt),
    index('invitation_user').on(t.userId),
    foreignKey({ columns: [t.orgId, t.userId], foreignColumns: [localUser.orgId, localUser.userId] }),
  ],
);

/** A single sign-on connection of an organization: any OpenID Connect provider. The client secret is sealed. */
export const ssoConnection = pgTable('sso_connection', {
  ssoConnectionId: uuid('sso_connection_id').primaryKey().defaultRandom(),
  orgId: orgId()
    .references(() => organization.orgId)
    .unique(),
  issuer: text('issuer').notNull(),
  clientId: text('client_id').notNull(),
  clientSecretSealed: text('client_secret_sealed'),
  ...editable,
});

/** An email domain whose people sign in through the organization's provider. */
export const ssoDomain = pgTable(
  'sso_domain',
  { domain: text('domain').primaryKey(), orgId: orgId().references(() => organization.orgId) },
  (t) => [index('sso_domain_org').on(t.orgId)],
);

/** A person's identity at a provider. Never matched by email address alone after the first registration. */
export const ssoIdentity = pgTable(
  'sso_identity',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    orgId: orgId(),
    userId: uuid('user_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.issuer, t.subject] }),
    unique('sso_identity_user').on(t.userId),
    foreignKey({ columns: [t.orgId, t.userId], foreignColumns: [localUser.orgId, localUser.userId] }),
  ],
);

/** A custom field of an organization, location, site, space, sensor or zone. */
export const metaProperty = pgTable(
  'meta_property',
  {
    metaPropertyId: uuid('meta_property_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    entityType: text('entity_type', { enum: ['org', 'location', 'site', 'space', 'sensor', 'zone'] }).notNull(),
    entityId: uuid('entity_id').notNull(),
    name: text('name').notNull(),
    value: text('value').notNull(),
    ...editable,
  },
  (t) => [
    uniqueIndex('meta_property_once')
      .on(t.entityId, sql`lower(${t.name})`)
      .where(sql`${t.deletedAt} is null`),
    index('meta_property_name').on(t.orgId, t.name),
  ],
);

/** A file attached to something. */
export const attachment = pgTable(
  'attachment',
  {
    id: uuid('attachment_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    entityType: text('entity_type').notNull(),
    entityId: uuid('entity_id').notNull(),
    fileId: uuid('file_id').notNull(),
    notes: text('notes').notNull().default('no notes'),
    isImage: boolean('is_image').notNull().default(false),
    createdBy: uuid('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [index('attachment_entity').on(t.orgId, t.entityType, t.entityId)],
);
