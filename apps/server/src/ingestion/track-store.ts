import { trackMeasure } from '@atrium/metrics/measures';
import type { Transaction } from '../registry/registry.ts';

/** Tracks of an organization that are kept for too long. */
export interface OldTracks {
  readonly orgId: string;
  readonly series: readonly number[];
  /** Epoch seconds. */
  readonly from: number;
  readonly to: number;
}

/**
 * Every event is kept until a day that was decided when it was received. Where an organization has reduced the days since, those of
 * before are due earlier: each day one day more, for as long as any of them can be left. Notes them as erased.
 */
export async function takeOldTracks({ client }: Transaction, now: Date): Promise<OldTracks[]> {
  const { rows } = await client.query<OldTracks>(
    `WITH today AS (SELECT ($1::timestamptz AT TIME ZONE 'UTC')::date AS day),
     due AS (
       SELECT org_id, tracks_erased_before AS erased, day - track_days AS before
       FROM organization, today
       WHERE deleted_at IS NULL AND track_days_reduced_at > $1::timestamptz - interval '367 days'
         AND coalesce(tracks_erased_before < day - track_days, true)
       FOR UPDATE OF organization
     ),
     noted AS (
       UPDATE organization SET tracks_erased_before = due.before FROM due WHERE organization.org_id = due.org_id
     )
     SELECT due.org_id AS "orgId", array_agg(series_id) AS series,
            coalesce(extract(epoch FROM due.erased), 0)::int AS "from", extract(epoch FROM due.before)::int AS "to"
     FROM due JOIN series ON series.org_id = due.org_id AND series.measure = $2
     GROUP BY due.org_id, due.erased, due.before`,
    [now, trackMeasure],
  );
  return rows;
}
