import type { Transaction } from '../registry/registry.ts';
import { markFoldedSince, markSpaces } from './occupancy/mark-store.ts';
import { backfillPriority, livePriority } from './todo-store.ts';

type Client = Transaction['client'];

/** A UTC day of a series that a writer is about to write to; `day` is the epoch second it starts at. */
export interface Mark {
  readonly orgId: string;
  readonly seriesId: number;
  readonly day: number;
  /** Of the inbox, shifted by `markWriters`. */
  readonly lane: number;
}

/**
 * Live readings, back-fill and commands of one lane are written in parallel. Each has its own marks: otherwise the
 * first to finish would declare a day ready that another still writes to.
 */
export const markWriters = { [livePriority]: 0, [backfillPriority]: 64, command: 128 } as const;

/** Of the levels of spaces, which are no bodies: they have one writer. */
export const laneOfSpaces = 192;

/**
 * Announces writes. Days that are read from minutes anyway get a permanent mark; for older days the mark is not ready
 * until `markDaysReady`, so that no quarters are computed from half of the minutes. Returns the number of the
 * announcement.
 */
export async function announceMarks(
  client: Client,
  marks: { readonly fresh: readonly Mark[]; readonly old: readonly Mark[] },
): Promise<string> {
  const { rows } = await client.query<{ seq: string }>(`SELECT nextval('inbox_mark_seq') AS seq`);
  const seq = rows[0]?.seq ?? '0';
  if (marks.fresh.length > 0) await client.query(announce('NOTHING'), [...arrays(marks.fresh), seq, true]);
  if (marks.old.length > 0) {
    await client.query(announce('UPDATE SET seq = excluded.seq, ready = false'), [...arrays(marks.old), seq, false]);
  }
  return seq;
}

const announce = (onConflict: string) => `
  INSERT INTO rollup_mark (org_id, series_id, day, lane, seq, ready)
  SELECT org_id, series_id, to_timestamp(day) AT TIME ZONE 'UTC', lane, $5, $6
  FROM unnest($1::uuid[], $2::int[], $3::bigint[], $4::smallint[]) AS t (org_id, series_id, day, lane)
  ORDER BY series_id, day, lane
  ON CONFLICT (series_id, day, lane) DO ${onConflict}`;

function arrays(marks: readonly Mark[]): unknown[][] {
  return [
    marks.map((mark) => mark.orgId),
    marks.map((mark) => mark.seriesId),
    marks.map((mark) => mark.day),
    marks.map((mark) => mark.lane),
  ];
}

/**
 * Everything announced under these numbers is written. A mark that was announced again since stays as it is. A missing
 * one is restored: a later announcement was completed and its quarters were computed before these minutes existed.
 */
export async function markDaysReady(client: Client, marks: readonly (Mark & { seq: string })[]): Promise<void> {
  if (marks.length === 0) return;
  await client.query(
    `INSERT INTO rollup_mark AS m (org_id, series_id, day, lane, seq, ready)
     SELECT org_id, series_id, to_timestamp(day) AT TIME ZONE 'UTC', lane, seq, true
     FROM unnest($1::uuid[], $2::int[], $3::bigint[], $4::smallint[], $5::bigint[]) AS t (org_id, series_id, day, lane, seq)
     ORDER BY series_id, day, lane
     ON CONFLICT (series_id, day, lane) DO UPDATE SET ready = true WHERE m.seq = excluded.seq`,
    [...arrays(marks), marks.map(({ seq }) => seq)],
  );
}

/** A day whose quarters can be recomputed, and the announcements this will cover. */
export interface ReadyDay {
  readonly factOrg: number;
  readonly seriesId: number;
  readonly measure: string;
  readonly day: number;
  readonly lanes: readonly number[];
  readonly seqs: readonly string[];
}

/** A month (`2026-11`) of an organization, by its number in the facts. */
export interface OrgMonth {
  readonly org: number;
  readonly month: string;
}

