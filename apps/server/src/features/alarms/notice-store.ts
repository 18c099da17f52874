import type { AlarmCause, NoticeKind } from '@atrium/rules/alarm';
import { asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { alarmConfig, alarmDelivery, alarmNotice, alarmState } from '../../registry/schema/alarms.ts';
import { location } from '../../registry/schema/places.ts';
import { type AlarmRow, alarms } from './config-store.ts';

export interface WaitingNotice {
  readonly alarmNoticeId: string;
  readonly orgId: string;
  readonly alarmStateId: string;
  readonly notice: NoticeKind;
  readonly cause: AlarmCause;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly at: Date;
  readonly row: AlarmRow;
  /** Of the location. */
  readonly timezone: string;
}

const { alarmNoticeId, queuedAt, number, at } = alarmNotice;

/** The oldest notices without messages; what another node works on is left to it. */
export async function lockNotices(tx: Transaction, most: number): Promise<WaitingNotice[]> {
  const held = await tx.sql
    .select({ alarmNoticeId })
    .from(alarmNotice)
    .where(isNull(queuedAt))
    .orderBy(asc(at))
    .limit(most)
    .for('update', { skipLocked: true });
  if (held.length === 0) return [];
  const notices = await tx.sql
    .select({ notice: alarmNotice, cause: alarmState.cause, alarmConfigId: alarmState.alarmConfigId })
    .from(alarmNotice)
    .innerJoin(alarmState, eq(alarmState.alarmStateId, alarmNotice.alarmStateId))
    .where(
      inArray(
        alarmNoticeId,
        held.map((row) => row.alarmNoticeId),
      ),
    )
    .orderBy(asc(at), asc(number));
  const ids = [...new Set(notices.map((row) => row.alarmConfigId))];
  const rows = await alarms(tx).where(inArray(alarmConfig.alarmConfigId, ids));
  const byId = new Map(rows.map((row) => [row.alarm.alarmConfigId, row]));
  const zones = await timezonesOf(tx, [...new Set(rows.map(({ alarm }) => alarm.locationId))]);
  return notices.map(({ notice, cause, alarmConfigId }) => {
    const row = byId.get(alarmConfigId)!;
    return { ...notice, cause, row, timezone: zones.get(row.alarm.locationId) ?? 'UTC' };
  });
}

export async function markQueued({ sql: db }: Transaction, id: string, now: Date): Promise<void> {
  await db.update(alarmNotice).set({ queuedAt: now }).where(eq(alarmNoticeId, id));
}

export async function recordDelivery(
  { sql: db }: Transaction,
  delivery: typeof alarmDelivery.$inferInsert,
): Promise<void> {
  await db.insert(alarmDelivery).values(delivery);
}

export async function timezoneAt(tx: Transaction, locationId: string): Promise<string> {
  const zones = await timezonesOf(tx, [locationId]);
  return zones.get(locationId) ?? 'UTC';
}

async function timezonesOf({ sql: db }: Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  const { locationId, timezone } = location;
  const rows = await db
    .select({ locationId, timezone })
    .from(location)
    .where(inArray(locationId, [...ids]));
  return new Map(rows.map((row) => [row.locationId, row.timezone]));
}
