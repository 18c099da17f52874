import type { Entered } from '@atrium/metrics/occupancy-fold';
import type { LivePoint, RawMinute, SeriesMinutes } from '@atrium/rules/live-occupancy';
import type { SpaceDefinition } from '@atrium/rules/space-definition';
import { notification } from '../../registry/notifications.ts';
import type { Transaction } from '../../registry/registry.ts';

type Client = Transaction['client'];

/** How many people are in a space now, and what that follows from. Times are epoch seconds. */
export interface SpaceState {
  readonly spaceId: string;
  readonly orgId: string;
  /** The state of the estate in which it was last folded. */
  readonly estateVersion: number;
  readonly base: LivePoint;
  readonly minutes: SeriesMinutes;
  readonly value: number;
  readonly at: number | undefined;
  readonly settled: { readonly at: number; readonly value: number };
  readonly lastActionAt: number | undefined;
  readonly stoppedAt: number | undefined;
  readonly differsSince: number | undefined;
  readonly nextCheckAt: number | undefined;
}

/** A state and its place. */
export interface HeldState extends SpaceState {
  readonly locationId: string;
  readonly countsTowardLocation: boolean;
}

/**
 * Locks the states of these spaces and of all others at their locations, whose numbers are sums. All writers lock in the same order, and
 * after the series of the readings that they fold. Minutes are read of the named spaces only.
 */
export async function lockStates(client: Client, spaceIds: readonly string[]): Promise<HeldState[]> {
  const { rows } = await client.query<StoredState>(
    `SELECT t.space_id, t.org_id, s.location_id, s.counts_toward_location, t.estate_version, ${epoch('base_at')}, t.base, t.entered,
            CASE WHEN t.space_id = ANY($1) THEN t.minutes END AS minutes, t.value, ${epoch('at')}, ${epoch('settled_at')}, t.settled,
            ${epoch('last_action_at')}, ${epoch('stopped_at')}, t.differs_since, ${epoch('next_check_at')}
     FROM space_state t JOIN space s ON s.space_id = t.space_id
     WHERE s.location_id IN (SELECT location_id FROM space WHERE space_id = ANY($1))
     ORDER BY t.space_id FOR UPDATE OF t`,
    [spaceIds],
  );
  return rows.map(fromStored);
}

export async function saveStates(client: Client, states: readonly SpaceState[], now: Date): Promise<void> {
  if (states.length === 0) return;
  await client.query(
    `INSERT INTO space_state AS s (space_id, org_id, estate_version, base_at, base, minutes, value, at, settled_at, settled,
                                   last_action_at, stopped_at, differs_since, next_check_at, entered, updated_at)
     SELECT t.space_id, t.org_id, t.estate_version, to_timestamp(t.base_at), t.base, t.minutes, t.value, to_timestamp(t.at),
            to_timestamp(t.settled_at), t.settled, to_timestamp(t.last_action_at), to_timestamp(t.stopped_at), t.differs_since,
            to_timestamp(t.next_check_at), t.entered, $16
     FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::bigint[], $5::float8[], $6::text[]::json[], $7::float8[], $8::float8[],
                 $9::bigint[], $10::float8[], $11::float8[], $12::float8[], $13::bigint[], $14::float8[], $15::text[]::json[])
       AS t (space_id, org_id, estate_version, base_at, base, minutes, value, at, settled_at, settled, last_action_at, stopped_at,
             differs_since, next_check_at, entered)
     ON CONFLICT (space_id) DO UPDATE
     SET estate_version = excluded.estate_version, base_at = excluded.base_at, base = excluded.base, minutes = excluded.minutes,
         value = excluded.value, at = excluded.at, settled_at = excluded.settled_at, settled = excluded.settled,
         last_action_at = excluded.last_action_at, stopped_at = excluded.stopped_at, differs_since = excluded.differs_since,
         next_check_at = excluded.next_check_at, entered = excluded.entered, updated_at = excluded.updated_at`,
    [
      states.map(({ spaceId }) => spaceId),
      states.map(({ orgId }) => orgId),
      states.map(({ estateVersion }) => estateVersion),
      states.map(({ base }) => base.at),
      states.map(({ base }) => base.value),
      states.map(({ minutes }) => JSON.stringify(Object.fromEntries(minutes))),
      states.map(({ value }) => value),
      states.map(({ at }) => at ?? null),
      states.map(({ settled }) => settled.at),
      states.map(({ settled }) => settled.value),
      states.map(({ lastActionAt }) => lastActionAt ?? null),
      states.map(({ stoppedAt }) => stoppedAt ?? null),
      states.map(({ differsSince }) => differsSince ?? null),
      states.map(({ nextCheckAt }) => nextCheckAt ?? null),
      states.map(({ base }) => (base.entered ? JSON.stringify(base.entered) : null)),
      now,
    ],
  );
}

export async function removeStates(client: Client, spaceIds: readonly string[]): Promise<void> {
  if (spaceIds.length > 0) await client.query('DELETE FROM space_state WHERE space_id = ANY($1)', [spaceIds]);
}

