import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { offlineSensor } from '../../registry/schema/offline-sensors.ts';
import { location, site } from '../../registry/schema/places.ts';
import { sensor, sensorAssignment } from '../../registry/schema/sensors.ts';
import { hasReported, whereInstalled } from './record-store.ts';

export interface DigestRecipient {
  readonly orgId: string;
  readonly name: string;
  readonly emails: string[];
  readonly subExpiration: string | null;
}

/** Organizations with offline sensors found before `foundBy` that were not notified since `notifiedBefore`. */
export async function organizationsToNotify(
  { client }: Transaction,
  foundBy: Date,
  notifiedBefore: Date,
): Promise<DigestRecipient[]> {
  const { rows } = await client.query<DigestRecipient>(
    `SELECT o.org_id AS "orgId", o.name, o.sensor_notification_emails AS emails, o.sub_expiration::text AS "subExpiration"
     FROM organization o
     WHERE o.is_enabled AND cardinality(o.sensor_notification_emails) > 0
       AND o.org_id IN (SELECT r.org_id FROM offline_sensor r
                        WHERE r.resolved_date IS NULL AND r.told_at IS NULL AND r.cause IS NULL AND r.found_at <= $1)
       AND NOT EXISTS (SELECT FROM offline_sensor r WHERE r.org_id = o.org_id AND r.told_at > $2)
     ORDER BY o.org_id`,
    [foundBy, notifiedBefore],
  );
  return rows;
}

const unnotified = (orgId: string) =>
  and(
    eq(offlineSensor.orgId, orgId),
    isNull(offlineSensor.resolvedDate),
    isNull(offlineSensor.notifiedAt),
    isNull(offlineSensor.cause),
  );

export interface News {
  readonly name: string;
  readonly siteName: string | null;
  readonly locationName: string | null;
  readonly timezone: string | null;
  /** Null for one that never reported. */
  readonly lastHeard: Date | null;
}

/** A bounded list of the news, and their total. */
export async function readNews(
  { sql: db }: Transaction,
  orgId: string,
  now: Date,
  most: number,
): Promise<{ news: News[]; total: number }> {
  const rows = await db
    .select({
      name: sensor.name,
      siteName: site.name,
      locationName: location.name,
      timezone: location.timezone,
      createdAt: offlineSensor.createdAt,
      hasReported,
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(offlineSensor)
    .innerJoin(sensor, eq(sensor.sensorId, offlineSensor.sensorId))
    .leftJoin(sensorAssignment, whereInstalled(now))
    .leftJoin(site, eq(site.siteId, sensorAssignment.siteId))
    .leftJoin(location, eq(location.locationId, site.locationId))
    .where(unnotified(orgId))
    .orderBy(asc(location.name), asc(sensor.name), asc(offlineSensor.offlineSensorId))
    .limit(most);
  const news = rows.map(({ createdAt, hasReported: heard, ...row }) => ({
    ...row,
    lastHeard: heard ? createdAt : null,
  }));
  return { news, total: rows[0]?.total ?? 0 };
}

export async function markNotified({ sql: db }: Transaction, orgId: string, now: Date): Promise<void> {
  await db.update(offlineSensor).set({ notifiedAt: now }).where(unnotified(orgId));
}
