import type { Location } from '@atrium/contract/places';
import { and, count, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { location } from '../../registry/schema/places.ts';
import type { Scope } from '../../scope.ts';

export const locationColumns = {
  locationId: location.locationId,
  orgId: location.orgId,
  name: location.name,
  street: location.street,
  city: location.city,
  state: location.state,
  country: location.country,
  postalCode: location.postalCode,
  latitude: location.latitude,
  longitude: location.longitude,
  timezone: location.timezone,
  disabled: location.disabled,
};
const { name, city, state, country, timezone } = locationColumns;

export async function locationPage(
  { sql: db }: Transaction,
  scope: Scope,
  query: ListQuery,
): Promise<{ rows: Location[]; total: number }> {
  const wanted = and(visible(scope), contains(query.search, name, city));
  const rows = await db
    .select(locationColumns)
    .from(location)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'name', { name, city, state, country, timezone }, location.locationId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(location).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findLocation(
  { sql: db }: Transaction,
  scope: Scope,
  locationId: string,
): Promise<Location | undefined> {
  const [row] = await db
    .select(locationColumns)
    .from(location)
    .where(and(visible(scope), eq(location.locationId, locationId)));
  return row;
}

export function visible({ orgId, locationIds }: Scope): SQL | undefined {
  return and(
    eq(location.orgId, orgId),
    isNull(location.deletedAt),
    locationIds === 'all' ? undefined : inArray(location.locationId, [...locationIds]),
  );
}
