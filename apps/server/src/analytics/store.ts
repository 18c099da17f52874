import type { SeriesDay } from '@atrium/facts/question';
import type { Transaction } from '../registry/registry.ts';

/** Days of these series, between two instants, whose quarters may be older than their minutes. */
export async function marksOf(
  { client }: Transaction,
  series: readonly number[],
  from: number,
  to: number,
): Promise<SeriesDay[]> {
  const { rows } = await client.query<SeriesDay>(
    `SELECT DISTINCT series_id AS series, (day - DATE '1970-01-01') * 86400 AS day
     FROM rollup_mark
     WHERE series_id = ANY($1::int[])
       AND day BETWEEN (to_timestamp($2) AT TIME ZONE 'UTC')::date AND (to_timestamp($3) AT TIME ZONE 'UTC')::date`,
    [series, from, to],
  );
  return rows;
}
