import type { Corrections } from '@atrium/rules/occupancy-drift';
import type { ResetConfig } from '@atrium/rules/reset-config';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { editable, instant, orgId } from './columns.ts';
import { organization } from './organizations.ts';

export const location = pgTable(
  'location',
  {
    locationId: uuid('location_id').primaryKey().defaultRandom(),
    orgId: orgId().references(() => organization.orgId),
    name: text('name').notNull(),
    street: text('street'),
    city: text('city'),
    state: text('state'),
    country: text('country'),
    postalCode: text('postal_code'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    timezone: text('timezone').notNull(),
    acfEligible: boolean('acf_eligible').notNull().default(true),
    acfDisabledReason: text('acf_disabled_reason'),
    disabled: boolean('disabled').notNull().default(false),
    /** The help desk records that were created on request. */
    createFreshDeskContact: boolean('create_fresh_desk_contact').notNull().default(false),
    installationOptions: jsonb('installation_options').$type<InstallationOptions>().notNull().default({
      createInstallationTicket: false,
      ticketType: 'Installation Event',
      notes: null,
    }),
    ...editable,
  },
  (t) => [unique('location_org_id').on(t.orgId, t.locationId), index('location_org_name').on(t.orgId, t.name)],
);

export const site = pgTable(
  'site',
  {
    siteId: uuid('site_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    locationId: uuid('location_id').notNull(),
    name: text('name').notNull(),
    /** 1 perimeter threshold, 2 interior threshold, 3 path, 4 other. */
    siteType: integer('site_type').notNull().default(1),
    nodeCount: integer('node_count').notNull().default(0),
    isDHCP: boolean('is_dhcp').notNull().default(true),
    ipAddress: text('ip_address'),
    subnetMask: text('subnet_mask'),
    gateway: text('gateway'),
    dns1: text('dns1'),
    dns2: text('dns2'),
    dns3: text('dns3'),
    hostName: text('host_name'),
    ...editable,
  },
  (t) => [
    unique('site_org_id').on(t.orgId, t.siteId),
    index('site_location').on(t.locationId),
    check('site_type', sql`${t.siteType} BETWEEN 1 AND 4`),
    check('site_node_count', sql`${t.nodeCount} >= 0`),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [location.orgId, location.locationId] }),
  ],
);

export const space = pgTable(
  'space',
  {
    spaceId: uuid('space_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    locationId: uuid('location_id').notNull(),
    name: text('name').notNull(),
    maxCapacity: integer('max_capacity'),
    targetOccupancy: integer('target_occupancy'),
    isHeadroom: boolean('is_headroom').notNull().default(false),
    disabled: boolean('disabled').notNull().default(false),
    /** Off for a space inside of another one, so that nobody is counted twice. */
    countsTowardLocation: boolean('counts_toward_location').notNull().default(true),
    /** Reset times are in local time. */
    resetConfig: jsonb('reset_config').$type<ResetConfig>().notNull().default({
      resetDaily: false,
      resetDailyAtTime: false,
      resetWithHoursOfOp: false,
      resetTimes: [],
    }),
    /** Against the drift of its number of people. */
    corrections: jsonb('corrections').$type<Corrections>().notNull().default({
      endOfDay: false,
      acf: false,
      weekdayHours: false,
      maxStayMinutes: null,
    }),
    ...editable,
  },
  (t) => [
    unique('space_org_id').on(t.orgId, t.spaceId),
    index('space_location').on(t.locationId),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [location.orgId, location.locationId] }),
  ],
);

/** Someone has counted the people in a space. */
export const occupancyReset = pgTable(
  'occupancy_reset',
  {
    occupancyResetId: uuid('occupancy_reset_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    spaceId: uuid('space_id').notNull(),
    resetDate: instant('reset_date').notNull(),
    occupants: integer('occupants').notNull(),
    ...editable,
  },
  (t) => [
    uniqueIndex('occupancy_reset_once')
      .on(t.spaceId, t.resetDate)
      .where(sql`${t.deletedAt} is null`),
    check('occupancy_reset_occupants', sql`${t.occupants} >= 0`),
    foreignKey({ columns: [t.orgId, t.spaceId], foreignColumns: [space.orgId, space.spaceId] }),
  ],
);

export interface InstallationOptions {
  createInstallationTicket: boolean;
  ticketType: string;
  notes: string | null;
}
