import type { Location } from '@atrium/contract/locations';
import type { LocationValues } from '@atrium/rules/location';
import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { visibleTo, type ScopeOrAll } from '../../registry/directory/entity-lookup.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { locationValues } from '../../registry/location-columns.ts';
import { inBatches, type Transaction } from '../../registry/registry.ts';
import { location } from '../../registry/schema/places.ts';
import type { Scope } from '../../scope.ts';

export const locationColumns = {
  locationId: location.locationId,
  orgId: location.orgId,
  ...locationValues,
  createFreshDeskContact: location.createFreshDeskContact,
  installationOptions: location.installationOptions,
  version: location.version,
};
const { locationId, name, street, city, state, country, postalCode, timezone, acfEligible, disabled } = locationColumns;
const ordered = { name, street, city, state, country, postalCode, timezone, acfEligible, disabled };

export interface LocationFilter {
  readonly disabled?: 'true' | 'false' | undefined;
  readonly acfEligible?: 'true' | 'false' | undefined;
  readonly country?: string | undefined;
}

export async function locationPage(
  { sql: db }: Transaction,
  scope: Scope,
  query: ListQuery & LocationFilter,
): Promise<{ rows: Location[]; total: number }> {
  const wanted = and(
    visible(scope),
    contains(query.search, name, street, city, state, country, postalCode),
    query.disabled && eq(disabled, query.disabled === 'true'),
    query.acfEligible && eq(acfEligible, query.acfEligible === 'true'),
    query.country === undefined ? undefined : eq(sql`lower(${country})`, query.country.toLowerCase()),
  );
  const rows = await db
    .select(locationColumns)
    .from(location)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'name', ordered, locationId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(location).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findLocation(
  { sql: db }: Transaction,
  scope: Scope,
  wanted: string,
): Promise<Location | undefined> {
  const [row] = await db
    .select(locationColumns)
    .from(location)
    .where(and(visible(scope), eq(locationId, wanted)));
  return row;
}

/** In the given order. */
export async function addLocations(
  { sql: db }: Transaction,
  orgId: string,
  values: readonly LocationValues[],
  now: Date,
): Promise<Location[]> {
  const made: Location[] = [];
  await inBatches(values, async (batch) => {
    const rows = batch.map((each) => ({ ...each, orgId, createdAt: now, updatedAt: now }));
    made.push(...(await db.insert(location).values(rows).returning(locationColumns)));
  });
  return made;
}

export async function saveLocation(
  { sql: db }: Transaction,
  before: Location,
  changes: Partial<LocationValues> & { readonly deletedAt?: Date },
  now: Date,
): Promise<Location> {
  const [row] = await db
    .update(location)
    .set({ ...changes, version: before.version + 1, updatedAt: now })
    .where(eq(locationId, before.locationId))
    .returning(locationColumns);
  if (!row) throw new Error('The location was not stored.');
  return row;
}

/** The help desk records of a location. */
export async function saveHelpDeskResult(
  { sql: db }: Transaction,
  place: string,
  arranged: Partial<Pick<Location, 'createFreshDeskContact' | 'installationOptions'>>,
): Promise<void> {
  await db.update(location).set(arranged).where(eq(locationId, place));
}

export function visible(scope: ScopeOrAll): SQL | undefined {
  return and(visibleTo(scope, location.orgId, locationId), isNull(location.deletedAt));
}
