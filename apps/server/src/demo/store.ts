import { roleIds, organizationScope, systemScope } from '@atrium/contract/access';
import { countryName } from '@atrium/rules/countries';
import type { DemoOrganization, DemoSensor, DemoUser, DemoZone } from '@atrium/simulator/demo-world';
import { silenceLimit } from '@atrium/rules/offline-sensor';
import { noReset, type ResetConfig } from '@atrium/rules/reset-config';
import { farFuture } from '@atrium/rules/schedule';
import { newTicket } from '@atrium/rules/ticket';
import { defaultSampleInterval } from '@atrium/rules/zone-mapping';
import { and, desc, eq, inArray, isNull, max } from 'drizzle-orm';
import { addSeries } from '../estate/series-store.ts';
import { builtInDesk } from '../features/tickets/help-desk.ts';
import { addCompany, addContact, addTicket } from '../features/tickets/store.ts';
import type { Transaction } from '../registry/registry.ts';
import { installation } from '../registry/schema/operations.ts';
import { metaProperty } from '../registry/schema/organization-details.ts';
import { organization } from '../registry/schema/organizations.ts';
import { locationAssignment, localUser } from '../registry/schema/people.ts';
import { listeningStretch } from '../registry/schema/offline-sensors.ts';
import { location, site, space } from '../registry/schema/places.ts';
import { schedule, scheduleAssignment, schedulePeriod, scheduleVersion } from '../registry/schema/schedules.ts';
import {
  displayCode,
  pushKey,
  sensor,
  sensorAssignment,
  spaceZoneAssignment,
  zone,
  zoneSetting,
} from '../registry/schema/sensors.ts';
import { series, seriesFactor, seriesLast } from '../registry/schema/series.ts';
import { expectedWaitMapping } from '../registry/schema/zone-mappings.ts';

const madeKey = 'demo-world';
/** Present while these are missing. */
const steps = { files: 'demo-without-files', histories: 'demo-without-histories' };

/** When the demo data was created, or null when this installation has none. */
export async function demoCreatedAt({ sql: db }: Transaction): Promise<Date | null> {
  const [row] = await db.select().from(installation).where(eq(installation.key, madeKey));
  return row ? new Date(row.value) : null;
}

export async function rememberDemo({ sql: db }: Transaction, now: Date): Promise<void> {
  await db
    .insert(installation)
    .values([madeKey, ...Object.values(steps)].map((key) => ({ key, value: now.toISOString() })));
}

/** The creation of a demo that still lacks something, or null. */
export async function incompleteSince({ sql: db }: Transaction): Promise<Date | null> {
  const [row] = await db
    .select()
    .from(installation)
    .where(inArray(installation.key, Object.values(steps)));
  return row ? new Date(row.value) : null;
}

/** Returns whether it was missing until now. */
export async function rememberStep({ sql: db }: Transaction, step: keyof typeof steps): Promise<boolean> {
  const gone = await db.delete(installation).where(eq(installation.key, steps[step])).returning();
  return gone.length > 0;
}

export async function isEmpty({ sql: db }: Transaction): Promise<boolean> {
  const organizations = await db.select({ orgId: organization.orgId }).from(organization).limit(1);
  const people = await db.select({ userId: localUser.userId }).from(localUser).limit(1);
  return organizations.length === 0 && people.length === 0;
}

export async function addUsers({ sql: db }: Transaction, users: readonly DemoUser[], passwordHash: string) {
  await db.insert(localUser).values(
    users.map(({ userId, orgId, email, name, role, locationIds }) => ({
      userId,
      orgId,
      email,
      name,
      roleId: roleIds[role],
      scope: orgId === null ? systemScope : organizationScope,
      passwordHash,
      firstLogin: false,
      limitedToLocations: locationIds.length > 0,
    })),
  );
  const assignments = users.flatMap(({ userId, orgId, locationIds }) =>
    orgId === null ? [] : locationIds.map((locationId) => ({ userId, orgId, locationId })),
  );
  await db.insert(locationAssignment).values(assignments);
}

