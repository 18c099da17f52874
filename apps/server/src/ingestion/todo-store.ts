import { notification } from '../registry/notifications.ts';
import type { Transaction } from '../registry/registry.ts';

type Client = Transaction['client'];

/** Readings of the last minutes, and device status. */
export const livePriority = 0;
/** Everything else: history stored on a device, commands, repetitions. */
export const backfillPriority = 1;
export type Priority = typeof livePriority | typeof backfillPriority;

/** An entry of the inbox that the facts do not have yet. */
export interface TodoBody {
  readonly folded: boolean;
  readonly priority: number;
  readonly seq: string;
  /** Its partition, `YYYY-MM-DD`. */
  readonly day: string;
  readonly lane: number;
  readonly source: 'new' | 'again' | 'quarantine';
  readonly orgId: string;
  readonly device: string;
  readonly receivedAt: Date;
  readonly kind: 'push' | 'file' | 'command';
  readonly vendor: string;
  readonly contentType: string;
  readonly body: Buffer;
}

export interface Taking {
  readonly lanes: readonly number[];
  readonly priority: Priority;
  /** Whether to take bodies that were folded while ClickHouse was unavailable, or new ones. */
  readonly folded: boolean;
  /** Sequence numbers already in progress. */
  readonly except: readonly string[];
  readonly maxRows: number;
  readonly maxBytes: number;
}

export async function takeTodo(client: Client, taking: Taking): Promise<TodoBody[]> {
  const { rows } = await client.query<StoredTodo>({
    name: 'inbox_take',
    text: `
      SELECT folded, priority, seq, day, lane, source, org_id, device, received_at, kind, vendor, content_type, body FROM (
        SELECT t.folded, t.priority, t.seq, t.day::text, t.lane, t.source, b.org_id, b.device, b.received_at, b.kind, b.vendor,
               b.content_type, b.body,
               sum(coalesce(octet_length(b.body), 0)) OVER (ORDER BY t.seq) AS bytes,
               row_number() OVER (ORDER BY t.seq) AS n
        FROM (
          SELECT * FROM inbox_todo
          WHERE folded = $1 AND priority = $6 AND lane = ANY($2) AND seq NOT IN (SELECT unnest($3::bigint[]))
          ORDER BY seq LIMIT $4
        ) t LEFT JOIN inbox_body b ON b.day = t.day AND b.seq = t.seq
      ) taken
      WHERE bytes <= $5 OR n = 1
      ORDER BY n`,
    values: [taking.folded, taking.lanes, taking.except, taking.maxRows, taking.maxBytes, taking.priority],
  });
  const lost = rows.filter((row) => row.org_id === null);
  if (lost.length > 0) await removeTodo(client, lost);
  return rows.flatMap(({ org_id: orgId, received_at: receivedAt, content_type: contentType, body, ...rest }) =>
    // A body can be missing only when its day was dropped manually.
    orgId === null || body === null ? [] : [{ ...rest, orgId, receivedAt, contentType, body }],
  );
}

interface StoredTodo extends Pick<TodoBody, 'folded' | 'priority' | 'seq' | 'day' | 'lane' | 'source'> {
  org_id: string | null;
  device: string;
  received_at: Date;
  kind: TodoBody['kind'];
  vendor: string;
  content_type: string;
  body: Buffer | null;
}

type TodoKey = Pick<TodoBody, 'folded' | 'priority' | 'seq'>;

export async function removeTodo(client: Client, rows: readonly TodoKey[]): Promise<void> {
  await client.query(
    `DELETE FROM inbox_todo AS t USING unnest($1::boolean[], $2::smallint[], $3::bigint[]) AS d (folded, priority, seq)
     WHERE t.folded = d.folded AND t.priority = d.priority AND t.seq = d.seq`,
    [rows.map((row) => row.folded), rows.map((row) => row.priority), rows.map((row) => row.seq)],
  );
}

/** Their live numbers are published; they wait for ClickHouse behind new bodies. */
export async function setFolded(client: Client, rows: readonly TodoKey[]): Promise<void> {
  await client.query(
    `UPDATE inbox_todo AS t SET folded = true FROM unnest($1::smallint[], $2::bigint[]) AS d (priority, seq)
     WHERE NOT t.folded AND t.priority = d.priority AND t.seq = d.seq`,
    [rows.map((row) => row.priority), rows.map((row) => row.seq)],
  );
}

/** When the oldest body that waits for the first time was received, and whether some wait for ClickHouse. */
export async function readBacklog(client: Client): Promise<{ oldest: Date | null; folded: boolean }> {
  const heads = [false, true].flatMap((folded) =>
    [livePriority, backfillPriority].map(
      (priority) => `(SELECT folded, day, seq FROM inbox_todo
         WHERE folded = ${folded} AND priority = ${priority} AND source = 'new' ORDER BY seq LIMIT 1)`,
    ),
  );
  const { rows } = await client.query<{ oldest: Date | null; folded: boolean }>(
    `SELECT min(b.received_at) AS oldest, EXISTS (SELECT FROM inbox_todo WHERE folded) AS folded
     FROM (${heads.join(' UNION ALL ')}) t JOIN inbox_body b ON b.day = t.day AND b.seq = t.seq`,
  );
  return { oldest: rows[0]?.oldest ?? null, folded: rows[0]?.folded ?? false };
}

