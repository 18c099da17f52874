import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
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
import { editable, instant, orgId } from './columns.ts';
import { organization } from './organizations.ts';
import { location } from './places.ts';

export const localUser = pgTable(
  'local_user',
  {
    userId: uuid('user_id').primaryKey().defaultRandom(),
    /** Null for provider staff, who belong to no organization. */
    orgId: uuid('org_id').references(() => organization.orgId),
    scope: integer('scope').notNull(),
    roleId: integer('role_id').notNull(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    phone: text('phone'),
    timezone: text('timezone'),
    homepage: text('homepage'),
    /** argon2id; null until an invited person has registered. */
    passwordHash: text('password_hash'),
    loginDisabled: boolean('login_disabled').notNull().default(false),
    firstLogin: boolean('first_login').notNull().default(true),
    /** Set by the first assigned location; cleared only by the explicit choice of all locations. */
    limitedToLocations: boolean('limited_to_locations').notNull().default(false),
    /** Set only while the person is invited and not yet registered. */
    expiration: instant('expiration'),
    /** To the minute; login-as sessions of staff do not count. */
    lastSeenAt: instant('last_seen_at'),
    ...editable,
  },
  (t) => [
    unique('local_user_org_user').on(t.orgId, t.userId),
    uniqueIndex('local_user_email')
      .on(sql`lower(${t.email})`)
      .where(sql`${t.deletedAt} is null`),
    index('local_user_org').on(t.orgId),
    check('local_user_staff_has_no_org', sql`(${t.scope} = 3890) = (${t.orgId} is null)`),
    check('local_user_role_fits_scope', sql`(${t.roleId} = 3) = (${t.scope} = 3890)`),
  ],
);

/** The locations that a limited organization user may see; without rows, none. */
export const locationAssignment = pgTable(
  'location_assignment',
  { orgId: orgId(), userId: uuid('user_id').notNull(), locationId: uuid('location_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.userId, t.locationId] }),
    foreignKey({ columns: [t.orgId, t.userId], foreignColumns: [localUser.orgId, localUser.userId] }),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [location.orgId, location.locationId] }),
  ],
);

export const session = pgTable(
  'session',
  {
    sessionId: uuid('session_id').primaryKey().defaultRandom(),
    /** SHA-256 of the token in the cookie; the token itself is never stored. */
    tokenHash: text('token_hash').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => localUser.userId, { onDelete: 'cascade' }),
    /** The staff user behind a login-as. */
    actingStaffId: uuid('acting_staff_id').references(() => localUser.userId, { onDelete: 'cascade' }),
    remember: boolean('remember').notNull().default(false),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When this session last proved its user's identity, with a password or a factor. */
    provenAt: instant('proven_at'),
  },
  (t) => [index('session_user').on(t.userId), index('session_expires').on(t.expiresAt)],
);

/** Failed sign-ins of one account from one address; unknown accounts are counted alike. */
export const loginFailure = pgTable(
  'login_failure',
  {
    account: text('account').notNull(),
    address: text('address').notNull(),
    failures: integer('failures').notNull(),
    lockedUntil: instant('locked_until'),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.account, t.address] }), index('login_failure_last').on(t.lastAt)],
);

/** A device on which this user has signed in before: a lock caused by someone else does not apply to it. */
export const knownDevice = pgTable(
  'known_device',
  {
    deviceHash: text('device_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => localUser.userId, { onDelete: 'cascade' }),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.deviceHash, t.userId] })],
);

/** A link for choosing a new password: valid for thirty minutes, once. */
export const resetKey = pgTable(
  'reset_key',
  {
    keyHash: text('key_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => localUser.userId, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('reset_key_user').on(t.userId)],
);

/** A new email address that its owner has not confirmed yet; the former one stays in use until then. */
export const emailChange = pgTable('email_change', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => localUser.userId, { onDelete: 'cascade' }),
  newEmail: text('new_email').notNull(),
  /** SHA-256 of the key in the newest email. */
  keyHash: text('key_hash').notNull().unique(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** A pending sign-up for the trial. Nothing else exists until the link in the email is opened. */
export const signUp = pgTable(
  'sign_up',
  {
    /** SHA-256 of the token in the email. */
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    organizationName: text('organization_name').notNull(),
    refcode: text('refcode'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('sign_up_email').on(sql`lower(${t.email})`), index('sign_up_expires').on(t.expiresAt)],
);

/** Who accepted which version of the terms of service, and when. */
export const termsAcceptance = pgTable(
  'terms_acceptance',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => localUser.userId, { onDelete: 'cascade' }),
    termsVersion: text('terms_version').notNull(),
    acceptedAt: instant('accepted_at').notNull(),
    address: text('address').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.termsVersion] })],
);
