import type { PastWeatherHour } from '@atrium/contract/weather';
import { and, asc, eq, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { visibleTo } from '../../registry/directory/entity-lookup.ts';
import { sameId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { location } from '../../registry/schema/places.ts';
import { weatherDay, type WeatherHours } from '../../registry/schema/weather.ts';
import type { Scope } from '../../scope.ts';

const { orgId, locationId, name, latitude, longitude, timezone } = location;

export type Place = Pick<typeof location.$inferSelect, 'locationId' | 'name' | 'latitude' | 'longitude' | 'timezone'>;

export async function findPlace({ sql: db }: Transaction, scope: Scope, id: string): Promise<Place | undefined> {
  const [row] = await db
    .select({ locationId, name, latitude, longitude, timezone })
    .from(location)
    .where(and(sameId(locationId, id), isNull(location.deletedAt), visibleTo(scope, orgId, locationId)));
  return row;
}

/** Keeps hours of a location; what is known of one later replaces what was known before. */
export async function keepHours(
  { sql: db }: Transaction,
  of: { readonly orgId: string; readonly locationId: string },
  hours: readonly PastWeatherHour[],
): Promise<void> {
  const days = new Map<string, Record<string, WeatherHours[string]>>();
  for (const { time, temperature, icon, provider } of hours) {
    const ofDay = days.get(time.slice(0, 10)) ?? {};
    days.set(time.slice(0, 10), ofDay);
    ofDay[new Date(time).getUTCHours()] = [temperature, icon, provider];
  }
  const rows = [...days].map(([day, ofDay]) => ({ ...of, day, hours: ofDay }));
  if (rows.length === 0) return;
  await db
    .insert(weatherDay)
    // Two requests that store the same days lock them in the same order.
    .values(rows.toSorted((a, b) => a.day.localeCompare(b.day)))
    .onConflictDoUpdate({
      target: [weatherDay.orgId, weatherDay.locationId, weatherDay.day],
      set: { hours: sql`${weatherDay.hours} || excluded.hours` },
    });
}

/** The hours in [from, to), in order. */
export async function keptHours(
  { sql: db }: Transaction,
  scope: Scope,
  place: Pick<Place, 'locationId'>,
  from: Date,
  to: Date,
): Promise<PastWeatherHour[]> {
  const rows = await db
    .select({ day: weatherDay.day, hours: weatherDay.hours })
    .from(weatherDay)
    .where(
      and(
        eq(weatherDay.orgId, scope.orgId),
        eq(weatherDay.locationId, place.locationId),
        gte(weatherDay.day, from.toISOString().slice(0, 10)),
        lte(weatherDay.day, to.toISOString().slice(0, 10)),
      ),
    )
    .orderBy(asc(weatherDay.day));
  return rows.flatMap(({ day, hours }) =>
    Object.entries(hours)
      .map(([hour, [temperature, icon, provider]]) => ({
        time: new Date(Date.parse(day) + Number(hour) * 3_600_000).toISOString(),
        temperature,
        icon,
        provider,
      }))
      .filter(({ time }) => time >= from.toISOString() && time < to.toISOString())
      .toSorted((a, b) => a.time.localeCompare(b.time)),
  );
}

/** Erases what belongs to deleted locations and organizations. */
export async function purgeWeather({ sql: db }: Transaction): Promise<void> {
  const gone = db
    .select({ locationId })
    .from(location)
    .innerJoin(organization, eq(organization.orgId, orgId))
    .where(or(isNotNull(location.deletedAt), isNotNull(organization.deletedAt)));
  await db.delete(weatherDay).where(sql`${weatherDay.locationId} IN ${gone}`);
}