/** Writes an organization with everything in it, effective from `since`. */
export async function addOrganization({ sql: db }: Transaction, demo: DemoOrganization, since: Date): Promise<void> {
  const { orgId } = demo;
  const placed = placesOf(demo);
  await db.insert(organization).values({
    orgId,
    name: demo.name,
    industryType: demo.industryType,
    ...Object.fromEntries(demo.capabilities.map((capability) => [capability, true])),
  });
  await db
    .insert(location)
    .values(demo.locations.map((place) => ({ orgId, ...place, country: countryName(place.country) })));
  await db
    .insert(site)
    .values(
      demo.locations.flatMap(({ locationId, sites }) =>
        sites.map(({ siteId, name, siteType }) => ({ orgId, locationId, siteId, name, siteType })),
      ),
    );
  await db.insert(space).values(
    demo.locations.flatMap(({ locationId, spaces }) =>
      spaces.map(({ resetAt, alarm: _alarm, ...rest }) => ({
        orgId,
        locationId,
        ...rest,
        resetConfig: resetsAt(resetAt),
      })),
    ),
  );
  const numbered = demo.locations.flatMap(({ locationId, shop }) => (shop ? [{ locationId, ...shop }] : []));
  if (numbered.length > 0)
    await db.insert(metaProperty).values(
      numbered.map(({ locationId, number }) => ({
        orgId,
        entityType: 'location' as const,
        entityId: locationId,
        name: 'locationNumber',
        value: number,
      })),
    );
  await addSchedules({ db, orgId, since }, demo);
  await addSensors({ db, orgId, since }, placed);
  await db
    .insert(spaceZoneAssignment)
    .values(
      demo.locations.flatMap(({ spaces }) =>
        spaces.flatMap(({ spaceId, zones }) => zones.map((assigned) => ({ orgId, spaceId, ...assigned }))),
      ),
    );
  await addWaits(db, demo);
  await db.insert(displayCode).values([
    ...placed.map(({ zone: { zoneId } }) => ({
      orgId,
      kind: 'zone' as const,
      entityId: zoneId,
      code: zoneId.slice(0, 8),
    })),
    ...demo.locations.flatMap(({ spaces }) =>
      spaces.map(({ spaceId }) => ({ orgId, kind: 'space' as const, entityId: spaceId, code: spaceId.slice(0, 8) })),
    ),
  ]);
  await addSeriesOfZones({ db, orgId, since }, placed);
}

async function addWaits(db: Transaction['sql'], { orgId, locations }: DemoOrganization): Promise<void> {
  const mapped = locations.flatMap(({ locationId, spaces }) =>
    spaces.flatMap(({ spaceId, headZoneId }) =>
      headZoneId === null
        ? []
        : [{ orgId, locationId, spaceId, headZoneId, throughputSampleInterval: defaultSampleInterval }],
    ),
  );
  if (mapped.length > 0) await db.insert(expectedWaitMapping).values(mapped);
}

function resetsAt(time: string): ResetConfig {
  return { ...noReset, resetDaily: true, resetDailyAtTime: true, resetTimes: [{ time, value: 0 }] };
}

interface Placed {
  readonly locationId: string;
  readonly siteId: string;
  readonly sensor: DemoSensor;
  readonly zone: DemoZone;
}

interface Writing {
  readonly db: Transaction['sql'];
  readonly orgId: string;
  readonly since: Date;
}

async function addSchedules({ db, orgId, since }: Writing, { schedules }: DemoOrganization): Promise<void> {
  const from = since.toISOString().slice(0, 10);
  for (const { scheduleId, name, periods, locationIds } of schedules) {
    await db.insert(schedule).values({ orgId, scheduleId, name });
    const [held] = await db.insert(scheduleVersion).values({ orgId, scheduleId, effectiveDate: from }).returning();
    if (!held) throw new Error(`The schedule ${name} has no version`);
    const { scheduleVersionId } = held;
    await db.insert(schedulePeriod).values(periods.map((period) => ({ orgId, scheduleVersionId, ...period })));
    const dates = { startDate: from, endDate: farFuture };
    await db
      .insert(scheduleAssignment)
      .values(locationIds.map((locationId) => ({ orgId, scheduleId, locationId, ...dates })));
  }
}

function placesOf(demo: DemoOrganization): Placed[] {
  return demo.locations.flatMap(({ locationId, sites }) =>
    sites.flatMap(({ siteId, sensors }) =>
      sensors.flatMap((device) => device.zones.map((line) => ({ locationId, siteId, sensor: device, zone: line }))),
    ),
  );
}

