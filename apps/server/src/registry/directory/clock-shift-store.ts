import type { ClockShift } from '@atrium/rules/clock-shift';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Transaction } from '../registry.ts';
import { clockShift } from '../schema/clock-shifts.ts';
import type { EstateClockShift } from './estate.ts';

/** By sensor, what was ever in force: facts keep the revisions of shifts that were taken back. */
export async function loadClockShifts(
  { sql: db }: Transaction,
  orgId: string,
): Promise<Map<string, EstateClockShift[]>> {
  const rows = await db
    .select()
    .from(clockShift)
    .where(and(eq(clockShift.orgId, orgId), gt(clockShift.revision, 0)))
    .orderBy(asc(clockShift.createdAt), asc(clockShift.clockShiftId));
  const found = new Map<string, EstateClockShift[]>();
  for (const row of rows) {
    const shift = { clockShiftId: row.clockShiftId, ...asShift(row) };
    const known = found.get(row.sensorId);
    if (known) known.push(shift);
    else found.set(row.sensorId, [shift]);
  }
  return found;
}

type Row = typeof clockShift.$inferSelect;

export function asShift(
  row: Pick<Row, 'from' | 'to' | 'seconds' | 'receivedBefore' | 'revision' | 'inForce'>,
): ClockShift {
  const { seconds, revision, inForce } = row;
  const receivedBefore = row.receivedBefore && row.receivedBefore.getTime() / 1000;
  return { from: row.from.getTime() / 1000, to: row.to.getTime() / 1000, seconds, receivedBefore, revision, inForce };
}
