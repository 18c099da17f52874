import type { Entered } from '@atrium/metrics/occupancy-fold';
import type { LearnedBalance } from '@atrium/rules/occupancy-drift';
import type { SpaceDefinition } from '@atrium/rules/space-definition';
import type { RawMinute } from '@atrium/rules/live-occupancy';
import type { DayRange } from '@atrium/rules/space-days';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, orgId } from './columns.ts';
import { space } from './places.ts';
import { series } from './series.ts';

/** Readings of a space were written, or its levels must be checked. Rows are only added and removed, so that nobody waits for another. */
export const spaceFoldMark = pgTable(
  'space_fold_mark',
  {
    markId: bigint('mark_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: orgId(),
    spaceId: uuid('space_id').notNull(),
    from: instant('from').notNull(),
    to: instant('to').notNull(),
  },
  (t) => [foreignKey({ columns: [t.orgId, t.spaceId], foreignColumns: [space.orgId, space.spaceId] })],
);

/** How the occupancy of a space was folded, and what is left to do. Only the folding worker writes it. */
export const spaceFold = pgTable(
  'space_fold',
  {
    spaceId: uuid('space_id').primaryKey(),
    orgId: orgId(),
    /** Of its levels; none before the first one. */
    seriesId: integer('series_id'),
    /** The state of the estate that `definition` describes. */
    estateVersion: integer('estate_version').notNull(),
    /** As it is folded; none while the organization may not use spaces. */
    definition: json('definition').$type<SpaceDefinition>(),
    staleDays: json('stale_days').$type<DayRange[]>().notNull(),
    /** When there is something to fold. */
    dueAt: instant('due_at'),
    /** When it last had its turn. */
    turnAt: instant('turn_at').notNull(),
  },
  (t) => [
    index('space_fold_due').on(t.dueAt),
    index('space_fold_org').on(t.orgId),
    foreignKey({ columns: [t.orgId, t.spaceId], foreignColumns: [space.orgId, space.spaceId] }),
    foreignKey({ columns: [t.orgId, t.seriesId], foreignColumns: [series.orgId, series.seriesId] }),
  ],
);

/** A local day of a space. Days follow each other without gaps. */
export const spaceDay = pgTable(
  'space_day',
  {
    orgId: orgId(),
    spaceId: uuid('space_id').notNull(),
    day: date('day').notNull(),
    ins: doublePrecision('ins').notNull(),
    outs: doublePrecision('outs').notNull(),
    /** Ins less factored outs. */
    residual: doublePrecision('residual').notNull(),
    factor: doublePrecision('factor').notNull(),
    /** People inside at `foldedTo`; all days but the last are folded to their end. */
    occupancy: doublePrecision('occupancy').notNull(),
    foldedTo: instant('folded_to').notNull(),
    foldedAt: instant('folded_at').notNull(),
    /** Who entered lately, where there is a limit for stays. */
    entered: json('entered').$type<Entered[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.day] }),
    index('space_day_org').on(t.orgId),
    index('space_day_folded').on(t.foldedAt),
    foreignKey({ columns: [t.orgId, t.spaceId], foreignColumns: [space.orgId, space.spaceId] }),
  ],
);

/** How many people are in a space now. The holder of the lock of a row is its only writer. */
export const spaceState = pgTable(
  'space_state',
  {
    spaceId: uuid('space_id').primaryKey(),
    orgId: orgId(),
    /** The state of the estate in which it was last folded. */
    estateVersion: integer('estate_version').notNull(),
    /** A minute, and the number of people before it. */
    baseAt: instant('base_at').notNull(),
    base: doublePrecision('base').notNull(),
    /** Who entered lately before it, where there is a limit for stays. */
    entered: json('entered').$type<Entered[]>(),
    /** By series: what was counted since. */
    minutes: json('minutes').$type<Record<string, RawMinute[]>>().notNull(),
    /** The number of people now, and the time of the newest reading, press or reset behind it. */
    value: doublePrecision('value').notNull(),
    at: instant('at'),
    /** A minute that is no longer expected to change, and the number of people before it. */
    settledAt: instant('settled_at').notNull(),
    settled: doublePrecision('settled').notNull(),
    lastActionAt: instant('last_action_at'),
    /** Since when readings leave the number of people alone. */
    stoppedAt: instant('stopped_at'),
    /** The newest body that had been received when the history differed from this. */
    differsSince: bigint('differs_since', { mode: 'number' }),
    nextCheckAt: instant('next_check_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('space_state_check').on(t.nextCheckAt),
    index('space_state_org').on(t.orgId),
    foreignKey({ columns: [t.orgId, t.spaceId], foreignColumns: [space.orgId, space.spaceId] }),
  ],
);

/** What was learned of the doors of a space. It holds until the next one. */
export const spaceBalance = pgTable(
  'space_balance',
  {
    orgId: orgId(),
    spaceId: uuid('space_id').notNull(),
    from: instant('from').notNull(),
    balance: json('balance').$type<LearnedBalance>().notNull(),
    /** The end of the last day that it was learned from. */
    learnedTo: instant('learned_to').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.from] }),
    index('space_balance_org').on(t.orgId),
    foreignKey({ columns: [t.orgId, t.spaceId], foreignColumns: [space.orgId, space.spaceId] }),
  ],
);

/** What people did at a counter of a space. */
export const spaceAction = pgTable(
  'space_action',
  {
    orgId: orgId(),
    spaceId: uuid('space_id').notNull(),
    /** Made up by the counter: an action that is sent again is the same. */
    actionId: uuid('action_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    at: instant('at').notNull(),
    /** People. */
    change: doublePrecision('change').notNull(),
    userId: uuid('user_id'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.actionId] }),
    index('space_action_time').on(t.spaceId, t.at),
    check('space_action_kind', sql`${t.kind} IN ('press', 'stop', 'restart', 'reset')`),
    foreignKey({ columns: [t.orgId, t.spaceId], foreignColumns: [space.orgId, space.spaceId] }),
  ],
);
