import type { KioskItem } from '@atrium/rules/kiosk-links';
import { boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId } from './columns.ts';
import { organization } from './organizations.ts';
import { localUser } from './people.ts';

/** A link that shows dashboards on screens without sign-in, with the rights of its owner. */
export const kioskLink = pgTable(
  'kiosk_link',
  {
    kioskLinkId: uuid('kiosk_link_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    userId: uuid('user_id')
      .notNull()
      .references(() => localUser.userId, { onDelete: 'cascade' }),
    /** Staff belong to no organization, unlike every other owner. */
    byStaff: boolean('by_staff').notNull(),
    name: text('name').notNull(),
    /** SHA-256 of the secret, which is never stored. */
    tokenHash: text('token_hash').notNull(),
    items: jsonb('items').$type<KioskItem[]>().notNull(),
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    version: integer('version').notNull().default(1),
    lastSeenAt: instant('last_seen_at'),
    /** Kept for a while, so that a screen that still asks does not count as someone who guesses. */
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    unique('kiosk_link_of_org').on(t.orgId, t.kioskLinkId),
    uniqueIndex('kiosk_link_token').on(t.tokenHash),
    index('kiosk_link_org').on(t.orgId),
    index('kiosk_link_user').on(t.userId),
  ],
);