/** Which of these commands are not applied yet. */
export async function findWaiting(client: Client, commands: readonly number[]): Promise<number[]> {
  const { rows } = await client.query<{ seq: string }>(
    'SELECT seq FROM inbox_todo WHERE folded IN (false, true) AND priority = $1 AND seq = ANY($2::bigint[])',
    [backfillPriority, commands],
  );
  return rows.map(({ seq }) => Number(seq));
}

export async function countTodo(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int FROM inbox_todo');
  return rows[0]?.count ?? 0;
}

/** Keeps estates as they are until the end of the transaction; returns their versions. */
export async function holdEstates(client: Client, orgIds: Iterable<string>): Promise<Map<string, number>> {
  const { rows } = await client.query<{ org_id: string; estate_version: number }>(
    'SELECT org_id, estate_version FROM organization WHERE org_id = ANY($1) ORDER BY org_id FOR SHARE',
    [[...orgIds]],
  );
  return new Map(rows.map((row) => [row.org_id, row.estate_version]));
}

export interface LedgerEntry {
  readonly orgId: string;
  readonly device: string;
  readonly receivedAt: Date;
  readonly applied: number;
  readonly quarantined: number;
  /** Brought by another device. */
  readonly carried?: number;
  /** How many seconds the clock of the device was behind, if this body shows it. */
  readonly skew?: number | undefined;
}

/** The weight of the newest body in the moving average of the clock. */
const skewWeight = 0.2;

export async function writeLedger(client: Client, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await client.query(
    `INSERT INTO ledger AS known (org_id, device, day, applied, quarantined, carried, last_at, skew_seconds)
     SELECT org_id, device, (received_at AT TIME ZONE 'UTC')::date AS day, sum(applied), sum(quarantined), sum(carried),
            max(received_at), avg(skew)
     FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::int[], $5::int[], $6::int[], $7::real[])
       AS t (org_id, device, received_at, applied, quarantined, carried, skew)
     GROUP BY org_id, device, 3
     ORDER BY org_id, device, 3
     ON CONFLICT (org_id, device, day) DO UPDATE
     SET applied = known.applied + excluded.applied, quarantined = known.quarantined + excluded.quarantined,
         carried = known.carried + excluded.carried, last_at = greatest(known.last_at, excluded.last_at),
         skew_seconds = coalesce(known.skew_seconds + ${skewWeight} * (excluded.skew_seconds - known.skew_seconds),
                                 excluded.skew_seconds, known.skew_seconds)`,
    [
      entries.map((entry) => entry.orgId),
      entries.map((entry) => entry.device),
      entries.map((entry) => entry.receivedAt),
      entries.map((entry) => entry.applied),
      entries.map((entry) => entry.quarantined),
      entries.map((entry) => entry.carried ?? 0),
      entries.map((entry) => entry.skew ?? null),
    ],
  );
}

/** A device sent something that is not stored, such as a connection test. */
export async function noteHeard(client: Client, orgId: string, device: string, at: Date): Promise<void> {
  await client.query(
    `INSERT INTO ledger AS known (org_id, device, day, last_at) VALUES ($1, $2, ($3::timestamptz AT TIME ZONE 'UTC')::date, $3)
     ON CONFLICT (org_id, device, day) DO UPDATE SET last_at = greatest(known.last_at, excluded.last_at)`,
    [orgId, device, at],
  );
}

export async function noteApplied(client: Client, rows: readonly TodoBody[], now: Date): Promise<void> {
  await client.query('INSERT INTO inbox_applied (applied_at, seqs, days) VALUES ($1, $2, $3)', [
    now,
    rows.map((row) => row.seq),
    rows.map((row) => row.day),
  ]);
}

/** ClickHouse does not wait for the disk; after this time everything has been flushed. */
export const repeatedMinutes = 10;

/** Requeues what was applied since shortly before an instant. Returns how many bodies. */
export async function applyAgain(client: Client, since: Date): Promise<number> {
  const { rowCount } = await client.query(
    `INSERT INTO inbox_todo (priority, seq, day, lane, source)
     SELECT DISTINCT ${backfillPriority}::smallint, b.seq, b.day, b.lane, 'again'
     FROM inbox_applied a CROSS JOIN unnest(a.seqs, a.days) AS d (seq, day)
       JOIN inbox_body b ON b.day = d.day AND b.seq = d.seq
     WHERE a.applied_at >= $1 AND NOT EXISTS (SELECT FROM inbox_todo t WHERE t.seq = d.seq)
       AND NOT EXISTS (SELECT FROM quarantine_discarded g WHERE g.org_id = b.org_id AND g.seq = b.seq)
     ON CONFLICT DO NOTHING`,
    [since],
  );
  return rowCount ?? 0;
}

/** The instant of the last applied batch. */
export async function lastApplied(client: Client): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>('SELECT max(applied_at) AS at FROM inbox_applied');
  return rows[0]?.at ?? null;
}

/** A notification carries at most 8,000 bytes. */
const maxSeriesTold = 700;

export async function notifyReadings(client: Client, series: readonly number[]): Promise<void> {
  for (let i = 0; i < series.length; i += maxSeriesTold) {
    const { text, values } = notification('readings', series.slice(i, i + maxSeriesTold));
    await client.query(text, values);
  }
}

export async function notifyInbox(client: Client): Promise<void> {
  const { text, values } = notification('inbox', null);
  await client.query(text, values);
}
