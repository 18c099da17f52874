import type { Transaction } from '../../registry/registry.ts';

/** The queue of a space with an expected wait mapping, and the people in it. */
export interface MappedQueue {
  readonly expectedWaitMappingId: string;
  readonly spaceId: string;
  readonly headZoneId: string;
  readonly intervalMinutes: number;
  /** Null until its readings are counted. */
  readonly people: number | null;
  /** Epoch seconds: of the newest reading of the space. */
  readonly at: number | null;
}

export async function mappedQueues(
  { client }: Transaction,
  spaceIds: readonly string[],
): Promise<Map<string, MappedQueue>> {
  const { rows } = await client.query<MappedQueue>(
    `SELECT m.expected_wait_mapping_id AS "expectedWaitMappingId", m.space_id AS "spaceId", m.head_zone_id AS "headZoneId",
            m.throughput_sample_interval AS "intervalMinutes", s.value AS people, extract(epoch FROM s.at)::float8 AS at
     FROM expected_wait_mapping m LEFT JOIN space_state s USING (space_id)
     WHERE m.space_id = ANY($1) AND m.deleted_at IS NULL`,
    [spaceIds],
  );
  return new Map(rows.map((row) => [row.spaceId, row]));
}
