import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Transaction } from '../registry.ts';
import { organization } from '../schema/organizations.ts';
import { location, site } from '../schema/places.ts';
import { sensor, sensorAssignment, zone } from '../schema/sensors.ts';
import { series, seriesFactor } from '../schema/series.ts';
import type { Estate, EstateSensor, EstateZone } from './estate.ts';
import { loadClockShifts } from './clock-shift-store.ts';
import { loadCorrections } from './correction-store.ts';
import { loadCounterPeriods } from './counter-period-store.ts';
import { loadAverageWaits } from './wait-time-store.ts';
import { loadHours } from './hours-store.ts';
import { loadMappings } from './mapping-store.ts';
import { loadSpaces } from './space-store.ts';

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
const longAgo = new Date(0);

export async function estateVersion({ sql: db }: Transaction, orgId: string): Promise<number | undefined> {
  const rows = await db
    .select({ version: organization.estateVersion })
    .from(organization)
    .where(and(eq(organization.orgId, orgId), isNull(organization.deletedAt)));
  return rows[0]?.version;
}

/** Call this in the transaction of every change to places, opening hours, sensors, zones or series. */
export async function raiseEstateVersion({ sql: db }: Transaction, orgId: string): Promise<void> {
  await db
    .update(organization)
    .set({ estateVersion: sql`${organization.estateVersion} + 1` })
    .where(eq(organization.orgId, orgId));
  await db.execute(sql`SELECT pg_notify('atrium_estate', ${JSON.stringify(orgId)})`);
}

