import type { Job } from '@atrium/contract/jobs';
import { and, count, eq, getTableColumns, gt, inArray, lt, sql } from 'drizzle-orm';
import { sameId } from '../registry/ids.ts';
import type { Registry, Transaction } from '../registry/registry.ts';
import { job } from '../registry/schema/operations.ts';

export interface JobRequest {
  readonly kind: string;
  readonly orgId: string | null;
  readonly userId?: string | null;
  readonly data?: Record<string, unknown>;
}

export interface Progress {
  readonly done: number;
  /** Absent while the total is unknown. */
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

type State = Job['state'];

const { orgId: _org, userId: _user, data: _data, ...columns } = getTableColumns(job);

/** Queues work inside the caller's transaction: it runs if, and only if, that commits. */
export async function addJob({ sql: db }: Transaction, request: JobRequest, now: Date): Promise<Job> {
  const { kind, orgId, userId = null, data = {} } = request;
  const [row] = await db
    .insert(job)
    .values({ kind, orgId, userId, data, state: 'waiting', createdAt: now, updatedAt: now })
    .returning(columns);
  if (!row) throw new Error('The job was not stored.');
  return toReply(row);
}

/** How many jobs of a kind an organization has waiting or running, of those that began after `since`. */
export async function openJobs(
  { sql: db }: Transaction,
  { kind, orgId }: { readonly kind: string; readonly orgId: string },
  since: Date,
): Promise<number> {
  const isOpen = and(inArray(job.state, ['waiting', 'running']), gt(job.createdAt, since));
  const [row] = await db
    .select({ open: count() })
    .from(job)
    .where(and(eq(job.orgId, orgId), eq(job.kind, kind), isOpen));
  return row?.open ?? 0;
}

export async function findJob({ sql: db }: Transaction, orgId: string, id: string): Promise<Job | undefined> {
  const [row] = await db
    .select(columns)
    .from(job)
    .where(and(eq(job.orgId, orgId), sameId(job.jobId, id)));
  return row && toReply(row);
}

/** The data of the job; undefined if it is done or was canceled. */
export async function beginJob(tx: Transaction, jobId: string, now: Date) {
  const [row] = await change(tx, jobId, ['waiting', 'running', 'failed'], { state: 'running', message: null }, now);
  return row?.data;
}

/**
 * The progress of a job. Repeated work after a crash changes nothing: the visible progress only grows. False if the job
 * was canceled.
 */
export async function saveProgress(tx: Transaction, jobId: string, progress: Progress, now: Date): Promise<boolean> {
  const { done, total = null, message = null } = progress;
  const values = { state: 'running', done: sql`greatest(${job.done}, ${done})`, total, message } as const;
  return (await change(tx, jobId, ['waiting', 'running'], values, now)).length > 0;
}

export async function endJob(tx: Transaction, jobId: string, now: Date): Promise<void> {
  await change(tx, jobId, ['waiting', 'running'], { state: 'done' }, now);
}

/** The cause stays in the log: it may be confidential. */
export async function failJob(tx: Transaction, jobId: string, now: Date): Promise<void> {
  await change(tx, jobId, ['running'], { state: 'failed', message: 'The job failed and will be retried.' }, now);
}

const givenUp = 'The job failed and is not tried again. Start it again; the log of the server says why it failed.';

/** Says so of jobs that nobody takes up again: their last attempt failed, or what was queued of them is gone. */
export async function giveUpLost(
  owner: Registry['owner'],
  kinds: readonly string[],
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<void> {
  await owner.query(
    `UPDATE job SET state = 'failed', message = $2, updated_at = $3
     WHERE kind = ANY($1) AND (state = 'running' OR state = 'failed' AND message IS DISTINCT FROM $2) AND updated_at < $4
       AND NOT EXISTS (SELECT FROM pgboss.job queued WHERE queued.name = job.kind
                       AND queued.singleton_key = job.job_id::text AND queued.state IN ('created', 'retry', 'active'))`,
    [kinds, givenUp, now, before],
  );
}

/** Jobs that were not queued, because the process died between commit and dispatch. */
export async function forgottenJobs({ sql: db }: Transaction, kinds: readonly string[], before: Date) {
  return db
    .select({ kind: job.kind, jobId: job.jobId })
    .from(job)
    .where(and(eq(job.state, 'waiting'), inArray(job.kind, [...kinds]), lt(job.createdAt, before)))
    .limit(100);
}

/** A job that has ended the process so often is left to its time limit. */
const maxEnds = 20;

/** What a process was doing when it ended is queued again. Only where no other process can be doing it. */
export async function requeueAbandoned(owner: Registry['owner'], kinds: readonly string[]): Promise<void> {
  await owner.query(
    `UPDATE pgboss.job SET state = 'retry', start_after = now()
     WHERE state = 'active' AND name = ANY($1) AND retry_count < $2`,
    [kinds, maxEnds],
  );
}

function change(
  { sql: db }: Transaction,
  jobId: string,
  from: State[],
  values: Parameters<ReturnType<typeof db.update<typeof job>>['set']>[0],
  now: Date,
) {
  return db
    .update(job)
    .set({ ...values, updatedAt: now })
    .where(and(eq(job.jobId, jobId), inArray(job.state, from)))
    .returning({ data: job.data });
}

function toReply(row: Omit<Job, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date }): Job {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
