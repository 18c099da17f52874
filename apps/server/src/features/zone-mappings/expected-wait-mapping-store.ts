import type { ExpectedWaitMapping } from '@atrium/contract/expected-wait-mappings';
import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import { visibleTo } from '../../registry/directory/entity-lookup.ts';
import { sameId } from '../../registry/ids.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { space } from '../../registry/schema/places.ts';
import { zone, zoneSetting } from '../../registry/schema/sensors.ts';
import { expectedWaitMapping as table } from '../../registry/schema/zone-mappings.ts';
import { lastSetting, zoneColumns } from '../../registry/zone-columns.ts';
import type { Scope } from '../../scope.ts';

const columns = {
  expectedWaitMappingId: table.expectedWaitMappingId,
  orgId: table.orgId,
  spaceId: table.spaceId,
  headZoneId: table.headZoneId,
  throughputSampleInterval: table.throughputSampleInterval,
  version: table.version,
};
const { expectedWaitMappingId, spaceId } = columns;
export type ExpectedWaitValues = Pick<ExpectedWaitMapping, 'spaceId' | 'headZoneId' | 'throughputSampleInterval'> & {
  /** Of the space. */
  readonly locationId: string;
};

export async function expectedWaitMappingPage(
  { sql: db }: Transaction,
  scope: Scope,
  query: ListQuery & { readonly locationId?: string | undefined; readonly spaceId?: string | undefined },
): Promise<{ rows: ExpectedWaitMapping[]; total: number }> {
  const wanted = and(
    visible(scope),
    query.locationId === undefined ? undefined : sameId(table.locationId, query.locationId),
    query.spaceId === undefined ? undefined : sameId(spaceId, query.spaceId),
    contains(query.search, space.name),
  );
  const itsSpace = eq(space.spaceId, spaceId);
  const rows = await db
    .select(columns)
    .from(table)
    .innerJoin(space, itsSpace)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'name', { name: space.name }, expectedWaitMappingId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(table).innerJoin(space, itsSpace).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findExpectedWaitMapping(
  { sql: db }: Transaction,
  scope: Scope,
  id: string,
): Promise<ExpectedWaitMapping | undefined> {
  const [row] = await db
    .select(columns)
    .from(table)
    .where(and(visible(scope), sameId(expectedWaitMappingId, id)));
  return row;
}

/** Of a space. */
export async function mappingOfSpace({ sql: db }: Transaction, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ expectedWaitMappingId })
    .from(table)
    .where(and(eq(spaceId, id), isNull(table.deletedAt)));
  return row?.expectedWaitMappingId;
}

export async function addExpectedWaitMapping(
  { sql: db }: Transaction,
  orgId: string,
  values: ExpectedWaitValues,
  now: Date,
): Promise<ExpectedWaitMapping> {
  const rows = await db
    .insert(table)
    .values({ orgId, ...values, createdAt: now, updatedAt: now })
    .returning(columns);
  return rows[0]!;
}

export async function saveExpectedWaitMapping(
  { sql: db }: Transaction,
  before: ExpectedWaitMapping,
  changes: Partial<ExpectedWaitValues> & { readonly deletedAt?: Date },
  now: Date,
): Promise<ExpectedWaitMapping> {
  const rows = await db
    .update(table)
    .set({ ...changes, version: before.version + 1, updatedAt: now })
    .where(eq(expectedWaitMappingId, before.expectedWaitMappingId))
    .returning(columns);
  return rows[0]!;
}

/** The spaces of mappings. */
export async function spacesOfMappings({ sql: db }: Transaction, ids: readonly string[]) {
  const { orgId, locationId, name, maxCapacity } = space;
  return db
    .select({ parentId: expectedWaitMappingId, row: { spaceId: space.spaceId, orgId, locationId, name, maxCapacity } })
    .from(table)
    .innerJoin(space, eq(space.spaceId, spaceId))
    .where(inArray(expectedWaitMappingId, [...ids]));
}

export async function headZonesOfMappings({ sql: db }: Transaction, ids: readonly string[]) {
  return db
    .select({ parentId: expectedWaitMappingId, row: zoneColumns })
    .from(table)
    .innerJoin(zone, eq(zone.zoneId, table.headZoneId))
    .leftJoin(zoneSetting, lastSetting())
    .where(inArray(expectedWaitMappingId, [...ids]));
}

function visible(scope: Scope) {
  return and(visibleTo(scope, table.orgId, table.locationId), isNull(table.deletedAt));
}
