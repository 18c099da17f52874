import { bigint, foreignKey, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId } from './columns.ts';
import { organization } from './organizations.ts';
import { localUser } from './people.ts';

/** A program that calls the API on behalf of a user. */
export const apiClient = pgTable(
  'api_client',
  {
    clientId: uuid('client_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    name: text('name').notNull(),
    /** Not bound to the organization: a user who moves to another one ends the tokens, and the client stays behind. */
    userId: uuid('user_id')
      .notNull()
      .references(() => localUser.userId, { onDelete: 'cascade' }),
    /** SHA-256 of the secret, which is never stored. */
    secretHash: text('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: uuid('created_by'),
    updatedAt: instant('updated_at').notNull(),
    version: integer('version').notNull().default(1),
    /** Both written in batches, a few seconds late. */
    lastUsedAt: instant('last_used_at'),
    requestCount: bigint('request_count', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    unique('api_client_of_org').on(t.orgId, t.clientId),
    index('api_client_org').on(t.orgId),
    index('api_client_user').on(t.userId),
  ],
);

export const apiToken = pgTable(
  'api_token',
  {
    /** SHA-256 of the access token. */
    tokenHash: text('token_hash').primaryKey(),
    orgId: orgId(),
    clientId: uuid('client_id').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.orgId, t.clientId],
      foreignColumns: [apiClient.orgId, apiClient.clientId],
    }).onDelete('cascade'),
    index('api_token_client').on(t.clientId),
    index('api_token_expires').on(t.expiresAt),
  ],
);
