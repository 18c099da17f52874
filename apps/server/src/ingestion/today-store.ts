import type { Transaction } from '../registry/registry.ts';
import type { TailRecord } from '../registry/schema/series.ts';
import type { LastState, Stretch, Sums } from './fold.ts';

type Client = Transaction['client'];

export interface LastRow {
  readonly seriesId: number;
  readonly orgId: string;
  readonly state: LastState;
  readonly refoldCount: number;
}

/** Creates rows for series without one. Their day must be read from the facts. */
export async function openLast(
  client: Client,
  rows: readonly { seriesId: number; orgId: string; day: Stretch }[],
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO series_last (series_id, org_id, day_from, day_to, closed_ins, closed_outs, closed_got, tail_from, tail,
                              ins, outs, got, refold_since, refold_count, updated_at)
     SELECT series_id, org_id, to_timestamp(day_from), to_timestamp(day_to), 0, 0, 0, to_timestamp(day_from), '[]',
            0, 0, 0, $5, 1, $5
     FROM unnest($1::int[], $2::uuid[], $3::bigint[], $4::bigint[]) AS t (series_id, org_id, day_from, day_to)
     ORDER BY series_id
     ON CONFLICT DO NOTHING`,
    [
      rows.map((row) => row.seriesId),
      rows.map((row) => row.orgId),
      rows.map((row) => row.day.from),
      rows.map((row) => row.day.to),
      now,
    ],
  );
}

/** The holder of the lock is the only writer of a row. All writers lock in the same order. */
export async function lockLast(client: Client, seriesIds: readonly number[]): Promise<Map<number, LastRow>> {
  const { rows } = await client.query<StoredLast>(
    `SELECT ${columns} FROM series_last WHERE series_id = ANY($1) ORDER BY series_id FOR UPDATE`,
    [seriesIds],
  );
  return new Map(rows.map((row) => [row.series_id, fromStored(row)]));
}

/** As they are now, for those who do not write them. */
export async function readLast(client: Client, seriesIds: readonly number[]): Promise<Map<number, LastRow>> {
  if (seriesIds.length === 0) return new Map();
  const { rows } = await client.query<StoredLast>(`SELECT ${columns} FROM series_last WHERE series_id = ANY($1)`, [
    seriesIds,
  ]);
  return new Map(rows.map((row) => [row.series_id, fromStored(row)]));
}

export async function saveLast(
  client: Client,
  rows: readonly { seriesId: number; state: LastState; sums: Sums }[],
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE series_last AS l
     SET day_from = to_timestamp(t.day_from), day_to = to_timestamp(t.day_to), closed_ins = t.closed_ins,
         closed_outs = t.closed_outs, closed_got = t.closed_got, tail_from = to_timestamp(t.tail_from), tail = t.tail,
         ins = t.ins, outs = t.outs, got = t.got, last_minute = to_timestamp(t.last_minute), updated_at = $13
     FROM unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::int[], $7::bigint[], $8::text[]::jsonb[],
                 $9::bigint[], $10::bigint[], $11::int[], $12::bigint[])
       AS t (series_id, day_from, day_to, closed_ins, closed_outs, closed_got, tail_from, tail, ins, outs, got, last_minute)
     WHERE l.series_id = t.series_id`,
    [
      rows.map((row) => row.seriesId),
      rows.map((row) => row.state.day.from),
      rows.map((row) => row.state.day.to),
      rows.map((row) => row.state.closed.ins),
      rows.map((row) => row.state.closed.outs),
      rows.map((row) => row.state.closed.got),
      rows.map((row) => row.state.tailFrom),
      rows.map((row) => JSON.stringify(row.state.tail.map(toRecord))),
      rows.map((row) => row.sums.ins),
      rows.map((row) => row.sums.outs),
      rows.map((row) => row.sums.got),
      rows.map((row) => row.state.lastMinute),
      now,
    ],
  );
}

