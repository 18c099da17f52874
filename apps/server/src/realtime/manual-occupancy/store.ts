import type { Transaction } from '../../registry/registry.ts';

/** A space at a counter. */
export interface CounterState {
  readonly value: number;
  readonly stopped: boolean;
  readonly updatedAt: Date;
  /** Who stopped or restarted the count last. */
  readonly by: string | null;
}

export async function countersOf(
  { client }: Transaction,
  spaceIds: readonly string[],
): Promise<Map<string, CounterState>> {
  const { rows } = await client.query<CounterState & { spaceId: string }>(
    `SELECT s.space_id AS "spaceId", s.value, s.stopped_at IS NOT NULL AS stopped, s.updated_at AS "updatedAt",
            (SELECT u.name FROM space_action a JOIN local_user u USING (user_id)
             WHERE a.space_id = s.space_id AND a.kind IN ('stop', 'restart') ORDER BY a.at DESC, a.seq DESC LIMIT 1) AS by
     FROM space_state s WHERE s.space_id = ANY($1)`,
    [spaceIds],
  );
  return new Map(rows.map(({ spaceId, ...state }) => [spaceId, state]));
}
