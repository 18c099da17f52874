import type { Alarmable } from '@atrium/rules/alarm-settings';
import { newestLevel } from '@atrium/rules/live-zone';
import { shownPeople } from '@atrium/rules/space-fill';
import { and, asc, eq } from 'drizzle-orm';
import { isId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import { space } from '../../registry/schema/places.ts';
import { spaceState } from '../../registry/schema/space-occupancy.ts';
import { zoneState } from '../../registry/schema/zone-state.ts';

/** The number of people now, and since when it is known. */
export interface LevelNow {
  readonly value: number;
  readonly at: Date | null;
}

/**
 * How many people are there now; undefined while that is not known. The number stays until the transaction ends, so
 * that the next change finds the alarm. Locked before the alarm, as readings do.
 */
export async function lockLevelNow(
  tx: Transaction,
  orgId: string,
  { alarmable, alarmableId }: { readonly alarmable: Alarmable; readonly alarmableId: string },
  now: Date,
): Promise<LevelNow | undefined> {
  if (!isId(alarmableId)) return undefined;
  if (alarmable === 'zone') return lockQueueNow(tx, orgId, alarmableId, now);
  const isIt =
    alarmable === 'space'
      ? eq(spaceState.spaceId, alarmableId)
      : and(eq(space.locationId, alarmableId), eq(space.countsTowardLocation, true));
  const states = await tx.sql
    .select({ value: spaceState.value, at: spaceState.at })
    .from(spaceState)
    .innerJoin(space, eq(space.spaceId, spaceState.spaceId))
    .where(and(eq(spaceState.orgId, orgId), isIt))
    .orderBy(asc(spaceState.spaceId))
    .for('share', { of: spaceState });
  if (states.length === 0) return undefined;
  const times = states.flatMap(({ at }) => at ?? []).toSorted((a, b) => b.getTime() - a.getTime());
  return { value: shownPeople(states.reduce((sum, { value }) => sum + value, 0)), at: times[0] ?? null };
}

/** What a zone showed longer ago is not known now. */
const freshMs = 5 * 60_000;

async function lockQueueNow(
  { sql: db }: Transaction,
  orgId: string,
  zoneId: string,
  now: Date,
): Promise<LevelNow | undefined> {
  const [row] = await db
    .select({ levels: zoneState.levels })
    .from(zoneState)
    .where(and(eq(zoneState.orgId, orgId), eq(zoneState.zoneId, zoneId)))
    .for('share');
  const levels = row?.levels.map(([from, span, last, ver]) => ({ at: from, span, last, ver: BigInt(ver) }));
  const newest = levels && newestLevel({ levels });
  if (!newest || now.getTime() - newest.at * 1000 > freshMs) return undefined;
  return { value: shownPeople(newest.value), at: new Date(newest.at * 1000) };
}
