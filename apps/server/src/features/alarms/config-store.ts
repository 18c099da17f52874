import type { AlarmConfig } from '@atrium/contract/alarms';
import { thresholdOf } from '@atrium/rules/alarm-settings';
import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { visibleTo } from '../../registry/directory/entity-lookup.ts';
import { sameId } from '../../registry/ids.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { lockByName } from '../../registry/lock-by-name.ts';
import type { Transaction } from '../../registry/registry.ts';
import { alarmConfig } from '../../registry/schema/alarms.ts';
import { location, space } from '../../registry/schema/places.ts';
import { zone } from '../../registry/schema/sensors.ts';
import type { Scope } from '../../scope.ts';

/** An alarm with what is read of the entity that it watches. */
export interface AlarmRow {
  readonly alarm: typeof alarmConfig.$inferSelect;
  /** Of a space. */
  readonly maxCapacity: number | null;
  readonly name: string;
}

const { alarmConfigId, alarmable, alarmableId, orgId, locationId, deletedAt } = alarmConfig;
/** The last resort never shows: what an alarm watches is deleted softly. */
export const watchedName = sql<string>`coalesce(${space.name}, ${zone.name}, ${location.name}, '')`;

export async function alarmPage(
  tx: Transaction,
  scope: Scope,
  query: ListQuery,
): Promise<{ rows: AlarmRow[]; total: number }> {
  const wanted = and(visible(scope), contains(query.search, watchedName));
  const { alarmTypeId, createdAt } = alarmConfig;
  const rows = await alarms(tx)
    .where(wanted)
    .orderBy(
      ...orderTerms(query.order ?? 'name', { name: sql`lower(${watchedName})`, alarmTypeId, createdAt }, alarmConfigId),
    )
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await tx.sql
    .select({ total: count() })
    .from(alarmConfig)
    .leftJoin(space, isSpace)
    .leftJoin(zone, isZone)
    .leftJoin(location, isLocation)
    .where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export function alarmsOf(tx: Transaction, scope: Scope, typeId: string, entityId: string): Promise<AlarmRow[]> {
  const isType = eq(sql`${alarmConfig.alarmTypeId}::text`, typeId);
  return alarms(tx)
    .where(and(visible(scope), isType, sameId(alarmableId, entityId)))
    .orderBy(alarmConfig.createdAt, alarmConfigId);
}

export async function findAlarm(tx: Transaction, scope: Scope, id: string): Promise<AlarmRow | undefined> {
  const [row] = await alarms(tx).where(and(visible(scope), sameId(alarmConfigId, id)));
  return row;
}

/** The same, locked until the transaction ends: readings that would change its state wait. */
export async function lockAlarm(tx: Transaction, scope: Scope, id: string): Promise<AlarmRow | undefined> {
  const wanted = and(visible(scope), sameId(alarmConfigId, id));
  await tx.sql.select({ alarmConfigId }).from(alarmConfig).where(wanted).for('update');
  return findAlarm(tx, scope, id);
}

/** Locks until the transaction ends, so that two new alarms do not pass the limit together. */
export async function lockAndCountAlarms(tx: Transaction, ofOrg: string): Promise<number> {
  await lockByName(tx, `alarms ${ofOrg}`);
  const [counted] = await tx.sql
    .select({ total: count() })
    .from(alarmConfig)
    .where(and(eq(orgId, ofOrg), isNull(deletedAt)));
  return counted?.total ?? 0;
}

export async function addAlarm(
  { sql: db }: Transaction,
  values: typeof alarmConfig.$inferInsert,
): Promise<AlarmRow['alarm']> {
  const [row] = await db.insert(alarmConfig).values(values).returning();
  return row!;
}

export async function saveAlarm(
  { sql: db }: Transaction,
  before: Pick<AlarmRow['alarm'], 'alarmConfigId' | 'version'>,
  changes: Partial<typeof alarmConfig.$inferInsert>,
  now: Date,
): Promise<void> {
  await db
    .update(alarmConfig)
    .set({ ...changes, version: before.version + 1, updatedAt: now })
    .where(eq(alarmConfigId, before.alarmConfigId));
}

export function toReply({ alarm, maxCapacity }: Pick<AlarmRow, 'alarm' | 'maxCapacity'>): AlarmConfig {
  const { settings, sms, email, triggerTypeId, alarmTypeId, watch } = alarm;
  const { snoozedUntil } = watch;
  return {
    alarmConfigId: alarm.alarmConfigId,
    orgId: alarm.orgId,
    alarmTypeId,
    alarmable: alarm.alarmable,
    alarmableId: alarm.alarmableId,
    config: {
      triggerTypeId,
      config: { ...settings, maintenance: [...settings.maintenance], locationId: alarm.locationId },
      sms,
      email,
    },
    sms,
    email,
    threshold: thresholdOf({ alarmTypeId, triggerTypeId }, settings, maxCapacity),
    snoozedUntil: snoozedUntil === null ? null : new Date(snoozedUntil * 1000).toISOString(),
    version: alarm.version,
  };
}

export const isSpace = and(eq(alarmable, 'space'), eq(space.spaceId, alarmableId));
export const isZone = and(eq(alarmable, 'zone'), eq(zone.zoneId, alarmableId));
export const isLocation = and(eq(alarmable, 'location'), eq(location.locationId, alarmableId));

export function alarms({ sql: db }: Transaction) {
  return db
    .select({ alarm: alarmConfig, maxCapacity: space.maxCapacity, name: watchedName })
    .from(alarmConfig)
    .leftJoin(space, isSpace)
    .leftJoin(zone, isZone)
    .leftJoin(location, isLocation)
    .$dynamic();
}

function visible(scope: Scope) {
  return and(visibleTo(scope, orgId, locationId), isNull(deletedAt));
}
