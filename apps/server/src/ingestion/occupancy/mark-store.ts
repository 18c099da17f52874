import type { Transaction } from '../../registry/registry.ts';

type Client = Transaction['client'];

/** Minutes of a series that changed in the facts: epoch seconds, `[from, to)`. */
export interface ChangedMinutes {
  readonly seriesId: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Marks the spaces that these minutes are part of, or whose levels they are. Call it in the transaction that follows the write: a mark
 * that is seen before the facts would be lost. Returns whether there are any.
 */
export async function markSpaces(client: Client, changed: readonly ChangedMinutes[]): Promise<boolean> {
  if (changed.length === 0) return false;
  const { rowCount } = await client.query(
    `INSERT INTO space_fold_mark (org_id, space_id, "from", "to")
     SELECT s.org_id, coalesce(s.space_id, p.space_id), to_timestamp(min(c.changed_from)), to_timestamp(max(c.changed_to))
     FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS c (series_id, changed_from, changed_to)
       JOIN series s USING (series_id)
       LEFT JOIN LATERAL (SELECT DISTINCT z.space_id FROM space_zone_period z WHERE z.zone_id = s.zone_id) p ON true
     WHERE (s.measure = 'people' AND p.space_id IS NOT NULL) OR (s.measure = 'level' AND s.space_id IS NOT NULL)
     GROUP BY s.org_id, coalesce(s.space_id, p.space_id), c.changed_from / 3600`,
    [changed.map(({ seriesId }) => seriesId), changed.map(({ from }) => from), changed.map(({ to }) => to)],
  );
  return (rowCount ?? 0) > 0;
}

/** Marks everything folded since an instant: its levels may not have reached the disk. */
export async function markFoldedSince(client: Client, since: Date): Promise<void> {
  await client.query(
    `INSERT INTO space_fold_mark (org_id, space_id, "from", "to")
     SELECT org_id, space_id, min(folded_to) - interval '26 hours', max(folded_to)
     FROM space_day WHERE folded_at >= $1 GROUP BY org_id, space_id`,
    [since],
  );
}

export interface SpaceMark {
  readonly markId: string;
  readonly spaceId: string;
  readonly from: number;
  readonly to: number;
}

/** The oldest marks of minutes before `closed`; those of the open minute wait. */
export async function readMarks(client: Client, closed: number, most: number): Promise<SpaceMark[]> {
  const { rows } = await client.query<{ markId: string; spaceId: string; from: string; to: string }>(
    `SELECT mark_id AS "markId", space_id AS "spaceId", floor(extract(epoch FROM "from"))::bigint AS "from",
            ceil(extract(epoch FROM "to"))::bigint AS "to"
     FROM space_fold_mark WHERE "from" < to_timestamp($1) ORDER BY mark_id LIMIT $2`,
    [closed, most],
  );
  return rows.map((row) => ({ ...row, from: Number(row.from), to: Number(row.to) }));
}

/** Removes marks that were taken; what they say of minutes that are still open remains. */
export async function removeMarks(client: Client, marks: readonly SpaceMark[], closed: number): Promise<void> {
  const open = marks.filter(({ to }) => to > closed && to <= closed + maxOpenSeconds).map(({ markId }) => markId);
  await client.query('UPDATE space_fold_mark SET "from" = to_timestamp($2) WHERE mark_id = ANY($1)', [open, closed]);
  const done = marks.map(({ markId }) => markId).filter((markId) => !open.includes(markId));
  await client.query('DELETE FROM space_fold_mark WHERE mark_id = ANY($1)', [done]);
}

/** Records of longer open intervals are sent again before they are complete. */
const maxOpenSeconds = 3600;