/** Where spaces without a state are. */
export async function placesOf(
  client: Client,
  spaceIds: readonly string[],
): Promise<Map<string, Pick<HeldState, 'locationId' | 'countsTowardLocation'>>> {
  const { rows } = await client.query<{ spaceId: string; locationId: string; countsTowardLocation: boolean }>(
    `SELECT space_id AS "spaceId", location_id AS "locationId", counts_toward_location AS "countsTowardLocation"
     FROM space WHERE space_id = ANY($1)`,
    [spaceIds],
  );
  return new Map(rows.map(({ spaceId, ...place }) => [spaceId, place]));
}

/** Spaces whose number changes by the clock, or that differed from their history. */
export async function findChecks(client: Client, now: Date, most: number): Promise<string[]> {
  const { rows } = await client.query<{ spaceId: string }>(
    'SELECT space_id AS "spaceId" FROM space_state WHERE next_check_at <= $1 ORDER BY next_check_at LIMIT $2',
    [now, most],
  );
  return rows.map(({ spaceId }) => spaceId);
}

export interface VersionedDefinition {
  readonly version: number;
  readonly definition: SpaceDefinition;
}

/** How spaces are folded; of those that are known in this version, nothing is read. */
export async function readDefinitions(
  client: Client,
  known: ReadonlyMap<string, VersionedDefinition | undefined>,
): Promise<Map<string, VersionedDefinition>> {
  const { rows } = await client.query<{ spaceId: string; version: number; definition: SpaceDefinition | null }>(
    `SELECT f.space_id AS "spaceId", f.estate_version AS version,
            CASE WHEN f.estate_version IS DISTINCT FROM t.version THEN f.definition END AS definition
     FROM unnest($1::uuid[], $2::int[]) AS t (space_id, version) JOIN space_fold f USING (space_id)
     WHERE f.definition IS NOT NULL`,
    [[...known.keys()], [...known.values()].map((each) => each?.version ?? null)],
  );
  const found = rows.map(({ spaceId, version, definition }) => {
    const same = known.get(spaceId);
    return [spaceId, definition ? { version, definition } : same!] as const;
  });
  return new Map(found);
}

/** The newest body that waits to be written; undefined where none up to `upTo` does. */
export async function newestWaiting(client: Client, upTo?: number): Promise<number | undefined> {
  const { rows } = await client.query<{ seq: string | null }>(
    'SELECT max(seq) AS seq FROM inbox_todo WHERE seq <= coalesce($1, seq)',
    [upTo ?? null],
  );
  const seq = rows[0]?.seq;
  return seq === null || seq === undefined ? undefined : Number(seq);
}

/** Whether a space has changes before a minute that its history does not include yet. */
export async function isMarkedBefore(client: Client, spaceId: string, before: number): Promise<boolean> {
  const { rows } = await client.query(
    'SELECT FROM space_fold_mark WHERE space_id = $1 AND "from" < to_timestamp($2) LIMIT 1',
    [spaceId, before],
  );
  return rows.length > 0;
}

/** Tells every node that these spaces have another number, state or limit. */
export async function notifySpaces(
  client: Client,
  spaceIds: readonly string[],
  channel: 'spaces' | 'corrections' = 'spaces',
): Promise<void> {
  for (let i = 0; i < spaceIds.length; i += maxSpacesTold) {
    const { text, values } = notification(channel, spaceIds.slice(i, i + maxSpacesTold));
    await client.query(text, values);
  }
}

/** A notification has at most 8,000 bytes. */
const maxSpacesTold = 150;

interface StoredState {
  space_id: string;
  org_id: string;
  location_id: string;
  counts_toward_location: boolean;
  estate_version: number;
  base_at: number;
  base: number;
  entered: Entered[] | null;
  minutes: Record<string, RawMinute[]> | null;
  value: number;
  at: number | null;
  settled_at: number;
  settled: number;
  last_action_at: number | null;
  stopped_at: number | null;
  differs_since: string | null;
  next_check_at: number | null;
}

function epoch(column: string): string {
  return `extract(epoch FROM t.${column})::float8 AS ${column}`;
}

function fromStored(row: StoredState): HeldState {
  return {
    spaceId: row.space_id,
    orgId: row.org_id,
    locationId: row.location_id,
    countsTowardLocation: row.counts_toward_location,
    estateVersion: row.estate_version,
    base: { at: row.base_at, value: row.base, ...(row.entered && { entered: row.entered }) },
    minutes: new Map(Object.entries(row.minutes ?? {}).map(([series, minutes]) => [Number(series), minutes])),
    value: row.value,
    at: row.at ?? undefined,
    settled: { at: row.settled_at, value: row.settled },
    lastActionAt: row.last_action_at ?? undefined,
    stoppedAt: row.stopped_at ?? undefined,
    differsSince: row.differs_since === null ? undefined : Number(row.differs_since),
    nextCheckAt: row.next_check_at ?? undefined,
  };
}
