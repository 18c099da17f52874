import type { ZoneDetail, ZoneMeasure } from '@atrium/contract/zones';
import { measureLabel } from '@atrium/metrics/measures';
import type { ZoneSettings } from '@atrium/rules/zone-settings';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { zone, zoneSetting } from '../../registry/schema/sensors.ts';
import { series, seriesArrival, seriesLast } from '../../registry/schema/series.ts';
import { lastSetting, zoneColumns } from '../../registry/zone-columns.ts';

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
