import { and, eq, isNull } from 'drizzle-orm';
import { raiseEstateVersion } from '../registry/directory/store.ts';
import { takeDisplayedId } from '../registry/display-code-store.ts';
import type { Transaction } from '../registry/registry.ts';
import { organization } from '../registry/schema/organizations.ts';
import { site } from '../registry/schema/places.ts';
import { sensor, sensorAssignment, zone, zoneSetting } from '../registry/schema/sensors.ts';
import { nextMinute, openMeasure } from './series-store.ts';

type Database = Transaction['sql'];

/** Something a sensor counts, or will count, without a zone or series yet. */
export interface UnknownLogic {
  readonly sensorId: string;
  readonly logic: { readonly deviceId: string; readonly name: string; readonly form: 'line' | 'zone' };
  /** Null for a zone that counts nothing this version can store. */
  readonly measure: string | null;
}

/**
 * Creates what a commissioned sensor counts without setup, so that nothing is dropped: a zone, marked for review unless
 * it was requested, its settings and its series, from the day of commissioning.
 */
export async function createZones(
  tx: Transaction,
  orgId: string,
  logics: readonly UnknownLogic[],
  now: Date,
  { needsReview = true }: { needsReview?: boolean } = {},
): Promise<void> {
  const { sql: db } = tx;
  // One at a time for an organization: the second finds what the first has created.
  await db.select({}).from(organization).where(eq(organization.orgId, orgId)).for('no key update');
  for (const unknown of logics) {
    const place = await placeOf(db, orgId, unknown.sensorId, now);
    if (!place) continue;
    const zones = await db
      .select({ zoneId: zone.zoneId, deviceId: zone.deviceId, countType: zone.countType })
      .from(zone)
      .where(and(eq(zone.orgId, orgId), eq(zone.sensorId, unknown.sensorId), isNull(zone.deletedAt)));
    const known = zones.find(({ deviceId }) => deviceId === unknown.logic.deviceId);
    // A second line at the same door would count everyone twice in the location, so it waits for the review.
    const isFirstLine = unknown.logic.form === 'line' && !zones.some(({ countType }) => countType === lineCount);
    const perimeter = place.isPerimeter && isFirstLine;
    const zoneId =
      known?.zoneId ?? (await createZone(db, orgId, unknown, { needsReview, perimeter, from: place.from }));
    if (unknown.measure !== null) await openMeasure(tx, { orgId, zoneId, measure: unknown.measure }, place);
  }
  await raiseEstateVersion(tx, orgId);
}

/** The count type of lines. */
const lineCount = 1;

interface Place {
  readonly siteId: string;
  readonly locationId: string;
  readonly isPerimeter: boolean;
  readonly from: Date;
}

async function placeOf(db: Database, orgId: string, sensorId: string, now: Date): Promise<Place | undefined> {
  const [found] = await db
    .select({
      siteId: site.siteId,
      locationId: site.locationId,
      siteType: site.siteType,
      from: sensor.commissionedDate,
      since: sensorAssignment.from,
      until: sensorAssignment.to,
    })
    .from(sensor)
    .innerJoin(sensorAssignment, eq(sensorAssignment.sensorId, sensor.sensorId))
    .innerJoin(site, eq(site.siteId, sensorAssignment.siteId))
    .where(and(eq(sensor.orgId, orgId), eq(sensor.sensorId, sensorId), isNull(sensorAssignment.deletedAt)))
    .then((rows) => rows.filter(({ since, until }) => since <= now && now < until));
  if (!found?.from) return undefined;
  // Earlier counts belong to where the sensor was installed then.
  const from = nextMinute(found.from) >= nextMinute(found.since) ? found.from : nextMinute(found.since);
  return { siteId: found.siteId, locationId: found.locationId, isPerimeter: found.siteType === 1, from };
}

async function createZone(
  db: Database,
  orgId: string,
  { sensorId, logic }: UnknownLogic,
  { needsReview, perimeter, from }: { needsReview: boolean; perimeter: boolean; from: Date },
): Promise<string> {
  const zoneId = await takeDisplayedId({ sql: db }, orgId, 'zone');
  await db.insert(zone).values({
    zoneId,
    orgId,
    sensorId,
    name: logic.name,
    deviceId: logic.deviceId,
    countType: logic.form === 'line' ? lineCount : 8,
    needsReview,
  });
  await db.insert(zoneSetting).values({ orgId, zoneId, perimeter, from });
  return zoneId;
}
