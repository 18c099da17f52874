import type { Transaction } from '../registry/registry.ts';
import type { LateDays } from './late-changes.ts';

type Client = Transaction['client'];

/**
 * Notes days with late readings, for exports that follow changes. Call it in the transaction that follows the write: an export that
 * read the facts before them then has an older watermark. Days of unknown series are skipped.
 */
export async function noteLateDays(client: Client, days: readonly LateDays[], now: Date): Promise<void> {
  if (days.length === 0) return;
  await client.query(
    `INSERT INTO reading_change (org_id, series_id, from_day, to_day, changed_in, changed_at)
     SELECT s.org_id, d.series_id, d.from_day, d.to_day, pg_current_xact_id()::text::bigint, $4
     FROM (SELECT DISTINCT series_id, (to_timestamp(f) AT TIME ZONE 'UTC')::date AS from_day, (to_timestamp(t) AT TIME ZONE 'UTC')::date AS to_day
           FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS u (series_id, f, t)) d
       JOIN series s USING (series_id)
     ORDER BY d.series_id, d.from_day, d.to_day
     ON CONFLICT (series_id, from_day, to_day) DO UPDATE
     SET changed_in = excluded.changed_in, changed_at = excluded.changed_at`,
    [days.map(({ seriesId }) => seriesId), days.map(({ from }) => from), days.map(({ to }) => to), now],
  );
}

/** A day longer than exports may follow them. */
export const changesKeptDays = 401;

export async function forgetChanges(client: Client, before: Date): Promise<void> {
  await client.query('DELETE FROM reading_change WHERE changed_at < $1', [before]);
  await client.query('DELETE FROM estate_change WHERE changed_at < $1', [before]);
}

/**
 * Readings changed in a way that no note describes: files were lost, restored or rebuilt. Watermarks of the line before are refused,
 * so its changes are of no use. Numbers of transactions may begin again.
 */
export async function beginExportLine(client: Pick<Client, 'query'>): Promise<void> {
  await client.query(`DELETE FROM installation WHERE key = $1`, [exportLine]);
  await client.query('DELETE FROM reading_change');
  await client.query('DELETE FROM estate_change');
}

/** The key of its name in `installation`. */
export const exportLine = 'export-line';