/** Days of a history are computed once, when its file is read to the end: nobody asks for them before. */
export async function findReadyDays(
  client: Client,
  before: number,
  most: number,
  except: readonly OrgMonth[] = [],
): Promise<ReadyDay[]> {
  const { rows } = await client.query<{
    fact_org: number;
    series_id: number;
    measure: string;
    day: string;
    lanes: number[];
    seqs: string[];
  }>(
    `SELECT o.fact_org, m.series_id, s.measure, extract(epoch FROM m.day)::bigint AS day,
            array_agg(m.lane ORDER BY m.lane) AS lanes, array_agg(m.seq ORDER BY m.lane) AS seqs
     FROM rollup_mark m JOIN organization o USING (org_id) JOIN series s USING (series_id)
     WHERE m.day < (to_timestamp($1) AT TIME ZONE 'UTC')::date
       AND (o.fact_org, to_char(m.day, 'YYYY-MM')) NOT IN (SELECT * FROM unnest($3::int[], $4::text[]))
       AND NOT EXISTS (SELECT FROM import_file f WHERE f.import_status_id = s.import_id AND f.task = 'read')
     GROUP BY o.fact_org, m.series_id, s.measure, m.day
     HAVING bool_and(m.ready)
     ORDER BY o.fact_org, m.day, m.series_id
     LIMIT $2`,
    [before, most, except.map(({ org }) => org), except.map(({ month }) => month)],
  );
  return rows.map((row) => ({
    factOrg: row.fact_org,
    seriesId: row.series_id,
    measure: row.measure,
    day: Number(row.day),
    lanes: row.lanes,
    seqs: row.seqs,
  }));
}

/** Removes the marks that a recomputation covered; one that was announced again in the meantime stays. */
export async function removeMarks(client: Client, days: readonly ReadyDay[], now: Date): Promise<void> {
  const flat = days.flatMap(({ seriesId, day, lanes, seqs }) =>
    lanes.map((lane, i) => ({ seriesId, day, lane, seq: seqs[i] ?? '0' })),
  );
  await client.query(
    `WITH covered AS (
       SELECT m.series_id, m.day, m.lane
       FROM rollup_mark m JOIN unnest($1::int[], $2::bigint[], $3::smallint[], $4::bigint[]) AS t (series_id, day, lane, seq)
         ON m.series_id = t.series_id AND m.day = (to_timestamp(t.day) AT TIME ZONE 'UTC')::date AND m.lane = t.lane
       WHERE m.seq = t.seq AND m.ready
       ORDER BY m.series_id, m.day, m.lane FOR UPDATE OF m
     )
     DELETE FROM rollup_mark m USING covered c
     WHERE m.series_id = c.series_id AND m.day = c.day AND m.lane = c.lane`,
    [flat.map((m) => m.seriesId), flat.map((m) => m.day), flat.map((m) => m.lane), flat.map((m) => m.seq)],
  );
  await client.query('INSERT INTO inbox_recomputed (done_at, series_ids, days) VALUES ($1, $2, $3)', [
    now,
    days.map(({ seriesId }) => seriesId),
    days.map(({ day }) => new Date(day * 1000).toISOString().slice(0, 10)),
  ]);
}

/** Marks everything computed since shortly before an instant once more. */
export async function markAgain(client: Client, since: Date): Promise<void> {
  await client.query(
    `INSERT INTO rollup_mark (org_id, series_id, day, lane, seq, ready)
     SELECT org_id, series_id, day, ${laneOfRepetition}, nextval('inbox_mark_seq'), true
     FROM (SELECT DISTINCT s.org_id, s.series_id, d.day
           FROM inbox_recomputed r CROSS JOIN unnest(r.series_ids, r.days) AS d (series_id, day)
             JOIN series s USING (series_id)
           WHERE r.done_at >= $1) again
     ON CONFLICT (series_id, day, lane) DO NOTHING`,
    [since],
  );
  await markFoldedSince(client, since);
}

/** Marks days so that what is made of them is made again without a new write. Days of unknown series are skipped. */
export async function markDays(
  client: Client,
  days: readonly { readonly org: number; readonly series: number; readonly day: number }[],
): Promise<void> {
  for (let from = 0; from < days.length; from += maxDays) {
    const some = days.slice(from, from + maxDays);
    await client.query(
      `INSERT INTO rollup_mark (org_id, series_id, day, lane, seq, ready)
       SELECT s.org_id, s.series_id, to_timestamp(d.day) AT TIME ZONE 'UTC', ${laneOfRepetition}, nextval('inbox_mark_seq'), true
       FROM unnest($1::int[], $2::int[], $3::bigint[]) AS d (fact_org, series_id, day)
         JOIN series s USING (series_id) JOIN organization o USING (org_id, fact_org)
       ON CONFLICT (series_id, day, lane) DO NOTHING`,
      [some.map(({ org }) => org), some.map(({ series }) => series), some.map(({ day }) => day)],
    );
    await markSpaces(
      client,
      some.map(({ series, day }) => ({ seriesId: series, from: day, to: day + 86_400 })),
    );
  }
}

const maxDays = 10_000;

/** No lane of the inbox. */
const laneOfRepetition = -1;
