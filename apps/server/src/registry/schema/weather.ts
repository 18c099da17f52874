import type { PastWeatherHour } from '@atrium/contract/weather';
import { date, foreignKey, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { orgId } from './columns.ts';
import { location } from './places.ts';

/** By UTC hour, 0 to 23. */
export type WeatherHours = Readonly<
  Record<string, readonly [temperature: number, icon: PastWeatherHour['icon'], provider: PastWeatherHour['provider']]>
>;

/** The known hours of a UTC day at a location; one row for all of them keeps the table small. */
export const weatherDay = pgTable(
  'weather_day',
  {
    orgId: orgId(),
    locationId: uuid('location_id').notNull(),
    day: date('day').notNull(),
    hours: jsonb('hours').$type<WeatherHours>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.locationId, t.day] }),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [location.orgId, location.locationId] }).onDelete(
      'cascade',
    ),
  ],
);
