import type { MappingSpec } from '@atrium/rules/mapping';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId } from './columns.ts';
import { organization } from './organizations.ts';

/** A taught sensor: how the bodies of one kind of device are read in an organization. */
export const mapping = pgTable(
  'mapping',
  {
    mappingId: uuid('mapping_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    /** Part of its push URL, so unique over all organizations. */
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    /** The version in force; 0 until someone has taught it. */
    version: integer('version').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    retiredAt: instant('retired_at'),
  },
  (t) => [unique('mapping_org_id').on(t.orgId, t.mappingId)],
);

/** Every version that was ever in force, with the body that it was taught from. Never changed. */
export const mappingVersion = pgTable(
  'mapping_version',
  {
    orgId: orgId(),
    mappingId: uuid('mapping_id').notNull(),
    version: integer('version').notNull(),
    spec: jsonb('spec').$type<MappingSpec>().notNull(),
    /** The body as text, as it was pasted or received. */
    fixture: text('fixture').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: uuid('created_by'),
  },
  (t) => [
    primaryKey({ columns: [t.mappingId, t.version] }),
    index('mapping_version_org').on(t.orgId),
    foreignKey({ columns: [t.orgId, t.mappingId], foreignColumns: [mapping.orgId, mapping.mappingId] }),
  ],
);
