import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Registry, Transaction } from '../registry/registry.ts';
import {
  addJob,
  beginJob,
  endJob,
  failJob,
  forgottenJobs,
  giveUpLost,
  type JobRequest,
  requeueAbandoned,
  saveProgress,
} from './store.ts';
import { startWorker } from './worker.ts';

/** One kind of background work. It may run twice around a crash, so it must be idempotent. */
export interface JobKind {
  /** For scheduled work: a cron expression and its time zone. */
  readonly schedule?: { readonly cron: string; readonly timezone: string };
  /** Attempts after the first. */
  readonly retries?: number;
  /** How long it may take before it counts as lost and is tried again; 15 minutes by default. */
  readonly hours?: number;
  run(task: Task): Promise<void>;
}

export interface Task {
  readonly data: Readonly<Record<string, unknown>>;
  /** The progress of the work; throws when someone canceled it. */
  readonly report: (done: number, total?: number, message?: string) => Promise<void>;
}

export interface Jobs {
  /** Queues work inside the caller's transaction: it runs if, and only if, that commits. */
  enqueue(tx: Transaction, request: JobRequest): Promise<string>;
  stop(): Promise<void>;
}

class Cancelled extends Error {}

const sweepEvery = 30_000;
const storeEvery = 1_000;

interface Dependencies {
  readonly registry: Registry;
  readonly table: Readonly<Record<string, JobKind>>;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Nobody else can work on this registry: what another process left behind goes on at once. */
  readonly alone?: boolean | undefined;
}

/** Starts the queue on the registry. The table of kinds is one literal: `app/jobs.ts`. */
export async function startJobs({ registry, table, clock, log, alone = false }: Dependencies): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => registry.owner.query(text, values) },
    schema: 'pgboss',
  });
  boss.on(
    'error',
    oncePerMinute((err, count) => log.warn({ err, count }, 'The job queue reported an error')),
  );
  await boss.start();
  if (alone) await requeueAbandoned(registry.owner, Object.keys(table));

  const stopping = new AbortController();
  /** A failure that cannot be stored, because the database is away, would leave the job to its time limit: hours. */
  const untilStored = async (store: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      try {
        return await store();
      } catch {
        await sleep(storeEvery, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  const runOne = async (kind: string, definition: JobKind, jobId: string | undefined) => {
    if (!jobId) return definition.run({ data: {}, report: async () => {} });
    const data = await registry.system((tx) => beginJob(tx, jobId, clock()));
    if (!data) return;
    try {
      await definition.run({
        data,
        async report(done, total, message) {
          const goesOn = await registry.system((tx) => saveProgress(tx, jobId, { done, total, message }, clock()));
          if (!goesOn) throw new Cancelled();
        },
      });
      await registry.system((tx) => endJob(tx, jobId, clock()));
    } catch (error) {
      if (error instanceof Cancelled) return;
      log.error({ err: error, kind, jobId }, 'A job failed');
      await untilStored(() => registry.system((tx) => failJob(tx, jobId, clock())));
      throw error;
    }
  };

  /** Who takes the jobs of a kind up, on this node. */
  const workers = new Map<string, string>();
  for (const [kind, definition] of Object.entries(table)) {
    await boss.createQueue(kind, {
      retryLimit: definition.retries ?? 3,
      retryBackoff: true,
      ...(definition.hours === undefined ? {} : { expireInSeconds: definition.hours * 3600 }),
    });
    const worker = await boss.work<{ jobId?: string }>(
      kind,
      { batchSize: 1, pollingIntervalSeconds: 2 },
      async (tasks) => {
        for (const { data } of tasks) await runOne(kind, definition, data?.jobId);
      },
    );
    workers.set(kind, worker);
    const { schedule } = definition;
    if (schedule) await boss.schedule(kind, schedule.cron, null, { tz: schedule.timezone });
  }

  const dispatch = (kind: string, jobId: string) => {
    boss
      .send(kind, { jobId }, { singletonKey: jobId })
      // At once, instead of at its next look.
      .then(() => boss.notifyWorker(workers.get(kind) ?? ''))
      .catch((error: unknown) => log.warn({ err: error, kind }, 'A job could not be queued; the sweep will queue it'));
  };
  const sweep = startWorker({
    name: 'jobs',
    log,
    pause: sweepEvery,
    run: async () => {
      const now = clock();
      const before = new Date(now.getTime() - sweepEvery);
      const forgotten = await registry.system((tx) => forgottenJobs(tx, Object.keys(table), before));
      for (const { kind, jobId } of forgotten) dispatch(kind, jobId);
      // The queue reports itself that its database is away.
      await giveUpLost(registry.owner, Object.keys(table), { now, before }).catch(() => {});
      return false;
    },
  });

  return {
    async enqueue(tx, request) {
      const { kind, jobId } = await addJob(tx, request, clock());
      tx.afterCommit(() => dispatch(kind, jobId));
      return jobId;
    },
    async stop() {
      stopping.abort();
      await sweep.stop();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/**
 * While the database is unavailable every queue fails every other second; `count` is the number of failures since the
 * last line.
 */
function oncePerMinute(tell: (error: unknown, count: number) => void): (error: unknown) => void {
  let loggedAt = -Infinity;
  let count = 0;
  return (error) => {
    count += 1;
    if (performance.now() - loggedAt < 60_000) return;
    tell(error, count);
    loggedAt = performance.now();
    count = 0;
  };
}
