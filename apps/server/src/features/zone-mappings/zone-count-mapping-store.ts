import type { ZoneCountMapping } from '@atrium/contract/zone-count-mappings';
import { and, count, eq, inArray, isNull, ne } from 'drizzle-orm';
import { visibleTo } from '../../registry/directory/entity-lookup.ts';
import { sameId } from '../../registry/ids.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { zone } from '../../registry/schema/sensors.ts';
import { zoneCountMapping as table } from '../../registry/schema/zone-mappings.ts';
import type { Scope } from '../../scope.ts';

/** With where its zones are. */
export interface StoredZoneCountMapping extends ZoneCountMapping {
  readonly locationId: string;
}
export type ZoneCountValues = Pick<ZoneCountMapping, 'dwellZoneId' | 'passerbyZoneId'>;

const columns = {
  zoneId: table.zoneId,
  orgId: table.orgId,
  dwellZoneId: table.dwellZoneId,
  passerbyZoneId: table.passerbyZoneId,
  version: table.version,
};
const { zoneId, dwellZoneId } = columns;

export async function zoneCountMappingPage(
  { sql: db }: Transaction,
  scope: Scope,
  query: ListQuery & { readonly locationId?: string | undefined },
): Promise<{ rows: ZoneCountMapping[]; total: number }> {
  const wanted = and(
    visible(scope),
    query.locationId === undefined ? undefined : sameId(table.locationId, query.locationId),
    contains(query.search, zone.name),
  );
  const ofLine = eq(zone.zoneId, zoneId);
  const rows = await db
    .select(columns)
    .from(table)
    .innerJoin(zone, ofLine)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'name', { name: zone.name }, zoneId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(table).innerJoin(zone, ofLine).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findZoneCountMapping(
  { sql: db }: Transaction,
  scope: Scope,
  ofLine: string,
): Promise<StoredZoneCountMapping | undefined> {
  const [row] = await db
    .select({ ...columns, locationId: table.locationId })
    .from(table)
    .where(and(visible(scope), sameId(zoneId, ofLine)));
  return row;
}

/** Whether another count line has this dwell zone. */
export async function isDwellZoneUsed(
  { sql: db }: Transaction,
  orgId: string,
  dwell: string,
  ofLine: string,
): Promise<boolean> {
  const rows = await db
    .select({ zoneId })
    .from(table)
    .where(and(eq(table.orgId, orgId), eq(dwellZoneId, dwell), ne(zoneId, ofLine), isNull(table.deletedAt)));
  return rows.length > 0;
}

export async function addZoneCountMapping(
  { sql: db }: Transaction,
  values: Omit<StoredZoneCountMapping, 'version'>,
  now: Date,
): Promise<ZoneCountMapping> {
  const rows = await db
    .insert(table)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning(columns);
  return rows[0]!;
}

export async function saveZoneCountMapping(
  { sql: db }: Transaction,
  before: ZoneCountMapping,
  changes: Partial<ZoneCountValues> & { readonly deletedAt?: Date },
  now: Date,
): Promise<ZoneCountMapping> {
  const rows = await db
    .update(table)
    .set({ ...changes, version: before.version + 1, updatedAt: now })
    .where(and(eq(zoneId, before.zoneId), isNull(table.deletedAt)))
    .returning(columns);
  return rows[0]!;
}

/** The mappings of those of these zones that are mapped count lines. */
export async function mappingsOfZones({ sql: db }: Transaction, zoneIds: readonly string[]) {
  const rows = await db
    .select(columns)
    .from(table)
    .where(and(inArray(zoneId, [...zoneIds]), isNull(table.deletedAt)));
  return rows.map((row) => ({ parentId: row.zoneId, row }));
}

function visible(scope: Scope) {
  return and(visibleTo(scope, table.orgId, table.locationId), isNull(table.deletedAt));
}
