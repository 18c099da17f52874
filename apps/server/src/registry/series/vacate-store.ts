import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../registry.ts';
import { sensorAssignment } from '../schema/sensors.ts';
import { series } from '../schema/series.ts';

const minute = 60_000;

/** Series begin and end on whole minutes, so that none is torn. */
export function nextWholeMinute(now: Date): Date {
  return new Date((Math.floor(now.getTime() / minute) + 1) * minute);
}

/**
 * Nothing hangs at these sites any more. What was counted stays counted, the running minute included. Answers how many
 * sensors hang nowhere now.
 */
export async function vacateSites(
  { sql: db }: Transaction,
  orgId: string,
  siteIds: readonly string[],
  now: Date,
): Promise<number> {
  if (siteIds.length === 0) return 0;
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
  const end = nextWholeMinute(now);
  await db
    .update(series)
    .set({ to: sql`greatest(${series.from}, ${end})` })
    .where(and(eq(series.orgId, orgId), inArray(series.siteId, [...siteIds]), gt(series.to, end)));
  return new Set(left.map(({ sensorId }) => sensorId).filter((id) => id !== null)).size;
}
