import {
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, orgId } from './columns.ts';
import { location } from './places.ts';
import { zone } from './sensors.ts';
import { series } from './series.ts';

/** Which local day a location was last forecast on, and the series with the bands of the sum of its zones. */
export const forecastRun = pgTable(
  'forecast_run',
  {
    orgId: orgId(),
    locationId: uuid('location_id').notNull(),
    day: date('day').notNull(),
    madeAt: instant('made_at').notNull(),
    /** Null while no zone of its perimeter was published. */
    seriesId: integer('series_id'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.locationId] }),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [location.orgId, location.locationId] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.orgId, t.seriesId], foreignColumns: [series.orgId, series.seriesId] }),
  ],
);

/** The newest forecast of a zone: by which model, and how it did in the back-test beside its baselines. */
export const forecastScore = pgTable(
  'forecast_score',
  {
    orgId: orgId(),
    zoneId: uuid('zone_id').notNull(),
    locationId: uuid('location_id').notNull(),
    madeAt: instant('made_at').notNull(),
    verdict: text('verdict').notNull(),
    /** Null where nothing is published. */
    model: text('model'),
    origins: integer('origins').notNull(),
    coverage: doublePrecision('coverage'),
    /** By method. */
    scores: jsonb('scores').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.zoneId] }),
    index('forecast_score_location').on(t.orgId, t.locationId),
    foreignKey({ columns: [t.orgId, t.zoneId], foreignColumns: [zone.orgId, zone.zoneId] }).onDelete('cascade'),
  ],
);
