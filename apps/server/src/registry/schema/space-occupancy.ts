import type { SpaceDefinition } from '@atrium/rules/space-definition';
import type { DayRange } from '@atrium/rules/space-days';
import {
  bigint,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
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
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.day] }),
    index('space_day_org').on(t.orgId),
    index('space_day_folded').on(t.foldedAt),
    foreignKey({ columns: [t.orgId, t.spaceId], foreignColumns: [space.orgId, space.spaceId] }),
  ],
);
