import type { Widget } from '@atrium/rules/dashboard';
import type { Operation } from '@atrium/rules/dashboard-edits';
import {
  boolean,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { editable, instant, orgId } from './columns.ts';

/** A dashboard. Its owner may be staff, who belong to no organization. */
export const dashboard = pgTable(
  'dashboard',
  {
    dashboardId: uuid('dashboard_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    /** `json`, not `jsonb`: what other programs wrote is kept as it is. */
    widgets: json('widgets').$type<readonly Widget[]>().notNull(),
    /** The size of the widgets. */
    bytes: integer('bytes').notNull(),
    isPublished: boolean('is_published').notNull().default(false),
    /** To everyone of the organization; otherwise to those of `dashboard_publication`. */
    isPublic: boolean('is_public').notNull().default(false),
    ...editable,
  },
  (t) => [
    unique('dashboard_org_dashboard').on(t.orgId, t.dashboardId),
    index('dashboard_org').on(t.orgId),
    index('dashboard_owner').on(t.userId),
  ],
);

const ofPerson = () => ({
  orgId: orgId(),
  dashboardId: uuid('dashboard_id').notNull(),
  userId: uuid('user_id').notNull(),
});

/** Someone to whom a dashboard is published. */
export const dashboardPublication = pgTable('dashboard_publication', ofPerson(), (t) => [
  primaryKey({ columns: [t.dashboardId, t.userId] }),
  index('dashboard_publication_user').on(t.userId),
  ofDashboard('dashboard_publication_fk', t),
]);

/** Someone with whom a dashboard is shared. */
export const dashboardShare = pgTable(
  'dashboard_share',
  { ...ofPerson(), createdAt: instant('created_at').notNull() },
  (t) => [
    primaryKey({ columns: [t.dashboardId, t.userId] }),
    index('dashboard_share_user').on(t.userId),
    ofDashboard('dashboard_share_fk', t),
  ],
);

/** How someone last looked at a dashboard: dates, filters and the order of tables. */
export const dashboardView = pgTable(
  'dashboard_view',
  {
    ...ofPerson(),
    state: json('state').$type<Record<string, unknown>>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.dashboardId, t.userId] }),
    index('dashboard_view_user').on(t.userId),
    ofDashboard('dashboard_view_fk', t),
  ],
);

/** What was done to a dashboard, by the version that it led to. */
export const dashboardEdit = pgTable(
  'dashboard_edit',
  {
    ...ofPerson(),
    version: integer('version').notNull(),
    batchId: uuid('batch_id').notNull(),
    at: instant('at').notNull(),
    operations: json('operations').$type<readonly Operation[]>().notNull(),
    bytes: integer('bytes').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.dashboardId, t.version] }),
    unique('dashboard_edit_batch').on(t.dashboardId, t.batchId),
    index('dashboard_edit_at').on(t.at),
    ofDashboard('dashboard_edit_fk', t),
  ],
);

/** A dashboard as it was after a version. */
export const dashboardRevision = pgTable(
  'dashboard_revision',
  {
    ...ofPerson(),
    version: integer('version').notNull(),
    /** When the author began with it, and when its content was last changed. */
    startedAt: instant('started_at').notNull(),
    at: instant('at').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    widgets: json('widgets').$type<readonly Widget[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.dashboardId, t.version] }),
    index('dashboard_revision_at').on(t.at),
    ofDashboard('dashboard_revision_fk', t),
  ],
);

type Columns = Pick<typeof dashboard, 'orgId' | 'dashboardId'>;

function ofDashboard(name: string, t: { orgId: unknown; dashboardId: unknown }) {
  const { orgId: org, dashboardId } = t as Columns;
  return foreignKey({
    name,
    columns: [org, dashboardId],
    foreignColumns: [dashboard.orgId, dashboard.dashboardId],
  }).onDelete('cascade');
}
