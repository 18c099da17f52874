import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId } from './columns.ts';
import { location } from './places.ts';

/** A text about local days of a location, or of the whole organization. */
export const annotation = pgTable(
  'annotation',
  {
    annotationId: uuid('annotation_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    locationId: uuid('location_id'),
    startDate: date('start_date', { mode: 'string' }).notNull(),
    /** Included. */
    endDate: date('end_date', { mode: 'string' }).notNull(),
    text: text('text').notNull(),
    /** May be staff, who belong to no organization. */
    createdBy: uuid('created_by'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    unique('annotation_org_annotation').on(t.orgId, t.annotationId),
    index('annotation_days').on(t.orgId, t.startDate, t.endDate),
    check('annotation_order', sql`${t.endDate} >= ${t.startDate}`),
    foreignKey({
      name: 'annotation_location_fk',
      columns: [t.orgId, t.locationId],
      foreignColumns: [location.orgId, location.locationId],
    }),
  ],
);
