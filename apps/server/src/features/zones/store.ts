import type { ListedZone, ZoneDetail, ZoneMeasure } from '@atrium/contract/zones';
import { measureLabel } from '@atrium/metrics/measures';
import type { ZoneSettings } from '@atrium/rules/zone-settings';
import { areaApplications } from '@atrium/rules/display';
import { and, desc, eq, gt, inArray, isNull, not, sql } from 'drizzle-orm';
import { isInstalledNow, visibleTo } from '../../registry/directory/entity-lookup.ts';
import { sameId } from '../../registry/ids.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { location, site } from '../../registry/schema/places.ts';
import { sensor, sensorAssignment, zone, zoneSetting } from '../../registry/schema/sensors.ts';
import { series, seriesArrival, seriesLast } from '../../registry/schema/series.ts';
import { lastSetting, zoneColumns } from '../../registry/zone-columns.ts';
import type { Scope } from '../../scope.ts';

export interface ZoneFilter {
  readonly zoneId?: string | undefined;
  readonly locationId?: string | undefined;
  /** What a display of this kind can show. */
  readonly display?: 'facemask' | 'queue-opt' | undefined;
}

/** One page of the zones within the scope. A page beyond the end has no row that says how many there are. */
export async function zonePage(
  { sql: db }: Transaction,
  scope: Scope,
  query: ListQuery & ZoneFilter,
  now: Date,
): Promise<{ rows: ListedZone[]; total: number }> {
  const { zoneId, orgId, name } = zone;
  const found = await db
    .select({
      zoneId,
      orgId,
      name,
      sensorId: zone.sensorId,
      sensorName: sensor.name,
      locationId: site.locationId,
      locationName: location.name,
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(zone)
    .innerJoin(sensor, and(eq(sensor.sensorId, zone.sensorId), isNull(sensor.deletedAt), sensor.active))
    .leftJoin(zoneSetting, lastSetting())
    .leftJoin(sensorAssignment, isInstalledNow(now))
    .leftJoin(site, eq(site.siteId, sensorAssignment.siteId))
    .leftJoin(location, eq(location.locationId, site.locationId))
    .where(
      and(
        isNull(zone.deletedAt),
        visibleTo(scope, orgId, site.locationId),
        query.zoneId === undefined ? undefined : sameId(zoneId, query.zoneId),
        query.locationId === undefined ? undefined : sameId(site.locationId, query.locationId),
        query.display && canDisplay(query.display),
        contains(query.search, name, sensor.name, site.name, location.name),
      ),
    )
    .orderBy(
      ...orderTerms(query.order ?? 'name', { name, sensorName: sensor.name, locationName: location.name }, zoneId),
    )
    .limit(query.limit)
    .offset(query.offset);
  const rows = found.map((each) => {
    const { total: _, ...row } = each;
    return row;
  });
  return { rows, total: found[0]?.total ?? 0 };
}

/** The same as `displayZoneProblems`. */
function canDisplay(kind: 'facemask' | 'queue-opt') {
  const isArea = inArray(sql`coalesce(${zoneSetting.countApplication}, 0)`, [...areaApplications]);
  return and(sql`${zoneSetting.disabled} IS NOT TRUE`, kind === 'queue-opt' ? isArea : not(isArea));
}

export async function readZone(
  { sql: db }: Transaction,
  orgId: string,
  zoneId: string,
): Promise<ZoneDetail | undefined> {
  const [found] = await db
    .select({ ...zoneColumns, version: zone.version })
    .from(zone)
    .leftJoin(zoneSetting, lastSetting())
    .where(and(eq(zone.orgId, orgId), eq(zone.zoneId, zoneId), isNull(zone.deletedAt)));
  return found && { ...found, measures: await readMeasures(db, orgId, zoneId) };
}

/** A measure may have had several series, one for each meaning of the zone. */
async function readMeasures(db: Transaction['sql'], orgId: string, zoneId: string): Promise<ZoneMeasure[]> {
  const last = sql<Date>`max(greatest(${seriesArrival.lastAt}, ${seriesLast.lastMinute} + interval '1 minute'))`;
  const rows = await db
    .select({
      measure: series.measure,
      // Unknown for one of them is unknown for all.
      firstAt: sql<Date | null>`CASE WHEN bool_and(${seriesArrival.firstAt} IS NOT NULL) THEN min(${seriesArrival.firstAt}) END`,
      lastAt: last,
    })
    .from(series)
    .innerJoin(seriesArrival, eq(seriesArrival.seriesId, series.seriesId))
    .leftJoin(seriesLast, eq(seriesLast.seriesId, series.seriesId))
    .where(and(eq(series.orgId, orgId), eq(series.zoneId, zoneId)))
    .groupBy(series.measure)
    .orderBy(desc(last), series.measure);
  return rows.map(({ measure, firstAt, lastAt }) => ({
    measure,
    name: measureLabel(measure),
    firstAt: firstAt === null ? null : new Date(firstAt).toISOString(),
    lastAt: new Date(lastAt).toISOString(),
  }));
}

export async function saveZone(
  { sql: db }: Transaction,
  zoneId: string,
  values: Pick<ZoneDetail, 'name' | 'needsReview' | 'settings'>,
  now: Date,
): Promise<void> {
  await db
    .update(zone)
    .set({ ...values, updatedAt: now, version: sql`${zone.version} + 1` })
    .where(eq(zone.zoneId, zoneId));
}

/** From `at` on. Settings that have not taken effect yet are replaced. */
export async function saveSettings(
  { sql: db }: Transaction,
  orgId: string,
  zoneId: string,
  settings: Omit<ZoneSettings, 'name'>,
  at: Date,
): Promise<void> {
  await db
    .update(zoneSetting)
    .set({ to: at })
    .where(and(eq(zoneSetting.zoneId, zoneId), gt(zoneSetting.to, at)));
  await db
    .insert(zoneSetting)
    .values({ orgId, zoneId, ...settings, from: at })
    .onConflictDoUpdate({
      target: [zoneSetting.zoneId, zoneSetting.from],
      set: { ...settings, to: sql`excluded."to"` },
    });
}
