import type { AlarmState } from '@atrium/rules/alarm';
import { and, asc, eq, inArray, isNotNull, isNull, lte, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { notification } from '../../registry/notifications.ts';
import type { Transaction } from '../../registry/registry.ts';
import { alarmConfig, alarmState } from '../../registry/schema/alarms.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { location, space } from '../../registry/schema/places.ts';
import { sensor, zone } from '../../registry/schema/sensors.ts';
import { type AlarmRow, alarms } from './config-store.ts';

/** Types whose value does not come with readings. */
const askedTypes = [4, 5] as const;
const { alarmConfigId, alarmableId, deletedAt, nextCheckAt, orgId } = alarmConfig;
const isSwitchedOn = sql`EXISTS (SELECT 1 FROM ${organization} WHERE ${organization.orgId} = ${orgId}
  AND ${organization.alarmsEnabled} AND ${organization.isEnabled})`;

/** The alarms on these entities, locked in one order, so that two transactions never wait for each other. */
export function lockWatching(tx: Transaction, entityIds: readonly string[]): Promise<AlarmRow[]> {
  const isLive = notInArray(alarmConfig.alarmTypeId, [...askedTypes]);
  const wanted = and(inArray(alarmableId, [...entityIds]), isNull(deletedAt), isLive, isSwitchedOn);
  return locked(tx, wanted, Infinity);
}

/** An alarm whose value is asked for, and up to when it is known. Epoch seconds. */
export interface AskedAlarm {
  readonly alarmConfigId: string;
  readonly orgId: string;
  readonly alarmTypeId: number;
  readonly triggerTypeId: number;
  readonly alarmableId: string;
  readonly timezone: string;
  readonly knownTo: number;
}

/** Those with a minute, or an hour, that may have become known since; the oldest first. */
export function findAsked(
  { sql: db }: Transaction,
  known: number,
  most: number,
  /** Organizations to leave out. */
  without: readonly string[],
): Promise<AskedAlarm[]> {
  const knownTo = sql<number>`(${alarmConfig.watch}->>'at')::float8`;
  const { alarmTypeId, triggerTypeId } = alarmConfig;
  const isDue = sql`${knownTo} <= ${known}::float8 - CASE ${alarmTypeId} WHEN 4 THEN 60 ELSE 3900 END`;
  const isOther = without.length === 0 ? undefined : notInArray(orgId, [...without]);
  return db
    .select({ alarmConfigId, orgId, alarmTypeId, triggerTypeId, alarmableId, timezone: location.timezone, knownTo })
    .from(alarmConfig)
    .innerJoin(location, eq(location.locationId, alarmConfig.locationId))
    .where(and(inArray(alarmTypeId, [...askedTypes]), isNull(deletedAt), isSwitchedOn, isDue, isOther))
    .orderBy(asc(knownTo), asc(alarmConfigId))
    .limit(most);
}

/** One of them, unless it was edited in the meantime. Waits for another look at it, so that a value asked for is not lost. */
export async function lockAsked(tx: Transaction, alarm: AskedAlarm): Promise<AlarmRow | undefined> {
  const isSame = and(eq(alarmableId, alarm.alarmableId), eq(alarmConfig.triggerTypeId, alarm.triggerTypeId));
  const [row] = await locked(tx, and(eq(alarmConfigId, alarm.alarmConfigId), isNull(deletedAt), isSame), Infinity);
  return row;
}

/** Alarms that time alone may change; what another node works on is left to it. */
export function lockDue(tx: Transaction, until: Date, most: number): Promise<AlarmRow[]> {
  return locked(tx, and(isNull(deletedAt), lte(nextCheckAt, until), isSwitchedOn), most);
}

/** Active alarms of organizations that may no longer have any. */
export function lockSwitchedOff(tx: Transaction, most: number): Promise<AlarmRow[]> {
  const isActive = sql`EXISTS (SELECT 1 FROM ${alarmState} WHERE ${alarmState.alarmConfigId} = ${alarmConfigId}
    AND ${isNull(alarmState.resolvedAt)})`;
  return locked(tx, and(isNull(deletedAt), isActive, not(isSwitchedOn)), most);
}

/** Alarms on what was deleted. */
export function lockOrphans(tx: Transaction, most: number): Promise<AlarmRow[]> {
  const isGone = or(
    anyOf(sql`${space} WHERE ${space.spaceId} = ${alarmableId} AND ${isNotNull(space.deletedAt)}`),
    anyOf(sql`${location} WHERE ${location.locationId} = ${alarmableId} AND ${isNotNull(location.deletedAt)}`),
    anyOf(sql`${zone} JOIN ${sensor} ON ${sensor.sensorId} = ${zone.sensorId}
      WHERE ${zone.zoneId} = ${alarmableId} AND ${or(isNotNull(zone.deletedAt), isNotNull(sensor.deletedAt))}`),
  );
  return locked(tx, and(isNull(deletedAt), isGone), most);
}

function anyOf(rows: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${rows})`;
}

async function locked(tx: Transaction, wanted: SQL | undefined, most: number): Promise<AlarmRow[]> {
  const held = tx.sql.select({ alarmConfigId }).from(alarmConfig).where(wanted).orderBy(asc(alarmConfigId)).$dynamic();
  const rows = await (most === Infinity ? held.for('update') : held.limit(most).for('update', { skipLocked: true }));
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.alarmConfigId);
  return alarms(tx).where(inArray(alarmConfigId, ids)).orderBy(asc(alarmConfigId));
}

export async function saveWatch(
  { sql: db }: Transaction,
  id: string,
  watch: AlarmState,
  next: number | null,
): Promise<void> {
  const due = next === null ? null : new Date(next * 1000);
  await db.update(alarmConfig).set({ watch, nextCheckAt: due }).where(eq(alarmConfigId, id));
}

export async function endAlarm({ sql: db }: Transaction, id: string, now: Date): Promise<void> {
  await db.update(alarmConfig).set({ deletedAt: now, updatedAt: now, nextCheckAt: null }).where(eq(alarmConfigId, id));
}

/** Wakes the worker that turns notices into messages. */
export async function announceNotices({ client }: Transaction): Promise<void> {
  await client.query(notification('alarms', null));
}
