import { and, eq, inArray, lt } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Registry, Transaction } from '../registry/registry.ts';
import { job } from '../registry/schema/operations.ts';

/** One kind of background work. It may run twice around a crash, so it must do no harm the second time. */
export interface JobKind {
  /** Cron expression in UTC for work that nobody asks for. */
  readonly every?: string;
  /** Attempts after the first. */
  readonly retries?: number;
  run(task: Task): Promise<void>;
}

export interface Task {
  readonly data: Readonly<Record<string, unknown>>;
  /** How far the work has come; throws when someone canceled it. */
  readonly report: (done: number, total?: number, message?: string) => Promise<void>;
}

export interface Jobs {
  /** Asks for work inside the caller's transaction: it happens if, and only if, that commits. */
  enqueue(tx: Transaction, request: JobRequest): Promise<string>;
  stop(): Promise<void>;
}

export interface JobRequest {
  readonly kind: string;
  readonly orgId: string | null;
  readonly userId?: string | null;
  readonly data?: Record<string, unknown>;
}

class Cancelled extends Error {}

const sweepEvery = 30_000;

/** Starts the queue on the registry. The table of kinds is one literal: `app/jobs.ts`. */
export async function startJobs(deps: {
  registry: Registry;
  table: Readonly<Record<string, JobKind>>;
  log: Logger;
}): Promise<Jobs> {
  const { registry, table, log } = deps;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => registry.owner.query(text, values) },
    schema: 'pgboss',
  });
  boss.on(
    'error',
    oncePerMinute((err, count) => log.warn({ err, count }, 'The job queue had an error')),
  );
  await boss.start();
  for (const [kind, definition] of Object.entries(table)) {
    await boss.createQueue(kind, { retryLimit: definition.retries ?? 3, retryBackoff: true });
    await boss.work<{ jobId?: string }>(kind, { batchSize: 1, pollingIntervalSeconds: 2 }, async (tasks) => {
      for (const { data } of tasks) await runOne(registry, log, kind, definition, data?.jobId);
    });
    if (definition.every) await boss.schedule(kind, definition.every);
  }

  const dispatch = (kind: string, jobId: string) => {
    boss
      .send(kind, { jobId }, { singletonKey: jobId })
      .catch((error: unknown) => log.warn({ err: error, kind }, 'A job could not be queued; the sweep will queue it'));
  };
  const sweep = setInterval(() => {
    waiting(registry, Object.keys(table))
      .then((jobs) => jobs.forEach(({ kind, jobId }) => dispatch(kind, jobId)))
      .catch((error: unknown) => log.warn({ err: error }, 'Waiting jobs could not be read'));
  }, sweepEvery);

  return {
    async enqueue(tx, { kind, orgId, userId = null, data = {} }) {
      const [row] = await tx.sql
        .insert(job)
        .values({ kind, orgId, userId, data, state: 'waiting' })
        .returning({ jobId: job.jobId });
      if (!row) throw new Error('The job was not written');
      tx.afterCommit(() => dispatch(kind, row.jobId));
      return row.jobId;
    },
    async stop() {
      clearInterval(sweep);
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** While the database is unavailable every queue fails every other second; `count` are the failures since the last line. */
function oncePerMinute(tell: (error: unknown, count: number) => void): (error: unknown) => void {
  let toldAt = -Infinity;
  let count = 0;
  return (error) => {
    count += 1;
    if (performance.now() - toldAt < 60_000) return;
    tell(error, count);
    toldAt = performance.now();
    count = 0;
  };
}

/** Jobs whose hand-over was lost, because the process died between commit and dispatch. */
function waiting(registry: Registry, kinds: string[]) {
  return registry.system(({ sql }) =>
    sql
      .select({ kind: job.kind, jobId: job.jobId })
      .from(job)
      .where(
        and(eq(job.state, 'waiting'), inArray(job.kind, kinds), lt(job.createdAt, new Date(Date.now() - sweepEvery))),
      )
      .limit(100),
  );
}

async function runOne(registry: Registry, log: Logger, kind: string, definition: JobKind, jobId: string | undefined) {
  if (!jobId) return definition.run({ data: {}, report: async () => {} });
  const update = (values: Partial<typeof job.$inferInsert>, from: ('waiting' | 'running' | 'failed')[]) =>
    registry.system(({ sql }) =>
      sql
        .update(job)
        .set({ ...values, updatedAt: new Date() })
        .where(and(eq(job.jobId, jobId), inArray(job.state, from)))
        .returning({ data: job.data }),
    );
  const [started] = await update({ state: 'running', message: null }, ['waiting', 'running', 'failed']);
  if (!started) return;
  try {
    await definition.run({
      data: started.data,
      async report(done, total, message) {
        const [still] = await update({ done, total: total ?? null, message: message ?? null }, ['running']);
        if (!still) throw new Cancelled();
      },
    });
    await update({ state: 'done' }, ['running']);
  } catch (error) {
    if (error instanceof Cancelled) return;
    log.error({ err: error, kind, jobId }, 'A job failed');
    await update({ state: 'failed', message: 'It failed and will be tried again.' }, ['running']);
    throw error;
  }
}
