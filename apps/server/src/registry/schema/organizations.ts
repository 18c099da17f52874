import type { WeekStart } from '@atrium/calendar/civil';
import { sql } from 'drizzle-orm';
import { boolean, check, date, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { editable, instant } from './columns.ts';

export const organization = pgTable(
  'organization',
  {
    orgId: uuid('org_id').primaryKey().defaultRandom(),
    /** The short number of this organization in the facts. */
    factOrg: integer('fact_org').generatedAlwaysAsIdentity().notNull().unique(),
    /** Raised by every change of places, sensors, zones or series, so that a stale directory is detected. */
    estateVersion: integer('estate_version').notNull().default(1),
    name: text('name').notNull(),
    organizationType: text('organization_type'),
    accountingId: text('accounting_id'),
    accountRepId: text('account_rep_id'),
    operatingScope: text('operating_scope'),
    industryType: text('industry_type'),
    site: text('site'),
    subExpiration: date('sub_expiration'),
    headroomExpiration: date('headroom_expiration'),
    isEnabled: boolean('is_enabled').notNull().default(true),
    canViewTraffic: boolean('can_view_traffic').notNull().default(true),
    canViewPOS: boolean('can_view_pos').notNull().default(false),
    canViewLabor: boolean('can_view_labor').notNull().default(false),
    canViewPerShiftMetrics: boolean('can_view_per_shift_metrics').notNull().default(false),
    canViewQueueService: boolean('can_view_queue_service').notNull().default(false),
    canViewRealTimeQueueService: boolean('can_view_real_time_queue_service').notNull().default(false),
    canViewOccupancy: boolean('can_view_occupancy').notNull().default(false),
    canViewZoneCounts: boolean('can_view_zone_counts').notNull().default(false),
    canViewZoneOccupancy: boolean('can_view_zone_occupancy').notNull().default(false),
    canViewExpectedWaitTime: boolean('can_view_expected_wait_time').notNull().default(false),
    canViewGender: boolean('can_view_gender').notNull().default(false),
    canViewQueueOptimizer: boolean('can_view_queue_optimizer').notNull().default(false),
    canViewVisitorJourney: boolean('can_view_visitor_journey').notNull().default(false),
    canViewReports: boolean('can_view_reports').notNull().default(false),
    sftpEnabled: boolean('sftp_enabled').notNull().default(false),
    /** In the notation of `readPublicKey`. */
    sftpPublicKey: text('sftp_public_key'),
    apiClientsEnabled: boolean('api_clients_enabled').notNull().default(false),
    headroomEnabled: boolean('headroom_enabled').notNull().default(false),
    isHeadroomLite: boolean('is_headroom_lite').notNull().default(false),
    alarmsEnabled: boolean('alarms_enabled').notNull().default(false),
    faceMaskEnabled: boolean('face_mask_enabled').notNull().default(false),
    resetOnNegativeOccupancy: boolean('reset_on_negative_occupancy').notNull().default(true),
    /** Its people must add a second factor before anything else; people at a provider use the provider's. */
    requireSecondFactor: boolean('require_second_factor').notNull().default(false),
    permitComparisonViews: boolean('permit_comparison_views').notNull().default(false),
    /** The weekday on which its weeks start; 0 is Sunday. */
    weekStart: smallint('week_start').$type<WeekStart>().notNull().default(0),
    /** The currency of its sales: ISO 4217. */
    currency: text('currency').notNull().default('USD'),
    /** Gender is not shown of fewer people than `smallestGroup`. */
    withholdSmallGroups: boolean('withhold_small_groups').notNull().default(false),
    trackDays: smallint('track_days').notNull().default(90),
    /** Tracks from before are kept for too long, and are erased day by day (`track-store.ts`). */
    trackDaysReducedAt: instant('track_days_reduced_at'),
    tracksErasedBefore: date('tracks_erased_before'),
    systemNotificationEmails: text('system_notification_emails').array(),
    sensorNotificationEmails: text('sensor_notification_emails').array(),
    ...editable,
  },
  (t) => [
    // A key identifies its organization when files arrive. Its middle word is the key itself, the last one a comment.
    uniqueIndex('organization_sftp_key')
      .on(sql`split_part(${t.sftpPublicKey}, ' ', 2)`)
      .where(sql`${t.deletedAt} is null`),
    check('organization_week_start', sql`${t.weekStart} in (0, 1, 6)`),
    check('organization_track_days', sql`${t.trackDays} between 1 and 365`),
    check('organization_currency', sql`${t.currency} ~ '^[A-Z]{3}$'`),
  ],
);
