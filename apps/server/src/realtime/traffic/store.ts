import type { Transaction } from '../../registry/registry.ts';
import type { SeriesDay } from './live-reading.ts';

export async function daysOf({ client }: Transaction, series: readonly number[]): Promise<Map<number, SeriesDay>> {
  const { rows } = await client.query<SeriesDay & { series: number }>(
    `SELECT series_id AS series, extract(epoch FROM day_from)::float8 AS "dayFrom",
            extract(epoch FROM day_to)::float8 AS "dayTo", ins::float8, outs::float8, got,
            extract(epoch FROM last_minute)::float8 AS "lastMinute"
     FROM series_last WHERE series_id = ANY($1::int[])`,
    [series],
  );
  return new Map(rows.map(({ series: id, ...day }) => [id, day]));
}
