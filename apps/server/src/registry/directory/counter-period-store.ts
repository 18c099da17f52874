import type { CounterPeriod } from '@atrium/rules/counter-schedule';
import { and, asc, eq, isNotNull, ne, or } from 'drizzle-orm';
import type { Transaction } from '../registry.ts';
import { zoneSetting } from '../schema/sensors.ts';

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** By zone, how its counters are read where that differs from the default. */
export async function loadCounterPeriods(
  { sql: db }: Transaction,
  orgId: string,
): Promise<ReadonlyMap<string, readonly CounterPeriod[]>> {
  const { zoneId, from, to, counterReset, counterMode, counterDirection } = zoneSetting;
  const isSpecial = or(isNotNull(counterReset), ne(counterMode, 'cumulative'), ne(counterDirection, 'ins'));
  const rows = await db
    .select({ zoneId, from, to, counterReset, counterMode, counterDirection })
    .from(zoneSetting)
    .where(and(eq(zoneSetting.orgId, orgId), isSpecial))
    .orderBy(asc(from));
  const periods = new Map<string, CounterPeriod[]>();
  for (const { zoneId: of, from: begin, to: end, ...settings } of rows) {
    const period = { from: seconds(begin), to: seconds(end), ...settings };
    periods.set(of, [...(periods.get(of) ?? []), period]);
  }
  return periods;
}
