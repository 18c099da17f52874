import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { addSeries, type Meaning } from '../../estate/series-store.ts';
import { raiseEstateVersion } from '../../registry/directory/store.ts';
import type { Transaction } from '../../registry/registry.ts';
import { sensor, sensorAssignment, zone, zoneSetting } from '../../registry/schema/sensors.ts';
import { series } from '../../registry/schema/series.ts';
import { site } from '../../registry/schema/places.ts';

const measure = 'people';

/** The series that an import has already, by zone. */
export async function seriesOfImport({ sql: db }: Transaction, importId: string) {
  return db
    .select({ seriesId: series.seriesId, zoneId: series.zoneId, from: series.from, to: series.to })
    .from(series)
    .where(eq(series.importId, importId))
    .orderBy(asc(series.seriesId));
}

/** Opens a series of an import, like the first of the zone. It counts nothing before the import is complete. */
export async function openImportSeries(
  tx: Transaction,
  { orgId, importId, zoneId, from, to }: { orgId: string; importId: string; zoneId: string; from: Date; to: Date },
): Promise<number> {
  const meaning = await meaningOf(tx, orgId, zoneId);
  const made = { orgId, owner: 'zone' as const, zoneId, measure, ...meaning, enabled: false, importId, from, to };
  const [seriesId] = await addSeries(tx.sql, [made]);
  await raiseEstateVersion(tx, orgId);
  return seriesId!;
}

/** More of a history was read; times are epoch seconds. */
export async function widenSeries(
  { client }: Transaction,
  ranges: readonly { readonly series: number; readonly from: number; readonly to: number }[],
): Promise<void> {
  if (ranges.length === 0) return;
  await client.query(
    `UPDATE series s SET "from" = least(s."from", to_timestamp(t."from")), "to" = greatest(s."to", to_timestamp(t."to"))
     FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS t (series_id, "from", "to")
     WHERE s.series_id = t.series_id`,
    [ranges.map((each) => each.series), ranges.map(({ from }) => from), ranges.map(({ to }) => to)],
  );
}

/** From now on the history counts. */
export async function enableImportSeries(tx: Transaction, orgId: string, importId: string): Promise<void> {
  await tx.sql.update(series).set({ enabled: true }).where(eq(series.importId, importId));
  await raiseEstateVersion(tx, orgId);
}

/** Nothing of the history counts any more; the numbers of its series are never used again. Says how far it reached. */
export async function closeImportSeries(
  tx: Transaction,
  orgId: string,
  importId: string,
): Promise<{ series: number[]; devices: string[]; until: number }> {
  const { sql: db } = tx;
  const ends = (await seriesOfImport(tx, importId)).map(({ to }) => Math.ceil(to.getTime() / 1000));
  const closed = await db
    .update(series)
    .set({ to: series.from, enabled: false })
    .where(eq(series.importId, importId))
    .returning({ seriesId: series.seriesId, zoneId: series.zoneId });
  await raiseEstateVersion(tx, orgId);
  const zoneIds = closed.flatMap(({ zoneId }) => zoneId ?? []);
  if (zoneIds.length === 0) return { series: [], devices: [], until: 0 };
  const sensors = await db
    .selectDistinct({ sensorId: sensor.sensorId, device: sensor.device })
    .from(zone)
    .innerJoin(sensor, eq(sensor.sensorId, zone.sensorId))
    .where(and(eq(zone.orgId, orgId), inArray(zone.zoneId, zoneIds)));
  return {
    until: ends.reduce((latest, end) => Math.max(latest, end)),
    series: closed.map(({ seriesId }) => seriesId),
    devices: sensors.flatMap(({ sensorId, device }) => [`sensor:${sensorId}`, ...(device === null ? [] : [device])]),
  };
}

type Place = Omit<Meaning, 'enabled'>;

/** How the first counts of a zone were interpreted, otherwise how they are now. */
async function meaningOf({ sql: db }: Transaction, orgId: string, zoneId: string): Promise<Place> {
  const [first] = await db
    .select()
    .from(series)
    .where(
      and(
        eq(series.orgId, orgId),
        eq(series.zoneId, zoneId),
        eq(series.measure, measure),
        isNull(series.importId),
        isNull(series.correctionId),
      ),
    )
    .orderBy(asc(series.from), asc(series.seriesId))
    .limit(1);
  if (first) {
    const { siteId, locationId, countFilter, countApplication, perimeter } = first;
    return {
      siteId: siteId!,
      locationId,
      countFilter: countFilter!,
      countApplication: countApplication!,
      perimeter: perimeter!,
    };
  }
  const [now] = await db
    .select({ settings: zoneSetting, siteId: site.siteId, locationId: site.locationId })
    .from(zone)
    .innerJoin(zoneSetting, eq(zoneSetting.zoneId, zone.zoneId))
    .innerJoin(sensorAssignment, and(eq(sensorAssignment.sensorId, zone.sensorId), isNull(sensorAssignment.deletedAt)))
    .innerJoin(site, eq(site.siteId, sensorAssignment.siteId))
    .where(and(eq(zone.orgId, orgId), eq(zone.zoneId, zoneId)))
    .orderBy(desc(sensorAssignment.from), desc(zoneSetting.from))
    .limit(1);
  if (!now) throw new Error(`Zone ${zoneId} counts nowhere.`);
  const { countFilter, countApplication, perimeter } = now.settings;
  return { siteId: now.siteId, locationId: now.locationId, countFilter, countApplication, perimeter };
}
