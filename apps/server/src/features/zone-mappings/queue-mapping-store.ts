import type { QueueMapping } from '@atrium/contract/queue-mappings';
import { and, count, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import { visibleTo } from '../../registry/directory/entity-lookup.ts';
import { sameId } from '../../registry/ids.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { zone } from '../../registry/schema/sensors.ts';
import { queueMapping as table } from '../../registry/schema/zone-mappings.ts';
import type { Scope } from '../../scope.ts';

const columns = {
  queueMappingId: table.queueMappingId,
  orgId: table.orgId,
  locationId: table.locationId,
  queueZoneId: table.queueZoneId,
  serviceZoneId: table.serviceZoneId,
  queueOccupancyZoneId: table.queueOccupancyZoneId,
  serviceOccupancyZoneId: table.serviceOccupancyZoneId,
  depthConfig: table.depthConfig,
  version: table.version,
};
const { queueMappingId, queueZoneId, locationId, depthConfig } = columns;
export type QueueMappingValues = Omit<QueueMapping, 'queueMappingId' | 'version'>;

export async function queueMappingPage(
  { sql: db }: Transaction,
  scope: Scope,
  query: ListQuery & { readonly locationId?: string | undefined },
): Promise<{ rows: QueueMapping[]; total: number }> {
  const wanted = and(
    visible(scope),
    query.locationId === undefined ? undefined : sameId(locationId, query.locationId),
    contains(query.search, zone.name),
  );
  const ofQueue = eq(zone.zoneId, queueZoneId);
  const rows = await db
    .select(columns)
    .from(table)
    .innerJoin(zone, ofQueue)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'name', { name: zone.name }, queueMappingId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(table).innerJoin(zone, ofQueue).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findQueueMapping(
  { sql: db }: Transaction,
  scope: Scope,
  id: string,
): Promise<QueueMapping | undefined> {
  const [row] = await db
    .select(columns)
    .from(table)
    .where(and(visible(scope), sameId(queueMappingId, id)));
  return row;
}

/** The zones of all queue mappings of an organization, except one of them. */
export async function zonesInQueues(
  { sql: db }: Transaction,
  orgId: string,
  except: string | undefined,
): Promise<Set<string>> {
  const rows = await db
    .select(columns)
    .from(table)
    .where(
      and(
        eq(table.orgId, orgId),
        isNull(table.deletedAt),
        except === undefined ? undefined : ne(queueMappingId, except),
      ),
    );
  const ids = rows.flatMap((row) => [
    row.queueZoneId,
    row.serviceZoneId,
    row.queueOccupancyZoneId,
    row.serviceOccupancyZoneId,
  ]);
  return new Set(ids.filter((id) => id !== null));
}

export async function addQueueMapping(
  { sql: db }: Transaction,
  values: QueueMappingValues,
  now: Date,
): Promise<QueueMapping> {
  const rows = await db
    .insert(table)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning(columns);
  return rows[0]!;
}

export async function saveQueueMapping(
  { sql: db }: Transaction,
  before: QueueMapping,
  changes: Partial<QueueMappingValues> & { readonly deletedAt?: Date },
  now: Date,
): Promise<QueueMapping> {
  const rows = await db
    .update(table)
    .set({ ...changes, version: before.version + 1, updatedAt: now })
    .where(eq(queueMappingId, before.queueMappingId))
    .returning(columns);
  return rows[0]!;
}

/** The depth of queue mappings that have one. */
export async function depthsOf({ sql: db }: Transaction, ids: readonly string[]) {
  const rows = await db
    .select({ queueMappingId, depthConfig })
    .from(table)
    .where(and(inArray(queueMappingId, [...ids]), isNotNull(depthConfig)));
  return rows.map(({ queueMappingId: id, depthConfig: depth }) => ({
    parentId: id,
    row: { queueMappingId: id, ...depth },
  }));
}

function visible(scope: Scope) {
  return and(visibleTo(scope, table.orgId, locationId), isNull(table.deletedAt));
}