async function addSensors({ db, orgId, since }: Writing, placed: readonly Placed[]): Promise<void> {
  const bySensor = new Map(placed.map((each) => [each.sensor.sensorId, each]));
  await db.insert(sensor).values(
    [...bySensor.values()].map(({ sensor: device }) => ({
      orgId,
      ...device,
      timeZone: device.timezone,
      commissionedDate: since,
    })),
  );
  await db
    .insert(sensorAssignment)
    .values(
      [...bySensor.values()].map(({ siteId, sensor: { sensorId } }) => ({ orgId, siteId, sensorId, from: since })),
    );
  await db.insert(zone).values(
    placed.map(({ sensor: { sensorId }, zone: { zoneId, name, deviceId, countType } }) => ({
      orgId,
      sensorId,
      zoneId,
      name,
      deviceId,
      countType,
    })),
  );
  await db.insert(zoneSetting).values(
    placed.map(({ zone: { zoneId, scaleFactor, countFilter, countApplication, perimeter, dwell } }) => ({
      orgId,
      zoneId,
      scaleFactor,
      countFilter,
      countApplication,
      perimeter,
      minDwell: dwell?.[0],
      maxDwell: dwell?.[1],
      from: since,
    })),
  );
}

async function addSeriesOfZones({ db, orgId, since }: Writing, placed: readonly Placed[]): Promise<void> {
  const measured = placed.flatMap((each) => each.zone.measures.map(({ measure }) => ({ ...each, measure })));
  const numbers = await addSeries(
    db,
    measured.map(({ locationId, siteId, measure, zone: { zoneId, countFilter, countApplication, perimeter } }) => ({
      orgId,
      owner: 'zone',
      zoneId,
      siteId,
      locationId,
      measure,
      countFilter,
      countApplication,
      perimeter,
      enabled: true,
      from: since,
    })),
  );
  const scaled = measured.flatMap(({ zone: { scaleFactor } }, index) =>
    scaleFactor === 1 ? [] : [{ orgId, seriesId: numbers[index]!, fIn: scaleFactor, fOut: scaleFactor, from: since }],
  );
  if (scaled.length > 0) await db.insert(seriesFactor).values(scaled);
}

/** The series that began with an organization, by zone and measure (`id/people`). */
export async function seriesOfZones({ sql: db }: Transaction, orgId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ zoneId: series.zoneId, measure: series.measure, seriesId: series.seriesId })
    .from(series)
    .where(and(eq(series.orgId, orgId), eq(series.owner, 'zone'), isNull(series.importId)))
    .orderBy(desc(series.seriesId));
  return new Map(rows.map(({ zoneId, measure, seriesId }) => [`${zoneId}/${measure}`, seriesId]));
}

/** Tickets in the built-in help desk. */
export async function addTickets(tx: Transaction, { orgId, name, locations, tickets }: DemoOrganization, now: Date) {
  const { name: desk } = builtInDesk;
  if (tickets.length > 0) await addCompany(tx, { orgId, desk, name });
  for (const { locationId, ...ticket } of tickets) {
    const at = locations.find((place) => place.locationId === locationId)?.name ?? '';
    await addContact(tx, { orgId, desk, locationId, name: at });
    await addTicket(tx, {
      orgId,
      desk,
      locationId,
      ...ticket,
      status: newTicket.status,
      createdAt: now,
      updatedAt: now,
    });
  }
}

/** Long enough before now for the sensor to have gone silent: it is detected like any other. */
export async function addListening({ sql: db }: Transaction, from: Date): Promise<void> {
  await db.insert(listeningStretch).values({ from, to: new Date(from.getTime() + 2 * silenceLimit * 1000) });
}

/** A key of each organization that still opens its push route, sealed. */
export async function sealedPushKeys(
  { sql: db }: Transaction,
  orgIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ orgId: pushKey.orgId, sealed: pushKey.keyEncrypted })
    .from(pushKey)
    .where(and(inArray(pushKey.orgId, [...orgIds]), isNull(pushKey.sensorId), isNull(pushKey.revokedAt)));
  return new Map(rows.map(({ orgId, sealed }) => [orgId, sealed]));
}

export async function knownZones({ sql: db }: Transaction, orgIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ zoneId: zone.zoneId })
    .from(zone)
    .where(and(inArray(zone.orgId, [...orgIds]), isNull(zone.deletedAt)));
  return new Set(rows.map(({ zoneId }) => zoneId));
}

/** The newest minute the server has for each sensor. */
export async function newestMinutes({ sql: db }: Transaction, orgIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db
    .select({ sensorId: zone.sensorId, newest: max(seriesLast.lastMinute) })
    .from(seriesLast)
    .innerJoin(series, eq(series.seriesId, seriesLast.seriesId))
    .innerJoin(zone, eq(zone.zoneId, series.zoneId))
    .where(inArray(seriesLast.orgId, [...orgIds]))
    .groupBy(zone.sensorId);
  return new Map(rows.flatMap(({ sensorId, newest }) => (newest ? [[sensorId, newest] as const] : [])));
}
