import type { Transaction } from '../registry/registry.ts';

/** Lanes a pump holds, each with the epoch it was taken in. */
export type HeldLanes = ReadonlyMap<number, string>;

/** Another pump has taken over a lane of the current work. */
export class LaneLost extends Error {
  override readonly name = 'LaneLost';
}

type Client = Transaction['client'];

/**
 * Frees the lanes of pumps that have ended: earlier ones of the node that starts, every other one where no other can exist,
 * and any that was not seen for a minute. Returns whether there was one: it ended abruptly, and its last writes to the
 * facts may not have reached the disk.
 */
export async function retireFormerPumps(
  client: Client,
  { node, holder, alone }: { readonly node?: string; readonly holder: string; readonly alone: boolean },
): Promise<boolean> {
  const { rows } = await client.query<{ holder: string }>(
    `DELETE FROM inbox_pump
     WHERE holder <> $2 AND (node = $1 OR $3 OR seen_at < clock_timestamp() - interval '1 minute') RETURNING holder`,
    [node ?? null, holder, alone],
  );
  if (rows.length === 0) return false;
  await client.query(`UPDATE inbox_lane SET holder = NULL, lease_until = '-infinity' WHERE holder = ANY($1)`, [
    rows.map((row) => row.holder),
  ]);
  return true;
}

/** Sends a heartbeat of this pump, keeps its lanes, and takes or gives lanes until every live pump has its share. */
export async function renewLanes(client: Client, node: string, holder: string): Promise<HeldLanes> {
  await client.query(
    `INSERT INTO inbox_pump (holder, node, seen_at) VALUES ($1, $2, clock_timestamp())
     ON CONFLICT (holder) DO UPDATE SET seen_at = excluded.seen_at`,
    [holder, node],
  );
  const { rows: alive } = await client.query<{ count: number }>(
    `SELECT count(*)::int FROM inbox_pump WHERE seen_at > clock_timestamp() - ${lease}`,
  );
  const share = Math.ceil(64 / Math.max(1, alive[0]?.count ?? 1));
  const { rows: kept } = await client.query<Lane>(
    `UPDATE inbox_lane SET lease_until = clock_timestamp() + ${lease} WHERE holder = $1 RETURNING lane, epoch`,
    [holder],
  );
  const surplus = kept.slice(share).map(({ lane }) => lane);
  if (surplus.length > 0) {
    await client.query(
      `UPDATE inbox_lane SET holder = NULL, lease_until = '-infinity' WHERE lane = ANY($1) AND holder = $2`,
      [surplus, holder],
    );
  }
  const { rows: taken } = await client.query<Lane>(
    `UPDATE inbox_lane SET holder = $1, epoch = epoch + 1, lease_until = clock_timestamp() + ${lease}
     WHERE lane IN (
       SELECT lane FROM inbox_lane WHERE lease_until < clock_timestamp() AND lane <> ALL($3)
       ORDER BY lane LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING lane, epoch`,
    [holder, Math.max(0, share - kept.length), surplus],
  );
  return new Map([...kept.slice(0, share), ...taken].map(({ lane, epoch }) => [lane, epoch]));
}

export async function releaseLanes(client: Client, holder: string): Promise<void> {
  await client.query(`UPDATE inbox_lane SET holder = NULL, lease_until = '-infinity' WHERE holder = $1`, [holder]);
  await client.query('DELETE FROM inbox_pump WHERE holder = $1', [holder]);
}

/** Locks these lanes until the transaction ends; throws when another pump has taken one. */
export async function fence(client: Client, held: HeldLanes, lanes: Iterable<number>): Promise<void> {
  const wanted = [...new Set(lanes)].toSorted((a, b) => a - b);
  const { rowCount } = await client.query(
    `SELECT FROM inbox_lane JOIN unnest($1::smallint[], $2::bigint[]) AS mine (lane, epoch) USING (lane, epoch)
     ORDER BY lane FOR SHARE OF inbox_lane`,
    [wanted, wanted.map((lane) => held.get(lane) ?? '-1')],
  );
  if (rowCount !== wanted.length) throw new LaneLost('Another pump has taken over.');
}

/** Locks this work for one node until the transaction ends. False when another node does it. */
export async function isMine(
  client: Client,
  work: 'rollups' | 'refold' | 'zone-refold' | 'occupancy',
): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    'SELECT pg_try_advisory_xact_lock(4711, hashtext($1)) AS mine',
    [work],
  );
  return rows[0]?.mine ?? false;
}

interface Lane {
  lane: number;
  epoch: string;
}

const lease = `interval '10 seconds'`;
