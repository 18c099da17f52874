import { foreignKey, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId, recordedPeriod } from './columns.ts';
import { zone } from './sensors.ts';

/** A stretch of a zone whose counts are wrong. Its own counts, if it has any, are in a series of its own. */
export const correction = pgTable(
  'correction',
  {
    correctionId: uuid('correction_id').primaryKey().defaultRandom(),
    orgId: orgId(),
    zoneId: uuid('zone_id').notNull(),
    ...recordedPeriod,
    kind: text('kind', { enum: ['excluded', 'replaced', 'estimated'] }).notNull(),
    removedAt: instant('removed_at'),
  },
  (t) => [
    unique('correction_of_org').on(t.orgId, t.correctionId),
    index('correction_zone').on(t.orgId, t.zoneId, t.from),
    foreignKey({ columns: [t.orgId, t.zoneId], foreignColumns: [zone.orgId, zone.zoneId] }),
  ],
);
