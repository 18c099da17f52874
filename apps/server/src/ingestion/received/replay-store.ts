import type { ReplayPreview } from '@atrium/contract/inbox';
import { isId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import { backfillPriority, type TodoBody } from '../todo-store.ts';
import type { BodyKey } from './body-id.ts';

/** What is sent through the pump again: a quarantined group, or what a device or a taught sensor sent in a range of time. */
export type Target =
  | { readonly kind: 'group'; readonly quarantineId: string; readonly device: string; readonly reason: string }
  | {
      readonly kind: 'range';
      /** Empty for all devices. */
      readonly device: string;
      /** The push URL of a taught sensor; absent for all. */
      readonly vendor?: string | undefined;
      readonly from: string;
      readonly to: string;
    };

export interface StoredReplay {
  readonly replayId: string;
  readonly createdAt: Date;
  readonly target: Target;
  readonly preview: ReplayPreview | null;
  readonly previewJobId: string;
  readonly applyJobId: string | null;
}

const columns = `replay_id AS "replayId", created_at AS "createdAt", target, preview, preview_job_id AS "previewJobId",
  apply_job_id AS "applyJobId"`;

export async function addReplay(
  { client }: Transaction,
  row: { replayId: string; orgId: string; userId: string; now: Date; target: Target; previewJobId: string },
): Promise<StoredReplay> {
  const { rows } = await client.query<StoredReplay>(
    `INSERT INTO replay (replay_id, org_id, user_id, created_at, target, preview_job_id) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING ${columns}`,
    [row.replayId, row.orgId, row.userId, row.now, JSON.stringify(row.target), row.previewJobId],
  );
  if (!rows[0]) throw new Error('The replay was not stored.');
  return rows[0];
}

export async function findReplay(
  { client }: Transaction,
  orgId: string,
  replayId: string,
  lock = false,
): Promise<StoredReplay | undefined> {
  if (!isId(replayId)) return undefined;
  const { rows } = await client.query<StoredReplay>(
    `SELECT ${columns} FROM replay WHERE org_id = $1 AND replay_id = $2 ${lock ? 'FOR UPDATE' : ''}`,
    [orgId, replayId],
  );
  return rows[0];
}

export async function savePreview({ client }: Transaction, replayId: string, preview: ReplayPreview): Promise<void> {
  await client.query('UPDATE replay SET preview = $2 WHERE replay_id = $1', [replayId, JSON.stringify(preview)]);
}

export async function saveApplyJob({ client }: Transaction, replayId: string, jobId: string): Promise<void> {
  await client.query('UPDATE replay SET apply_job_id = $2 WHERE replay_id = $1', [replayId, jobId]);
}

/** The group of a replay; undefined when it is empty or gone. */
export async function findGroup({ client }: Transaction, orgId: string, quarantineId: string) {
  if (!isId(quarantineId)) return undefined;
  const { rows } = await client.query<{ device: string; reason: string }>(
    'SELECT device, reason FROM quarantine WHERE org_id = $1 AND quarantine_id = $2 AND discarded_at IS NULL',
    [orgId, quarantineId],
  );
  return rows[0];
}

/** The bodies of a target that PostgreSQL has. */
export async function storedKeys({ client }: Transaction, orgId: string, target: Target, most: number) {
  const { rows } =
    target.kind === 'group'
      ? await client.query<{ seq: string; receivedAt: Date }>(
          `SELECT seq, received_at AS "receivedAt" FROM quarantine_body WHERE org_id = $1 AND quarantine_id = $2
           ORDER BY seq LIMIT $3`,
          [orgId, target.quarantineId, most],
        )
      : await client.query<{ seq: string; receivedAt: Date }>(
          `SELECT DISTINCT seq, received_at AS "receivedAt" FROM (
             SELECT seq, received_at FROM inbox_body b
             WHERE org_id = $1 AND ($2 = '' OR device = $2) AND ($6::text IS NULL OR vendor = $6) AND kind <> 'command'
               AND received_at >= $3 AND received_at < $4
               AND day >= ($3::timestamptz AT TIME ZONE 'UTC')::date
             UNION ALL
             SELECT b.seq, b.received_at FROM quarantine_body b JOIN quarantine q USING (org_id, quarantine_id)
             WHERE org_id = $1 AND ($2 = '' OR q.device = $2) AND ($6::text IS NULL OR q.vendor = $6)
               AND b.received_at >= $3 AND b.received_at < $4
           ) AS found
           WHERE NOT EXISTS (SELECT FROM quarantine_discarded d WHERE d.org_id = $1 AND d.seq = found.seq)
           ORDER BY seq LIMIT $5`,
          [orgId, target.device, target.from, target.to, most, target.vendor ?? null],
        );
  return rows.map(({ seq, receivedAt }): BodyKey => ({ seq, receivedAt: receivedAt.getTime() }));
}

/** Of these numbers, those that someone discarded. */
export async function discardedOf({ client }: Transaction, orgId: string, seqs: readonly string[]) {
  const { rows } = await client.query<{ seq: string }>(
    'SELECT seq FROM quarantine_discarded WHERE org_id = $1 AND seq = ANY($2)',
    [orgId, seqs],
  );
  return new Set(rows.map(({ seq }) => seq));
}

/** The bytes that PostgreSQL has, as the pump would take them. */
export async function storedBodies({ client }: Transaction, orgId: string, seqs: readonly string[], today: string) {
  const { rows } = await client.query<Omit<TodoBody, 'folded' | 'priority' | 'source'>>(
    `SELECT DISTINCT ON (seq) seq, day::text, lane, org_id AS "orgId", device, received_at AS "receivedAt", kind, vendor,
            content_type AS "contentType", body
     FROM (
       SELECT seq, day, lane, org_id, device, received_at, kind, vendor, content_type, body FROM inbox_body
       WHERE org_id = $1 AND seq = ANY($2)
       UNION ALL
       SELECT b.seq, $3::date, b.lane, b.org_id, q.device, b.received_at, b.kind, q.vendor, b.content_type, b.body
       FROM quarantine_body b JOIN quarantine q USING (org_id, quarantine_id) WHERE b.org_id = $1 AND b.seq = ANY($2)
     ) AS found ORDER BY seq`,
    [orgId, seqs, today],
  );
  return rows.map((row): TodoBody => ({ ...row, folded: false, priority: backfillPriority, source: 'again' }));
}

/**
 * Sends bodies through the pump again, under their own numbers. Those that have left the inbox are put back into it. What
 * waits for the pump already, or was discarded, is left alone.
 */
export async function enqueue({ client }: Transaction, bodies: readonly TodoBody[], today: string): Promise<void> {
  const [first] = bodies;
  if (!first) return;
  const these = [first.orgId, bodies.map(({ seq }) => seq)];
  const { rows } = await client.query<{ seq: string }>(
    'SELECT seq FROM inbox_body WHERE org_id = $1 AND seq = ANY($2)',
    these,
  );
  const present = new Set(rows.map(({ seq }) => seq));
  for (const body of bodies.filter(({ seq }) => !present.has(seq))) {
    await client.query(
      `INSERT INTO inbox_body (seq, day, org_id, lane, device, received_at, kind, vendor, content_type, body)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        body.seq,
        today,
        body.orgId,
        body.lane,
        body.device,
        body.receivedAt,
        body.kind,
        body.vendor,
        body.contentType,
        body.body,
      ],
    );
  }
  await client.query(
    `INSERT INTO inbox_todo (priority, seq, day, lane, source)
     SELECT ${backfillPriority}::smallint, b.seq, b.day, b.lane,
            CASE WHEN EXISTS (SELECT FROM quarantine_body q WHERE q.org_id = $1 AND q.seq = b.seq) THEN 'quarantine' ELSE 'again' END
     FROM inbox_body b WHERE b.org_id = $1 AND b.seq = ANY($2)
       AND NOT EXISTS (SELECT FROM inbox_todo t WHERE t.folded IN (false, true) AND t.priority IN (0, 1) AND t.seq = b.seq)
       AND NOT EXISTS (SELECT FROM quarantine_discarded d WHERE d.org_id = $1 AND d.seq = b.seq)
     ON CONFLICT DO NOTHING`,
    these,
  );
}

/** How many of these still wait for the pump. */
export async function waitingOf({ client }: Transaction, seqs: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int FROM inbox_todo WHERE folded IN (false, true) AND priority IN (0, 1) AND seq = ANY($1)',
    [seqs],
  );
  return rows[0]?.count ?? 0;
}

/** What nobody can ask for anymore. */
export async function forgetReplays({ client }: Transaction, before: Date): Promise<void> {
  await client.query('DELETE FROM replay WHERE created_at < $1', [before]);
  await client.query('DELETE FROM quarantine_discarded WHERE received_at < $1', [before]);
  await client.query('DELETE FROM package_gap WHERE waived_at < $1', [before]);
}
