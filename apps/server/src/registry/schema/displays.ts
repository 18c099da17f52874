import type { DisplayKind, DisplayLook, PlaylistItem } from '@atrium/rules/display';
import { isNull, sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { editable, orgId } from './columns.ts';
import { location } from './places.ts';

/** A public page about a space or a zone, or a playlist of such pages. */
export const display = pgTable(
  'display',
  {
    displayId: uuid('display_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    /** Of the space or zone. */
    locationId: uuid('location_id'),
    kind: text('kind').$type<DisplayKind>().notNull(),
    entityType: text('entity_type', { enum: ['space', 'zone'] }),
    entityId: uuid('entity_id'),
    /** Of a playlist. */
    name: text('name'),
    /** Ends its address. No two displays ever have the same one, deleted ones included. */
    code: text('code').notNull(),
    enabled: boolean('enabled').notNull(),
    look: jsonb('look').$type<DisplayLook>().notNull(),
    /** A data URL. */
    logo: text('logo'),
    items: jsonb('items').$type<PlaylistItem[]>().notNull(),
    ...editable,
  },
  (t) => [
    uniqueIndex('display_code_once').on(t.kind, t.code),
    uniqueIndex('display_entity_once').on(t.kind, t.entityId).where(isNull(t.deletedAt)),
    index('display_org').on(t.orgId),
    check(
      'display_subject',
      sql`CASE WHEN ${t.kind} = 'playlist'
        THEN ${t.name} IS NOT NULL AND num_nonnulls(${t.locationId}, ${t.entityType}, ${t.entityId}) = 0
        ELSE num_nulls(${t.locationId}, ${t.entityType}, ${t.entityId}) = 0 END`,
    ),
    foreignKey({
      name: 'display_location_fk',
      columns: [t.orgId, t.locationId],
      foreignColumns: [location.orgId, location.locationId],
    }),
  ],
);
