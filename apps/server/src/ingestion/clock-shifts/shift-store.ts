import type { ClockShiftPreview, ClockShiftRecord, ClockShiftState } from '@atrium/contract/clock-shifts';
import type { Job } from '@atrium/contract/jobs';
import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { sameId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import { clockShift } from '../../registry/schema/clock-shifts.ts';
import { job } from '../../registry/schema/operations.ts';
import { localUser } from '../../registry/schema/people.ts';

type Row = typeof clockShift.$inferSelect;
export type StoredShift = Omit<Row, 'preview'> & {
  readonly preview: ClockShiftPreview | null;
  readonly jobState: Job['state'] | null;
  readonly name: string | null;
};

const currentJob = sql`coalesce(${clockShift.backJobId}, ${clockShift.applyJobId}, ${clockShift.previewJobId})`;

const select = ({ sql: db }: Transaction) =>
  db
    .select({ ...getTableColumns(clockShift), jobState: job.state, name: localUser.name })
    .from(clockShift)
    .leftJoin(job, sql`${job.jobId} = ${currentJob}`)
    .leftJoin(localUser, eq(localUser.userId, clockShift.createdBy));

export async function findShift(tx: Transaction, orgId: string, id: string): Promise<StoredShift | undefined> {
  const rows = await select(tx).where(and(eq(clockShift.orgId, orgId), sameId(clockShift.clockShiftId, id)));
  return rows[0] as StoredShift | undefined;
}

/** What was started, newest first. */
export async function shiftsOf(tx: Transaction, orgId: string, sensorId: string): Promise<StoredShift[]> {
  const rows = await select(tx)
    .where(and(eq(clockShift.orgId, orgId), eq(clockShift.sensorId, sensorId), isNotNull(clockShift.applyJobId)))
    .orderBy(desc(clockShift.createdAt), desc(clockShift.clockShiftId));
  return rows as StoredShift[];
}

export async function addShift({ sql: db }: Transaction, row: typeof clockShift.$inferInsert): Promise<void> {
  await db.insert(clockShift).values(row);
}

/** Calculations that nobody has used. */
export async function forgetCalculated({ sql: db }: Transaction, orgId: string, before: Date): Promise<void> {
  await db
    .delete(clockShift)
    .where(and(eq(clockShift.orgId, orgId), isNull(clockShift.applyJobId), lt(clockShift.createdAt, before)));
}

export async function saveShift(
  { sql: db }: Transaction,
  { orgId, clockShiftId }: Pick<Row, 'orgId' | 'clockShiftId'>,
  values: Partial<Omit<Row, 'preview'>> & { readonly preview?: ClockShiftPreview },
): Promise<void> {
  await db
    .update(clockShift)
    .set(values)
    .where(and(eq(clockShift.orgId, orgId), eq(clockShift.clockShiftId, clockShiftId)));
}

/** Whether it is on its way: readings may lie at both places. */
export function isOpen({ applyJobId, appliedAt, refusal, inForce, backJobId, takenBackAt }: StoredShift): boolean {
  if (takenBackAt !== null || applyJobId === null) return false;
  return backJobId !== null || (appliedAt === null && (inForce || refusal === null));
}

export function stateOf(row: StoredShift): ClockShiftState {
  const isAtWork = row.jobState === 'waiting' || row.jobState === 'running';
  if (row.applyJobId === null) return row.preview ? 'calculated' : isAtWork ? 'calculating' : 'interrupted';
  if (row.takenBackAt !== null) return 'takenBack';
  if (row.backJobId !== null) return isAtWork ? 'takingBack' : 'backInterrupted';
  if (row.appliedAt !== null) return 'moved';
  if (!row.inForce && row.refusal !== null) return 'refused';
  return isAtWork ? 'moving' : 'interrupted';
}

export function toReply(row: StoredShift): ClockShiftRecord {
  const { clockShiftId, sensorId, seconds, reason, preview, refusal } = row;
  return {
    clockShiftId,
    sensorId,
    from: row.from.toISOString(),
    to: row.to.toISOString(),
    seconds,
    receivedBefore: row.receivedBefore?.toISOString() ?? null,
    reason,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.name,
    state: stateOf(row),
    jobId: row.backJobId ?? row.applyJobId ?? row.previewJobId,
    preview,
    refusal,
  };
}

/** How far the clocks of devices were behind when they were last heard, in seconds; null while unknown. */
export async function skewOf(
  { client }: Transaction,
  orgId: string,
  devices: readonly string[],
  since: Date,
): Promise<number | null> {
  const { rows } = await client.query<{ skew: number }>(
    `SELECT skew_seconds::float8 AS skew FROM ledger
     WHERE org_id = $1 AND device = ANY($2) AND day >= ($3::timestamptz AT TIME ZONE 'UTC')::date AND skew_seconds IS NOT NULL
     ORDER BY day DESC, last_at DESC LIMIT 1`,
    [orgId, devices, since],
  );
  return rows[0]?.skew ?? null;
}

/** Whether another device has brought readings of these. */
export async function areCarried({ client }: Transaction, orgId: string, devices: readonly string[]): Promise<boolean> {
  const { rows } = await client.query(
    'SELECT FROM ledger WHERE org_id = $1 AND device = ANY($2) AND carried > 0 LIMIT 1',
    [orgId, devices],
  );
  return rows.length > 0;
}