export async function loadEstate(tx: Transaction, orgId: string, now: Date): Promise<Estate | undefined> {
  const { sql: db } = tx;
  const [org] = await db
    .select()
    .from(organization)
    .where(and(eq(organization.orgId, orgId), isNull(organization.deletedAt)));
  if (!org) return undefined;
  const locations = await db
    .select()
    .from(location)
    .where(and(eq(location.orgId, orgId), isNull(location.deletedAt)))
    .orderBy(asc(location.name), asc(location.locationId));
  const sites = await db
    .select()
    .from(site)
    .where(and(eq(site.orgId, orgId), isNull(site.deletedAt)));
  const sensors = await db
    .select()
    .from(sensor)
    .where(and(eq(sensor.orgId, orgId), isNull(sensor.deletedAt)))
    .orderBy(asc(sensor.updatedAt));
  const assignments = await db
    .select()
    .from(sensorAssignment)
    .where(
      and(
        eq(sensorAssignment.orgId, orgId),
        isNull(sensorAssignment.deletedAt),
        lte(sensorAssignment.from, now),
        gt(sensorAssignment.to, now),
      ),
    );
  const zones = await db
    .select()
    .from(zone)
    .where(and(eq(zone.orgId, orgId), isNull(zone.deletedAt)));
  const counters = await loadCounterPeriods(tx, orgId);
  const averageWaits = await loadAverageWaits(tx, orgId);
  // Includes removed sensors, because their counts are kept.
  const allSeries = await db
    .select({ series, commissionedDate: sensor.commissionedDate })
    .from(series)
    .leftJoin(zone, eq(zone.zoneId, series.zoneId))
    .leftJoin(sensor, eq(sensor.sensorId, zone.sensorId))
    .where(eq(series.orgId, orgId))
    .orderBy(asc(series.seriesId));
  const factors = await db
    .select()
    .from(seriesFactor)
    .where(eq(seriesFactor.orgId, orgId))
    .orderBy(asc(seriesFactor.seriesId), asc(seriesFactor.from));

  const siteOfSensor = new Map(assignments.map((a) => [a.sensorId, a.siteId]));
  const zonesOfSensor = groupBy(zones, (z) => z.sensorId);
  const estateZone = (z: (typeof zones)[number]): EstateZone => ({
    zoneId: z.zoneId,
    sensorId: z.sensorId,
    name: z.name,
    deviceId: z.deviceId,
    needsReview: z.needsReview,
    ...(counters.has(z.zoneId) ? { counters: counters.get(z.zoneId) ?? [] } : {}),
    ...(averageWaits.has(z.zoneId) ? { averageWaits: averageWaits.get(z.zoneId) ?? [] } : {}),
  });
  const estateSensors = sensors.map((s): EstateSensor => ({
    sensorId: s.sensorId,
    name: s.name,
    sensorType: s.sensorType,
    macAddress: s.macAddress,
    device: s.device,
    active: s.active,
    countsFrom: s.commissionedDate ? Math.max(seconds(s.commissionedDate), seconds(s.purgedBefore ?? longAgo)) : null,
    siteId: siteOfSensor.get(s.sensorId) ?? null,
    zones: (zonesOfSensor.get(s.sensorId) ?? []).map(estateZone),
  }));
  const sensorOfZone = new Map(zones.map((z) => [z.zoneId, z.sensorId]));
  const importedTo = importedUntil(allSeries.map((each) => each.series));
  const factorsOfSeries = groupBy(factors, (f) => f.seriesId);
  return {
    orgId,
    factOrg: org.factOrg,
    version: org.estateVersion,
    weekStart: org.weekStart,
    name: org.name,
    currency: org.currency,
    withholdsSmallGroups: org.withholdSmallGroups,
    trackDays: org.trackDays,
    locations: new Map(locations.map((l) => [l.locationId, l])),
    sites: new Map(sites.map((s) => [s.siteId, s])),
    sensors: new Map(estateSensors.map((s) => [s.sensorId, s])),
    sensorsByDevice: byDevice(estateSensors.filter(({ active }) => active)),
    formerSensorsByDevice: byDevice(estateSensors.filter(({ active }) => !active)),
    zones: new Map(zones.map((z) => [z.zoneId, estateZone(z)])),
    spaces: org.canViewOccupancy || org.headroomEnabled ? await loadSpaces(tx, orgId) : new Map(),
    hours: await loadHours(tx, orgId),
    mappings: await loadMappings(tx, orgId),
    clockShifts: await loadClockShifts(tx, orgId),
    corrections: await loadCorrections(tx, orgId),
    series: new Map(
      allSeries.map(({ series: s, commissionedDate }) => [
        s.seriesId,
        {
          seriesId: s.seriesId,
          ...ownerOf(s, sensorOfZone),
          locationId: s.locationId,
          measure: s.measure,
          enabled: s.enabled,
          ...(s.importId ? { isImported: true } : {}),
          ...(s.correctionId ? { isCorrection: true } : {}),
          from:
            (s.importId ?? s.correctionId)
              ? seconds(s.from)
              : Math.max(
                  seconds(s.from),
                  commissionedDate ? seconds(commissionedDate) : 0,
                  importedTo.get(`${s.zoneId} ${s.measure}`) ?? 0,
                ),
          to: seconds(s.to),
          recordedFrom: seconds(s.from),
          factors: (factorsOfSeries.get(s.seriesId) ?? []).map((f) => ({
            from: seconds(f.from),
            to: seconds(f.to),
            fIn: f.fIn,
            fOut: f.fOut,
          })),
        },
      ]),
    ),
  };
}

/** By zone and measure, when its newest imported history ends: nothing is counted twice, however late it arrives. */
function importedUntil(all: readonly (typeof series.$inferSelect)[]): Map<string, number> {
  const ends = new Map<string, number>();
  for (const { importId, enabled, zoneId, measure, from, to } of all) {
    if (importId === null || !enabled || from >= to) continue;
    const key = `${zoneId} ${measure}`;
    ends.set(key, Math.max(ends.get(key) ?? 0, seconds(to)));
  }
  return ends;
}

/** `series_owner` in the schema defines which of these columns a row has. */
function ownerOf(
  { owner, zoneId, spaceId, siteId, countFilter, countApplication, perimeter }: typeof series.$inferSelect,
  sensorOfZone: ReadonlyMap<string, string>,
) {
  switch (owner) {
    case 'zone': {
      const settings = { countFilter: countFilter!, countApplication: countApplication!, perimeter: perimeter! };
      return { owner, zoneId: zoneId!, sensorId: sensorOfZone.get(zoneId!) ?? '', siteId: siteId!, ...settings };
    }
    case 'space':
      return { owner, spaceId: spaceId! };
    case 'location':
      return { owner };
  }
}

function byDevice(sensors: readonly EstateSensor[]): Map<string, EstateSensor> {
  return new Map(sensors.flatMap((each) => (each.device ? [[each.device, each]] : [])));
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
