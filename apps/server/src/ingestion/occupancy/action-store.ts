import { type ByHand, nothingByHand, stopsOf } from '@atrium/rules/live-occupancy';
import type { Transaction } from '../../registry/registry.ts';

type Client = Transaction['client'];

export type ActionKind = 'press' | 'stop' | 'restart' | 'reset';

/** Something that someone did at a counter. Times are epoch seconds. */
export interface SpaceAction {
  readonly kind: ActionKind;
  readonly at: number;
  /** People more or less; of a reset, how many there are. */
  readonly change: number;
}

/** What was done since these instants and before `to`, by space; resets included. */
export async function readActions(
  client: Client,
  since: ReadonlyMap<string, number>,
  to?: number,
): Promise<Map<string, SpaceAction[]>> {
  const found = new Map<string, SpaceAction[]>();
  if (since.size === 0) return found;
  // Whether it was stopped before is part of it.
  const { rows } = await client.query<SpaceAction & { spaceId: string }>(
    `SELECT a.space_id AS "spaceId", a.kind, extract(epoch FROM a.at)::float8 AS at, a.change
     FROM unnest($1::uuid[], $2::float8[]) AS t (space_id, since)
       JOIN space_action a ON a.space_id = t.space_id AND (a.at >= to_timestamp(t.since) OR (a.kind IN ('stop', 'restart') AND a.at = (
         SELECT max(b.at) FROM space_action b
         WHERE b.space_id = t.space_id AND b.at < to_timestamp(t.since) AND b.kind IN ('stop', 'restart'))))
     WHERE $3::float8 IS NULL OR a.at < to_timestamp($3)
     ORDER BY a.space_id, a.at, a.seq`,
    [[...since.keys()], [...since.values()], to ?? null],
  );
  for (const { spaceId, ...action } of rows) found.set(spaceId, [...(found.get(spaceId) ?? []), action]);
  return found;
}

/** Stops and restarts change the number of people too: it goes on from what was shown. */
export function byHandOf(actions: readonly SpaceAction[] | undefined): ByHand {
  if (!actions) return nothingByHand;
  const asked = actions.flatMap(({ kind, at }) => (kind === 'stop' || kind === 'restart' ? [{ kind, at }] : []));
  return {
    presses: actions.filter(({ kind }) => kind !== 'reset'),
    stops: stopsOf(asked),
    resets: actions.filter(({ kind }) => kind === 'reset').map(({ at, change }) => ({ at, value: change })),
  };
}

export async function isActionKnown(client: Client, spaceId: string, actionId: string): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM space_action WHERE space_id = $1 AND action_id = $2', [
    spaceId,
    actionId,
  ]);
  return rows.length > 0;
}

/** Writes an action, and marks the minutes that it changes in the history. */
export async function addAction(
  client: Client,
  by: { readonly orgId: string; readonly spaceId: string; readonly actionId: string; readonly userId: string },
  { kind, at, change }: SpaceAction,
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO space_action (org_id, space_id, action_id, kind, at, change, user_id, created_at)
     VALUES ($1, $2, $3, $4, to_timestamp($5), $6, $7, $8)`,
    [by.orgId, by.spaceId, by.actionId, kind, at, change, by.userId, now],
  );
  const minute = Math.floor(at / 60) * 60;
  await client.query(
    `INSERT INTO space_fold_mark (org_id, space_id, "from", "to") VALUES ($1, $2, to_timestamp($3), to_timestamp($4))`,
    [by.orgId, by.spaceId, minute, minute + 60],
  );
}
