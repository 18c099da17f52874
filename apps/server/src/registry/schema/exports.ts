import type { EstateOutline } from '@atrium/rules/estate-outline';
import { bigint, date, foreignKey, index, integer, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId } from './columns.ts';
import { organization } from './organizations.ts';
import { series } from './series.ts';

/** The transaction that wrote the row last, as a 64-bit number: it says which watermarks do not know of it. */
const changedIn = () => bigint('changed_in', { mode: 'bigint' }).notNull();

/** UTC days of a series whose readings were written after they had long ended. Exports that follow changes report them. */
export const readingChange = pgTable(
  'reading_change',
  {
    orgId: orgId(),
    seriesId: integer('series_id').notNull(),
    fromDay: date('from_day').notNull(),
    toDay: date('to_day').notNull(),
    changedIn: changedIn(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.seriesId, t.fromDay, t.toDay] }),
    index('reading_change_org').on(t.orgId, t.changedIn),
    index('reading_change_at').on(t.changedAt),
    foreignKey({ columns: [t.orgId, t.seriesId], foreignColumns: [series.orgId, series.seriesId] }).onDelete('cascade'),
  ],
);

/** Figures of a subject (`location:…`, `zone:…`) that an edit of the estate changed: epoch seconds, `[from, to)`. */
export const estateChange = pgTable(
  'estate_change',
  {
    changeId: bigint('change_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: orgId(),
    subject: text('subject').notNull(),
    from: bigint('from', { mode: 'number' }).notNull(),
    to: bigint('to', { mode: 'number' }).notNull(),
    changedIn: changedIn(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    index('estate_change_org').on(t.orgId, t.changedIn),
    index('estate_change_at').on(t.changedAt),
    foreignKey({ columns: [t.orgId], foreignColumns: [organization.orgId] }),
  ],
);

/** The estate as the last export saw it; the next one compares. Only organizations that export have one. */
export const estateOutline = pgTable(
  'estate_outline',
  {
    orgId: uuid('org_id').primaryKey(),
    estateVersion: integer('estate_version').notNull(),
    outline: json('outline').$type<EstateOutline>().notNull(),
  },
  (t) => [foreignKey({ columns: [t.orgId], foreignColumns: [organization.orgId] })],
);
