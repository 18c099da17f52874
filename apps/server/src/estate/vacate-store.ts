import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../registry/registry.ts';
import { sensorAssignment } from '../registry/schema/sensors.ts';
import { endSeriesAt, nextMinute } from './series-store.ts';

/**
 * Unassigns everything at these sites. Counts are kept, including those of the current minute. Returns how many sensors
 * are now unassigned.
 */
export async function vacateSites(
  tx: Transaction,
  orgId: string,
  siteIds: readonly string[],
  now: Date,
): Promise<number> {
  const { sql: db } = tx;
  const { from, to, siteId, version } = sensorAssignment;
  const left = await db
    .update(sensorAssignment)
    .set({ to: sql`greatest(${from}, ${now})`, version: sql`${version} + 1`, updatedAt: now })
    .where(
      and(
        eq(sensorAssignment.orgId, orgId),
        inArray(siteId, [...siteIds]),
        gt(to, now),
        isNull(sensorAssignment.deletedAt),
      ),
    )
    .returning({ sensorId: sensorAssignment.sensorId });
  await endSeriesAt(tx, orgId, { siteIds }, nextMinute(now));
  return new Set(left.map(({ sensorId }) => sensorId).filter((id) => id !== null)).size;
}
