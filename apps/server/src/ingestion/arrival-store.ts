import type { Transaction } from '../registry/registry.ts';

type Client = Transaction['client'];

/** Readings of a series: when the first began and the last ended, in epoch seconds. */
export interface Arrival {
  readonly seriesId: number;
  readonly orgId: string;
  readonly first: number;
  readonly last: number;
  /** Seconds by which what is noted may be behind. */
  readonly slack: number;
}

/** Notes that readings arrive. What is known well enough is left alone, so most pushes write nothing. */
export async function noteArrivals(client: Client, arrivals: readonly Arrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  await client.query(
    `INSERT INTO series_arrival AS known (series_id, org_id, first_at, last_at)
     SELECT t.series_id, t.org_id, to_timestamp(t.first), to_timestamp(t.last)
     FROM unnest($1::int[], $2::uuid[], $3::float8[], $4::float8[], $5::float8[])
       AS t (series_id, org_id, first, last, slack)
       LEFT JOIN series_arrival s USING (series_id)
     WHERE s.series_id IS NULL OR to_timestamp(t.first) < s.first_at
       OR to_timestamp(t.last) >= s.last_at + t.slack * interval '1 second'
     ORDER BY t.series_id
     ON CONFLICT (series_id) DO UPDATE
     SET first_at = CASE WHEN known.first_at IS NOT NULL THEN least(known.first_at, excluded.first_at) END,
         last_at = greatest(known.last_at, excluded.last_at)`,
    [
      arrivals.map(({ seriesId }) => seriesId),
      arrivals.map(({ orgId }) => orgId),
      arrivals.map(({ first }) => first),
      arrivals.map(({ last }) => last),
      arrivals.map(({ slack }) => slack),
    ],
  );
}

/** What was erased has not arrived. */
export async function forgetArrivals(
  client: Client,
  seriesIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const range = [seriesIds, from, to];
  await client.query(
    `DELETE FROM series_arrival
     WHERE series_id = ANY($1) AND first_at >= to_timestamp($2) AND last_at <= to_timestamp($3)`,
    range,
  );
  await client.query(
    `UPDATE series_arrival SET first_at = to_timestamp($3)
     WHERE series_id = ANY($1) AND first_at >= to_timestamp($2) AND first_at < to_timestamp($3)`,
    range,
  );
}
