import { and, asc, eq } from 'drizzle-orm';
import type { Transaction } from '../registry.ts';
import { zoneSetting } from '../schema/sensors.ts';
import type { Stretch } from './estate.ts';

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** By zone, when its sensor says how long people waited on average. */
export async function loadAverageWaits(
  { sql: db }: Transaction,
  orgId: string,
): Promise<ReadonlyMap<string, readonly Stretch[]>> {
  const { zoneId, from, to, waitTimes } = zoneSetting;
  const rows = await db
    .select({ zoneId, from, to })
    .from(zoneSetting)
    .where(and(eq(zoneSetting.orgId, orgId), eq(waitTimes, 'averages')))
    .orderBy(asc(from));
  const stretches = new Map<string, Stretch[]>();
  for (const { zoneId: of, from: begin, to: end } of rows)
    stretches.set(of, [...(stretches.get(of) ?? []), { from: seconds(begin), to: seconds(end) }]);
  return stretches;
}
