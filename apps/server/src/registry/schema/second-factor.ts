import { bigint, boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { localUser, session } from './people.ts';

const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => localUser.userId, { onDelete: 'cascade' });

/** The authenticator app of a person. */
export const totpFactor = pgTable('totp_factor', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => localUser.userId, { onDelete: 'cascade' }),
  /** Base32, sealed with the key of the installation. */
  secretSealed: text('secret_sealed').notNull(),
  /** The newest time step that was accepted; neither it nor an older one is accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
});

export const passkey = pgTable(
  'passkey',
  {
    passkeyId: uuid('passkey_id').primaryKey().defaultRandom(),
    userId: owner(),
    name: text('name').notNull(),
    /** base64url, as authenticators send it. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    /** Synced by a platform account, so that it is on several devices. */
    isSynced: boolean('is_synced').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('passkey_user').on(t.userId)],
);

/** A code that signs in once when the other factors are lost; deleted once used. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    userId: owner(),
    /** SHA-256; a code has 120 random bits. */
    codeHash: text('code_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Between the password and the second factor, or before a passkey is chosen. Grants nothing but that next step. */
export const pendingSignIn = pgTable(
  'pending_sign_in',
  {
    /** SHA-256 of the token in the cookie. */
    tokenHash: text('token_hash').primaryKey(),
    /** Who entered the password; null when a passkey will identify them. */
    userId: uuid('user_id').references(() => localUser.userId, { onDelete: 'cascade' }),
    remember: boolean('remember').notNull(),
    /** What the passkey has to sign; consumed by the first response. */
    challenge: text('challenge'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('pending_sign_in_expires').on(t.expiresAt), index('pending_sign_in_user').on(t.userId)],
);

/** A step that a session has begun and must finish with its next call: once, for a few minutes. */
export const sessionChallenge = pgTable(
  'session_challenge',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => session.sessionId, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['authenticator', 'passkey', 'proof'] }).notNull(),
    /** The challenge of a passkey, or the sealed secret of an authenticator app. */
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.purpose] }), index('session_challenge_expires').on(t.expiresAt)],
);
