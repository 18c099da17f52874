import type { Transaction } from '../registry/registry.ts';

type Client = Transaction['client'];

/** What the counters of a series showed at a second; null is what was not said. */
export interface StoredCounters {
  readonly at: number;
  readonly ins: number | null;
  readonly outs: number | null;
}

/** Live readings and back-fill may tell of one series at the same time: one waits for the other. */
export async function lockCounters(client: Client, seriesIds: readonly number[]): Promise<void> {
  const ordered = [...new Set(seriesIds)].toSorted((a, b) => a - b);
  await client.query('SELECT pg_advisory_xact_lock($1, id) FROM unnest($2::int[]) AS id', [lockClass, ordered]);
}

const lockClass = 0x0c01;

/**
 * The readings of the hours that a range touches, and on both sides those of the nearest hours that have eight minutes with
 * readings. Whether a value is a fault depends on its neighbors (`withoutOutliers`), and of those on their own: sensors that
 * report once an hour have them in other hours.
 */
export async function readCounters(
  client: Client,
  seriesId: number,
  from: number,
  to: number,
): Promise<StoredCounters[]> {
  const { rows } = await client.query<{ at: string; ins: string | null; outs: string | null }>(
    `WITH near AS (
       (SELECT hour, seconds FROM counter_hour WHERE series_id = $1 AND hour < $2 ORDER BY hour DESC LIMIT ${neighbors})
       UNION ALL
       (SELECT hour, seconds FROM counter_hour WHERE series_id = $1 AND hour > $3 ORDER BY hour LIMIT ${neighbors})
     ), nearer AS (
       SELECT hour, sum(minutes) OVER (PARTITION BY hour < $2 ORDER BY abs(hour - $2)) - minutes AS between
       FROM near, LATERAL (SELECT count(DISTINCT (second + 30) / 60) AS minutes FROM unnest(seconds) AS second) AS c
     ), ends AS (SELECT min(hour) AS first, max(hour) AS last FROM nearer WHERE between < ${neighbors})
     SELECT 3600 * hour::bigint + second AS at, r.ins, r.outs
     FROM ends, counter_hour, unnest(seconds, ins, outs) AS r (second, ins, outs)
     WHERE series_id = $1 AND hour >= least(first, $2) AND hour <= greatest(last, $3)
     ORDER BY at`,
    [seriesId, hourOf(from), hourOf(to)],
  );
  return rows.map(({ at, ins, outs }) => ({ at: Number(at), ins: numberOf(ins), outs: numberOf(outs) }));
}

const neighbors = 8;

/** Adds readings to their hours. Of two at one second the larger one stays, whichever came first. */
export async function addCounters(
  client: Client,
  orgId: string,
  seriesId: number,
  readings: readonly StoredCounters[],
): Promise<void> {
  await client.query(
    `INSERT INTO counter_hour AS c (org_id, series_id, hour, seconds, ins, outs)
     SELECT $1::uuid, $2::int, hour, array_agg(second ORDER BY second), array_agg(ins ORDER BY second), array_agg(outs ORDER BY second)
     FROM (SELECT (at / 3600)::int AS hour, (at % 3600)::smallint AS second, max(ins) AS ins, max(outs) AS outs
           FROM unnest($3::bigint[], $4::bigint[], $5::bigint[]) AS t (at, ins, outs) GROUP BY at) AS said
     GROUP BY hour ORDER BY hour
     ON CONFLICT (series_id, hour) DO UPDATE SET (seconds, ins, outs) = (
       SELECT array_agg(second ORDER BY second), array_agg(ins ORDER BY second), array_agg(outs ORDER BY second)
       FROM (SELECT second, max(ins) AS ins, max(outs) AS outs
             FROM (SELECT * FROM unnest(c.seconds, c.ins, c.outs)
                   UNION ALL SELECT * FROM unnest(excluded.seconds, excluded.ins, excluded.outs)) AS known (second, ins, outs)
             GROUP BY second) AS merged)`,
    [
      orgId,
      seriesId,
      readings.map(({ at }) => Math.floor(at)),
      readings.map(({ ins }) => ins),
      readings.map(({ outs }) => outs),
    ],
  );
}

/** By whole hours, so that nothing is counted from what was erased up to the next reading. */
export async function removeCounters(
  client: Client,
  seriesIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await client.query('DELETE FROM counter_hour WHERE series_id = ANY($1) AND hour >= $2 AND hour < $3', [
    seriesIds,
    hourOf(from),
    Math.ceil(to / 3600),
  ]);
}

/** Days for which all readings are kept; of older days only those of the last hour are. */
export const countersKept = 35;

/**
 * A late reading needs neighbors that are not too far away, or it would count everything since. Minutes that were counted
 * from the readings in between win over what such a reading counts.
 */
export async function thinCounters(client: Client, before: Date): Promise<void> {
  const days = Math.floor(before.getTime() / 86_400_000);
  await client.query(
    `DELETE FROM counter_hour c
     WHERE c.hour < 24 * $1::int
       AND EXISTS (SELECT FROM counter_hour n WHERE n.series_id = c.series_id AND n.hour > c.hour AND n.hour / 24 = c.hour / 24)`,
    [days],
  );
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}

function hourOf(at: number): number {
  return Math.floor(at / 3600);
}
