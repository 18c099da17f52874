import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { editable, orgId } from './columns.ts';
import { organization } from './organizations.ts';
import { location } from './places.ts';

/** Opening hours that locations share. The hours themselves are in the versions. */
export const schedule = pgTable(
  'schedule',
  {
    scheduleId: uuid('schedule_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    name: text('name').notNull(),
    assignToNewLocations: boolean('assign_to_new_locations').notNull().default(false),
    autoAssign: boolean('auto_assign').notNull().default(false),
    ...editable,
  },
  (t) => [
    unique('schedule_org_id').on(t.orgId, t.scheduleId),
    uniqueIndex('schedule_name')
      .on(t.orgId, sql`lower(${t.name})`)
      .where(sql`${t.deletedAt} is null`),
  ],
);

/** The hours of a schedule from a date on, until the next version. */
export const scheduleVersion = pgTable(
  'schedule_version',
  {
    scheduleVersionId: uuid('schedule_version_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    scheduleId: uuid('schedule_id').notNull(),
    effectiveDate: date('effective_date', { mode: 'string' }).notNull(),
  },
  (t) => [
    unique('schedule_version_org_id').on(t.orgId, t.scheduleVersionId),
    unique('schedule_version_once').on(t.scheduleId, t.effectiveDate),
    foreignKey({ columns: [t.orgId, t.scheduleId], foreignColumns: [schedule.orgId, schedule.scheduleId] }),
  ],
);

/** Times are local, `HH:mm`; one that closes no later than it opens closes on the next day. */
export const schedulePeriod = pgTable(
  'schedule_period',
  {
    schedulePeriodId: uuid('schedule_period_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    scheduleVersionId: uuid('schedule_version_id').notNull(),
    /** 0 is Sunday. */
    weekday: integer('weekday').notNull(),
    openTime: text('open_time').notNull(),
    closeTime: text('close_time').notNull(),
  },
  (t) => [
    index('schedule_period_version').on(t.scheduleVersionId),
    check('schedule_period_weekday', sql`${t.weekday} BETWEEN 0 AND 6`),
    foreignKey({
      columns: [t.orgId, t.scheduleVersionId],
      foreignColumns: [scheduleVersion.orgId, scheduleVersion.scheduleVersionId],
    }).onDelete('cascade'),
  ],
);

/** Which schedule applies to a location, from one local date to another, both inclusive. */
export const scheduleAssignment = pgTable(
  'schedule_assignment',
  {
    locationScheduleAssignmentId: uuid('location_schedule_assignment_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    locationId: uuid('location_id').notNull(),
    scheduleId: uuid('schedule_id').notNull(),
    startDate: date('start_date', { mode: 'string' }).notNull(),
    endDate: date('end_date', { mode: 'string' }).notNull(),
    ...editable,
  },
  (t) => [
    index('schedule_assignment_location').on(t.locationId),
    index('schedule_assignment_schedule').on(t.scheduleId),
    check('schedule_assignment_dates', sql`${t.startDate} <= ${t.endDate}`),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [location.orgId, location.locationId] }),
    foreignKey({ columns: [t.orgId, t.scheduleId], foreignColumns: [schedule.orgId, schedule.scheduleId] }),
  ],
);

/**
 * Different hours, or none, from one local date to another, both inclusive: of a location, or of the whole
 * organization.
 */
export const scheduleException = pgTable(
  'schedule_exception',
  {
    exceptionId: uuid('schedule_exception_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    locationId: uuid('location_id'),
    /** 0 holiday, 1 planned closure, 2 extended hours, 3 other. */
    type: integer('type').notNull(),
    closed: boolean('closed').notNull(),
    description: text('description').notNull(),
    startDate: date('start_date', { mode: 'string' }).notNull(),
    endDate: date('end_date', { mode: 'string' }).notNull(),
    openTime: text('open_time'),
    closeTime: text('close_time'),
    ...editable,
  },
  (t) => [
    index('schedule_exception_scope').on(t.orgId, t.locationId, t.startDate),
    check('schedule_exception_type', sql`${t.type} BETWEEN 0 AND 3`),
    check('schedule_exception_dates', sql`${t.startDate} <= ${t.endDate}`),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [location.orgId, location.locationId] }),
  ],
);
