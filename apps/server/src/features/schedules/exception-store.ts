import { and, count, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Dates } from '@atrium/rules/schedule';
import { findLocations, visibleTo } from '../../registry/directory/entity-lookup.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { isId, sameId } from '../../registry/ids.ts';
import { inBatches, type Transaction } from '../../registry/registry.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { location } from '../../registry/schema/places.ts';
import { scheduleException as table } from '../../registry/schema/schedules.ts';
import type { Scope } from '../../scope.ts';

export interface StoredException {
  readonly exceptionId: string;
  readonly type: number;
  readonly closed: boolean;
  readonly description: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly openTime: string | null;
  readonly closeTime: string | null;
  readonly version: number;
}

export type ExceptionValues = Omit<StoredException, 'exceptionId' | 'version'>;

/** The organization, or one location of it. */
export interface ExceptionScope {
  readonly orgId: string;
  readonly locationId: string | null;
}

/** The owner of exceptions, by name, with the time zone of a location. */
export interface Owner extends ExceptionScope {
  readonly name: string;
  readonly timezone: string | undefined;
}

const { exceptionId, type, closed, description, startDate, endDate, openTime, closeTime, version } = table;
const columns = { exceptionId, type, closed, description, startDate, endDate, openTime, closeTime, version };

/** The organization, or the location with this id if the caller can see it. */
export async function findOwner(
  { sql: db }: Transaction,
  scope: Scope,
  locationId: string | null,
): Promise<Owner | undefined> {
  const { orgId } = scope;
  if (locationId === null) {
    const [row] = await db.select({ name: organization.name }).from(organization).where(eq(organization.orgId, orgId));
    return row && { orgId, locationId, name: row.name, timezone: undefined };
  }
  const [row] = await db
    .select({ id: location.locationId, name: location.name, timezone: location.timezone })
    .from(location)
    .where(
      and(
        sameId(location.locationId, locationId),
        isNull(location.deletedAt),
        visibleTo(scope, location.orgId, location.locationId),
      ),
    );
  return row && { orgId, locationId: row.id, name: row.name, timezone: row.timezone };
}

/** The organization, and those of these locations that the caller can see. */
export async function findOwners(
  tx: Transaction,
  scope: Scope,
  locations: readonly string[],
): Promise<Map<string | null, Owner>> {
  const { orgId } = scope;
  const whole = await findOwner(tx, scope, null);
  const found = await findLocations(tx, scope, locations);
  const places = [...found.values()].map((each): [string, Owner] => [each.locationId, { orgId, ...each }]);
  return new Map<string | null, Owner>([...(whole ? ([[null, whole]] as const) : []), ...places]);
}

export async function exceptionPage(
  { sql: db }: Transaction,
  scope: ExceptionScope,
  query: ListQuery,
): Promise<{ rows: StoredException[]; total: number }> {
  const wanted = and(within(scope), contains(query.search, description));
  const rows = await db
    .select(columns)
    .from(table)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'startDate', { startDate, endDate, description, type }, exceptionId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(table).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findException(
  { sql: db }: Transaction,
  scope: ExceptionScope,
  id: string,
): Promise<StoredException | undefined> {
  const [row] = await db
    .select(columns)
    .from(table)
    .where(and(within(scope), sameId(exceptionId, id)));
  return row;
}

/** The dates of the others in the same scope. */
export async function exceptedDates(
  { sql: db }: Transaction,
  scope: ExceptionScope,
  except?: string,
): Promise<Dates[]> {
  return db
    .select({ startDate, endDate })
    .from(table)
    .where(and(within(scope), except === undefined ? undefined : ne(exceptionId, except)));
}

/** The dates of an organization (null) and of these locations. */
export async function datesByOwner(
  { sql: db }: Transaction,
  orgId: string,
  locationIds: readonly string[],
): Promise<Map<string | null, Dates[]>> {
  const ids = [...new Set(locationIds)].filter(isId);
  const rows = await db
    .select({ locationId: table.locationId, startDate, endDate })
    .from(table)
    .where(
      and(
        eq(table.orgId, orgId),
        or(isNull(table.locationId), inArray(table.locationId, ids)),
        isNull(table.deletedAt),
      ),
    );
  const dates = new Map<string | null, Dates[]>();
  for (const { locationId, ...each } of rows) dates.set(locationId, [...(dates.get(locationId) ?? []), each]);
  return dates;
}

/** In the given order. */
export async function addExceptions(
  { sql: db }: Transaction,
  orgId: string,
  values: readonly (ExceptionValues & { readonly locationId: string | null })[],
  now: Date,
): Promise<StoredException[]> {
  const made: StoredException[] = [];
  await inBatches(values, async (batch) => {
    const rows = batch.map((each) => ({ ...each, orgId, createdAt: now, updatedAt: now }));
    made.push(...(await db.insert(table).values(rows).returning(columns)));
  });
  return made;
}

export async function saveException(
  { sql: db }: Transaction,
  before: StoredException,
  values: ExceptionValues | { readonly deletedAt: Date },
  now: Date,
): Promise<StoredException> {
  const [row] = await db
    .update(table)
    .set({ ...values, version: before.version + 1, updatedAt: now })
    .where(eq(exceptionId, before.exceptionId))
    .returning(columns);
  return stored(row);
}

function within({ orgId, locationId }: ExceptionScope) {
  return and(
    eq(table.orgId, orgId),
    locationId === null ? isNull(table.locationId) : eq(table.locationId, locationId),
    isNull(table.deletedAt),
  );
}

function stored(row: StoredException | undefined): StoredException {
  if (!row) throw new Error('The exception was not stored.');
  return row;
}