/** Minutes of a series that were written to the facts. */
export interface Written {
  readonly seriesId: number;
  readonly from: number;
  readonly to: number;
}

/** Where today's minutes before the tail were written, the closed sum must be reread. Returns whether there are any. */
export async function requestRefold(client: Client, written: readonly Written[], now: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    `WITH late AS (
       SELECT l.series_id
       FROM series_last l JOIN unnest($1::int[], $2::bigint[], $3::bigint[]) AS t (series_id, written_from, written_to)
         ON l.series_id = t.series_id
       WHERE l.tail_from > to_timestamp(t.written_from) AND l.day_from < to_timestamp(t.written_to)
       ORDER BY l.series_id FOR UPDATE OF l
     )
     UPDATE series_last AS l SET refold_since = coalesce(refold_since, $4), refold_count = refold_count + 1
     FROM late WHERE l.series_id = late.series_id`,
    [written.map((w) => w.seriesId), written.map((w) => w.from), written.map((w) => w.to), now],
  );
  return (rowCount ?? 0) > 0;
}

export async function findRefolds(client: Client, most: number): Promise<LastRow[]> {
  const { rows } = await client.query<StoredLast>(
    `SELECT ${columns} FROM series_last WHERE refold_since IS NOT NULL ORDER BY refold_since LIMIT $1`,
    [most],
  );
  return rows.map(fromStored);
}

/** Done, unless another late record was written since `refoldCount` was read. */
export async function endRefolds(
  client: Client,
  rows: readonly { seriesId: number; refoldCount: number }[],
): Promise<void> {
  await client.query(
    `UPDATE series_last AS l SET refold_since = NULL
     FROM unnest($1::int[], $2::int[]) AS t (series_id, refold_count)
     WHERE l.series_id = t.series_id AND l.refold_count = t.refold_count`,
    [rows.map((row) => row.seriesId), rows.map((row) => row.refoldCount)],
  );
}

/** Rows whose day is over, or all rows of an organization whose days may have moved. */
export async function findDays(
  client: Client,
  which: { endedBy: Date; most: number } | { orgId: string },
): Promise<LastRow[]> {
  const { rows } =
    'orgId' in which
      ? await client.query<StoredLast>(`SELECT ${columns} FROM series_last WHERE org_id = $1`, [which.orgId])
      : await client.query<StoredLast>(
          `SELECT ${columns} FROM series_last WHERE day_to <= $1 ORDER BY day_to LIMIT $2`,
          [which.endedBy, which.most],
        );
  return rows.map(fromStored);
}

interface StoredLast {
  series_id: number;
  org_id: string;
  day_from: string;
  day_to: string;
  closed_ins: string;
  closed_outs: string;
  closed_got: number;
  tail_from: string;
  tail: TailRecord[];
  last_minute: string | null;
  refold_count: number;
}

const columns = `series_id, org_id, extract(epoch FROM day_from)::bigint AS day_from, extract(epoch FROM day_to)::bigint AS day_to,
  closed_ins, closed_outs, closed_got, extract(epoch FROM tail_from)::bigint AS tail_from, tail,
  extract(epoch FROM last_minute)::bigint AS last_minute, refold_count`;

function fromStored(row: StoredLast): LastRow {
  return {
    seriesId: row.series_id,
    orgId: row.org_id,
    refoldCount: row.refold_count,
    state: {
      day: { from: Number(row.day_from), to: Number(row.day_to) },
      closed: { ins: Number(row.closed_ins), outs: Number(row.closed_outs), got: row.closed_got },
      tailFrom: Number(row.tail_from),
      tail: row.tail.map(([at, span, ins, outs, ver]) => ({ at, span, ins, outs, ver: BigInt(ver) })),
      lastMinute: row.last_minute === null ? null : Number(row.last_minute),
    },
  };
}

function toRecord(row: LastState['tail'][number]): TailRecord {
  return [row.at, row.span, row.ins, row.outs, String(row.ver)];
}
