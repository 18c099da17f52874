import type { Engine, Track } from '@atrium/rules/system-health';
import type { Registry, Transaction } from '../registry/registry.ts';
import { backfillPriority, livePriority } from '../ingestion/todo-store.ts';

type Client = Transaction['client'];

/** Longer queues are not counted to the end: a higher number makes no difference. */
const maxCounted = 100_000;

const priorities: Record<Track, number> = { live: livePriority, backfill: backfillPriority };

export interface TrackBacklog {
  readonly track: Track;
  readonly waiting: number;
  /** When the oldest body that waits for the first time was received. */
  readonly oldest: Date | null;
}

/** Along the primary key: new bodies and those that wait for ClickHouse, one track after another. */
export async function readTracks(client: Client): Promise<TrackBacklog[]> {
  const parts = Object.entries(priorities).flatMap(([track, priority]) =>
    [false, true].map((folded) => {
      const rows = `FROM inbox_todo WHERE folded = ${folded} AND priority = ${priority}`;
      return `SELECT '${track}' AS track,
         (SELECT count(*) FROM (SELECT ${rows} LIMIT ${maxCounted}) counted) AS waiting,
         (SELECT b.received_at FROM (SELECT day, seq ${rows} AND source = 'new' ORDER BY seq LIMIT 1) head
            JOIN inbox_body b ON b.day = head.day AND b.seq = head.seq) AS oldest`;
    }),
  );
  const { rows } = await client.query<TrackBacklog>(
    `SELECT track, least(sum(waiting), ${maxCounted})::int AS waiting, min(oldest) AS oldest
     FROM (${parts.join(' UNION ALL ')}) found GROUP BY track ORDER BY track DESC`,
  );
  return rows;
}

/**
 * `day` is a day ago. An email is given up two days after it was written, so the index on that time finds it. What was
 * never tried was over a limit, which is no failure of a provider.
 */
export async function readMails(client: Client, day: Date): Promise<{ waiting: number; failed: number }> {
  const { rows } = await client.query<{ waiting: number; failed: number }>(
    `SELECT
       (SELECT count(*) FROM (SELECT FROM outbox_message WHERE sent_at IS NULL AND failed_at IS NULL
          LIMIT ${maxCounted}) counted)::int AS waiting,
       (SELECT count(*) FROM outbox_message
          WHERE created_at > $1::timestamptz - interval '3 days' AND failed_at > $1 AND attempts > 0)::int AS failed`,
    [day],
  );
  return rows[0] ?? { waiting: 0, failed: 0 };
}

export async function readJobs(client: Client): Promise<{ waiting: number; running: number; failed: number }> {
  const { rows } = await client.query<{ state: 'waiting' | 'running' | 'failed'; count: number }>(
    `SELECT state, count(*)::int AS count FROM job WHERE state IN ('waiting', 'running', 'failed') GROUP BY state`,
  );
  const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
  return { waiting: of('waiting'), running: of('running'), failed: of('failed') };
}

export interface QuarantinedCount {
  readonly reason: string;
  readonly groups: number;
  readonly bodies: number;
}

/** Counts every body along an index: too slow for every snapshot. */
export async function readQuarantine(client: Client): Promise<QuarantinedCount[]> {
  const { rows } = await client.query<QuarantinedCount>(
    `SELECT reason, count(*)::int AS groups, coalesce(sum(b.bodies), 0)::int AS bodies
     FROM quarantine q
     LEFT JOIN (SELECT quarantine_id, count(*) AS bodies FROM quarantine_body GROUP BY quarantine_id) b
       USING (quarantine_id)
     WHERE q.discarded_at IS NULL GROUP BY reason ORDER BY bodies DESC, reason`,
  );
  return rows;
}

/** Any response means that it is up. */
export async function askPostgres({ owner }: Pick<Registry, 'owner'>): Promise<EngineAnswer> {
  const { rows } = await owner.query<EngineAnswer>(
    `SELECT current_setting('server_version') AS version, pg_postmaster_start_time() AS "upSince"`,
  );
  return rows[0] ?? { version: null, upSince: null };
}

export interface EngineAnswer {
  readonly version: string | null;
  readonly upSince: Date | null;
}

/** The state of an engine, from the process that runs it. */
export interface EngineRun {
  readonly startedAt: Date | undefined;
  readonly restarts: number;
  readonly restartedAt: Date | undefined;
}

export type EngineRuns = Partial<Record<Engine, EngineRun>>;
