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

/** Signed-in people and wall screens, or everyone who has the address of a public display. */
export type Audience = 'members' | 'public';

/** Those of the organizations whose live numbers of queues this audience may see. */
export async function orgsWithQueues(
  { client }: Transaction,
  orgIds: readonly string[],
  audience: Audience,
): Promise<Set<string>> {
  const { rows } = await client.query<{ orgId: string }>(
    `SELECT org_id AS "orgId" FROM organization
     WHERE org_id = ANY($1) AND (can_view_real_time_queue_service OR ($2 AND can_view_queue_optimizer))`,
    [orgIds, audience === 'public'],
  );
  return new Set(rows.map(({ orgId }) => orgId));
}

/** People in a space now, as they are kept. */
export interface SpaceNow {
  readonly value: number;
  readonly stopped: boolean;
}

export async function spacesNow({ client }: Transaction, spaceIds: readonly string[]): Promise<Map<string, SpaceNow>> {
  if (spaceIds.length === 0) return new Map();
  const { rows } = await client.query<SpaceNow & { spaceId: string }>(
    `SELECT space_id AS "spaceId", value, stopped_at IS NOT NULL AS stopped FROM space_state WHERE space_id = ANY($1)`,
    [spaceIds],
  );
  return new Map(rows.map(({ spaceId, ...space }) => [spaceId, space]));
}
