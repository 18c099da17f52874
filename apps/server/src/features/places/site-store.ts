import type { Site } from '@atrium/contract/sites';
import type { SiteValues } from '@atrium/rules/site';
import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { visibleTo } from '../../registry/directory/entity-lookup.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { sameId } from '../../registry/ids.ts';
import { inBatches, type Transaction } from '../../registry/registry.ts';
import { location, site } from '../../registry/schema/places.ts';
import { siteColumns } from '../../registry/site-columns.ts';
import type { Scope } from '../../scope.ts';

const { siteId, locationId, name, siteType, nodeCount } = siteColumns;

/** People search for the doors of a location by its name. */
const nameOfLocation = sql`(SELECT ${location.name} FROM ${location} WHERE ${location.locationId} = ${site.locationId})`;

export interface SiteFilter {
  readonly locationId?: string | undefined;
  readonly siteType?: string | undefined;
}

export async function sitePage(
  { sql: db }: Transaction,
  scope: Scope,
  query: ListQuery & SiteFilter,
): Promise<{ rows: Site[]; total: number }> {
  const wanted = and(
    visible(scope),
    query.locationId === undefined ? undefined : sameId(locationId, query.locationId),
    query.siteType === undefined ? undefined : eq(siteType, Number(query.siteType)),
    contains(query.search, name, nameOfLocation),
  );
  const rows = await db
    .select(siteColumns)
    .from(site)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'name', { name, siteType, nodeCount }, siteId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(site).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findSite({ sql: db }: Transaction, scope: Scope, id: string): Promise<Site | undefined> {
  const [row] = await db
    .select(siteColumns)
    .from(site)
    .where(and(visible(scope), sameId(siteId, id)));
  return row;
}

/** In the given order. */
export async function addSites(
  { sql: db }: Transaction,
  orgId: string,
  sites: readonly (SiteValues & { readonly locationId: string })[],
  now: Date,
): Promise<Site[]> {
  const made: Site[] = [];
  await inBatches(sites, async (batch) => {
    const rows = batch.map((values) => ({ ...values, orgId, createdAt: now, updatedAt: now }));
    made.push(...(await db.insert(site).values(rows).returning(siteColumns)));
  });
  return made;
}

export async function saveSite(
  { sql: db }: Transaction,
  before: Site,
  changes: Partial<SiteValues>,
  now: Date,
): Promise<Site> {
  const [row] = await db
    .update(site)
    .set({ ...changes, version: before.version + 1, updatedAt: now })
    .where(eq(siteId, before.siteId))
    .returning(siteColumns);
  if (!row) throw new Error('The site was not stored.');
  return row;
}

export async function removeSites({ sql: db }: Transaction, ids: readonly string[], now: Date): Promise<void> {
  await db
    .update(site)
    .set({ deletedAt: now, updatedAt: now, version: sql`${site.version} + 1` })
    .where(inArray(siteId, [...ids]));
}

export async function siteIdsOf({ sql: db }: Transaction, ofLocation: string): Promise<string[]> {
  const rows = await db
    .select({ siteId })
    .from(site)
    .where(and(eq(locationId, ofLocation), isNull(site.deletedAt)));
  return rows.map((row) => row.siteId);
}

/** The location fields that everyone who sees a site may see. */
export async function locationsOfSites({ sql: db }: Transaction, siteIds: readonly string[]) {
  const { orgId, timezone } = location;
  return db
    .select({ parentId: siteId, row: { locationId: location.locationId, orgId, name: location.name, timezone } })
    .from(site)
    .innerJoin(location, eq(location.locationId, locationId))
    .where(inArray(siteId, [...siteIds]));
}

function visible(scope: Scope) {
  return and(visibleTo(scope, site.orgId, locationId), isNull(site.deletedAt));
}
