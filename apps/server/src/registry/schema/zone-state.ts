import { bigint, doublePrecision, foreignKey, index, integer, json, pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId } from './columns.ts';
import { zone } from './sensors.ts';

/** `[at, span, last, ver]` */
export type LevelEntry = [number, number, number, string];
/** `[at, id, ms, n, abandoned, ver]` */
export type VisitEntry = [number, string, number, number, 0 | 1, string];

/** A zone where people wait, are served or stay, as it is now. The holder of the lock of a row is its only writer. */
export const zoneState = pgTable(
  'zone_state',
  {
    zoneId: uuid('zone_id').primaryKey(),
    orgId: orgId(),
    /** Decides which visits it keeps: with another one it starts over. */
    countApplication: integer('count_application').notNull(),
    /** Start and end of the local day of the sums. */
    dayFrom: instant('day_from').notNull(),
    dayTo: instant('day_to').notNull(),
    closedServed: bigint('closed_served', { mode: 'number' }).notNull(),
    closedOccupied: doublePrecision('closed_occupied').notNull(),
    closedGot: doublePrecision('closed_got').notNull(),
    tailFrom: instant('tail_from').notNull(),
    levels: json('levels').$type<LevelEntry[]>().notNull(),
    visits: json('visits').$type<VisitEntry[]>().notNull(),
    /** Set when a record older than the tail was written: the closed sums must be reread from the facts. */
    refoldSince: instant('refold_since'),
    /** Raised by every such record, so that one that arrives during the read is not missed. */
    refoldCount: integer('refold_count').notNull().default(0),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('zone_state_refold').on(t.refoldSince),
    index('zone_state_org').on(t.orgId),
    foreignKey({ columns: [t.orgId, t.zoneId], foreignColumns: [zone.orgId, zone.zoneId] }),
  ],
);
