import { dateOfDay, dayOfDate } from '@atrium/calendar/opening-hours';
import type { Entered } from '@atrium/metrics/occupancy-fold';
import type { DayRange, FoldedDay, FoldedDays } from '@atrium/rules/space-days';
import type { SpaceDefinition } from '@atrium/rules/space-definition';
import type { Transaction } from '../../registry/registry.ts';

type Client = Transaction['client'];

/** What is stored of a space, as it was folded. Only the worker that holds the lock of the work writes it. */
export interface SpaceFold {
  readonly spaceId: string;
  readonly orgId: string;
  readonly factOrg: number;
  readonly seriesId: number | undefined;
  /** The state of the estate that the definition describes. */
  readonly estateVersion: number;
  readonly definition: SpaceDefinition | null;
  readonly days: FoldedDays;
}

interface StoredFold {
  space_id: string;
  org_id: string;
  fact_org: number;
  series_id: number | null;
  estate_version: number;
  definition: SpaceDefinition | null;
  stale_days: DayRange[];
  first: string | null;
  last: StoredDay | null;
}

const columns = `f.space_id, f.org_id, o.fact_org, f.series_id, f.estate_version, f.definition, f.stale_days,
  (SELECT min(d.day)::text FROM space_day d WHERE d.space_id = f.space_id) AS first,
  (SELECT ${dayJson()} FROM space_day d WHERE d.space_id = f.space_id ORDER BY d.day DESC LIMIT 1) AS last`;

/** Organizations whose spaces were folded as another state of the estate defined them, or are no longer used. */
export async function findOutdated(client: Client, most: number): Promise<string[]> {
  const { rows } = await client.query<{ orgId: string }>(
    `SELECT o.org_id AS "orgId" FROM organization o
     WHERE o.deleted_at IS NULL AND (
       (${mayUseSpaces} AND EXISTS (
         SELECT FROM space s LEFT JOIN space_fold f USING (space_id)
         WHERE s.org_id = o.org_id AND s.deleted_at IS NULL AND f.estate_version IS DISTINCT FROM o.estate_version))
       OR EXISTS (
         SELECT FROM space_fold f JOIN space s USING (space_id)
         WHERE f.org_id = o.org_id AND f.definition IS NOT NULL AND (s.deleted_at IS NOT NULL OR NOT ${mayUseSpaces})))
     LIMIT $1`,
    [most],
  );
  return rows.map(({ orgId }) => orgId);
}

const mayUseSpaces = '(o.can_view_occupancy OR o.headroom_enabled)';

export async function foldsOfOrganization(client: Client, orgId: string): Promise<Map<string, SpaceFold>> {
  const { rows } = await client.query<StoredFold>(
    `SELECT ${columns} FROM space_fold f JOIN organization o USING (org_id) WHERE f.org_id = $1`,
    [orgId],
  );
  return new Map(rows.map((row) => [row.space_id, fromStored(row)]));
}

export async function foldsOf(client: Client, spaceIds: readonly string[]): Promise<SpaceFold[]> {
  const { rows } = await client.query<StoredFold>(
    `SELECT ${columns} FROM space_fold f JOIN organization o USING (org_id) WHERE f.space_id = ANY($1)`,
    [spaceIds],
  );
  return rows.map(fromStored);
}

/** The ones that waited longest, of each organization a few: nobody waits for another's history. */
export async function findDue(client: Client, now: Date, most: { all: number; each: number }): Promise<SpaceFold[]> {
  const { rows } = await client.query<StoredFold>(
    `SELECT ${columns}
     FROM (SELECT *, row_number() OVER (PARTITION BY org_id ORDER BY turn_at) AS place
           FROM space_fold WHERE due_at <= $1 AND definition IS NOT NULL) f JOIN organization o USING (org_id)
     WHERE f.place <= $2 ORDER BY f.turn_at LIMIT $3`,
    [now, most.each, most.all],
  );
  return rows.map(fromStored);
}

/** Whether something is left to fold before `closed`. */
export async function isAnythingToFold(client: Client, closed: number, now: Date): Promise<boolean> {
  // First, because an estate that was compared has become due by then.
  if ((await findOutdated(client, 1)).length > 0) return true;
  const { rows } = await client.query<{ due: boolean }>(
    `SELECT EXISTS (SELECT FROM space_fold_mark WHERE "from" < to_timestamp($1))
       OR EXISTS (SELECT FROM space_fold WHERE due_at <= $2 AND definition IS NOT NULL) AS due`,
    [closed, now],
  );
  return rows[0]?.due === true;
}

/** The definitions of the spaces of an organization, and what follows from their changes. */
export async function saveDefinitions(
  client: Client,
  orgId: string,
  version: number,
  spaces: readonly {
    readonly spaceId: string;
    readonly definition: SpaceDefinition | null;
    readonly stale: readonly DayRange[];
    readonly dueAt: Date | undefined;
  }[],
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO space_fold AS f (org_id, space_id, estate_version, definition, stale_days, due_at, turn_at)
     SELECT $1, t.space_id, $2, t.definition, t.stale_days, t.due_at, $7
     FROM unnest($3::uuid[], $4::text[]::json[], $5::text[]::json[], $6::timestamptz[]) AS t (space_id, definition, stale_days, due_at)
     ON CONFLICT (space_id) DO UPDATE
     SET estate_version = excluded.estate_version, definition = excluded.definition, stale_days = excluded.stale_days,
         due_at = coalesce(excluded.due_at, f.due_at)`,
    [
      orgId,
      version,
      spaces.map(({ spaceId }) => spaceId),
      spaces.map(({ definition }) => definition && JSON.stringify(definition)),
      spaces.map(({ stale }) => JSON.stringify(stale)),
      spaces.map(({ dueAt }) => dueAt ?? null),
      now,
    ],
  );
}

export async function locationOf(client: Client, spaceId: string): Promise<string> {
  const { rows } = await client.query<{ location_id: string }>('SELECT location_id FROM space WHERE space_id = $1', [
    spaceId,
  ]);
  return rows[0]!.location_id;
}

export async function removeDays(client: Client, spaceIds: readonly string[]): Promise<void> {
  if (spaceIds.length > 0) await client.query('DELETE FROM space_day WHERE space_id = ANY($1)', [spaceIds]);
}

export interface FoldProgress {
  readonly spaceId: string;
  readonly stale: readonly DayRange[];
  /** When it is folded next; undefined for when something happens. */
  readonly dueAt: Date | undefined;
}

/** `turnAt`: when the spaces had their turn; undefined where they wait for it. */
export async function saveProgress(
  client: Client,
  progress: readonly FoldProgress[],
  turnAt: Date | undefined,
): Promise<void> {
  if (progress.length === 0) return;
  await client.query(
    `UPDATE space_fold AS f
     SET stale_days = t.stale_days, due_at = t.due_at, turn_at = coalesce($4, f.turn_at)
     FROM unnest($1::uuid[], $2::text[]::json[], $3::timestamptz[]) AS t (space_id, stale_days, due_at)
     WHERE f.space_id = t.space_id`,
    [
      progress.map(({ spaceId }) => spaceId),
      progress.map(({ stale }) => JSON.stringify(stale)),
      progress.map(({ dueAt }) => dueAt ?? null),
      turnAt ?? null,
    ],
  );
}

export async function saveSeries(client: Client, spaceId: string, seriesId: number): Promise<void> {
  await client.query('UPDATE space_fold SET series_id = $2 WHERE space_id = $1', [spaceId, seriesId]);
}

/** The last day before `day`, and `to` itself, as they are stored. */
export async function daysAround(
  client: Client,
  spaceId: string,
  days: DayRange,
): Promise<{ before: FoldedDay | undefined; last: FoldedDay | undefined }> {
  const { rows } = await client.query<{ before: StoredDay | null; last: StoredDay | null }>(
    `SELECT (SELECT ${dayJson()} FROM space_day d WHERE d.space_id = $1 AND d.day < $2 ORDER BY d.day DESC LIMIT 1) AS before,
            (SELECT ${dayJson()} FROM space_day d WHERE d.space_id = $1 AND d.day = $3) AS last`,
    [spaceId, dateOfDay(days.from), dateOfDay(days.to)],
  );
  return { before: fromDay(rows[0]?.before), last: fromDay(rows[0]?.last) };
}

export async function saveDays(
  client: Client,
  { orgId, spaceId }: Pick<SpaceFold, 'orgId' | 'spaceId'>,
  days: readonly FoldedDay[],
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO space_day (org_id, space_id, day, ins, outs, residual, factor, occupancy, folded_to, entered, folded_at)
     SELECT $1, $2, t.day, t.ins, t.outs, t.residual, t.factor, t.occupancy, to_timestamp(t.folded_to), t.entered, $11
     FROM unnest($3::date[], $4::float8[], $5::float8[], $6::float8[], $7::float8[], $8::float8[], $9::bigint[], $10::text[]::json[])
       AS t (day, ins, outs, residual, factor, occupancy, folded_to, entered)
     ON CONFLICT (space_id, day) DO UPDATE
     SET ins = excluded.ins, outs = excluded.outs, residual = excluded.residual, factor = excluded.factor,
         occupancy = excluded.occupancy, folded_to = excluded.folded_to, entered = excluded.entered, folded_at = excluded.folded_at`,
    [
      orgId,
      spaceId,
      days.map(({ day }) => dateOfDay(day)),
      days.map(({ ins }) => ins),
      days.map(({ outs }) => outs),
      days.map(({ residual }) => residual),
      days.map(({ factor }) => factor),
      days.map(({ end }) => end),
      days.map(({ foldedTo }) => foldedTo),
      days.map(({ entered }) => (entered ? JSON.stringify(entered) : null)),
      now,
    ],
  );
}

/** Versions of levels come from the numbers of bodies: a restore raises these above all that was written. */
export async function nextNumber(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ seq: string }>(`SELECT nextval('inbox_seq') AS seq`);
  return BigInt(rows[0]!.seq);
}

interface StoredDay {
  day: string;
  folded_to: number;
  end: number;
  ins: number;
  outs: number;
  residual: number;
  factor: number;
  entered: Entered[] | null;
}

function dayJson(): string {
  return `json_build_object('day', d.day, 'folded_to', extract(epoch FROM d.folded_to)::bigint, 'end', d.occupancy,
    'ins', d.ins, 'outs', d.outs, 'residual', d.residual, 'factor', d.factor, 'entered', d.entered)`;
}

function fromDay(stored: StoredDay | null | undefined): FoldedDay | undefined {
  if (!stored) return undefined;
  const { day, folded_to: foldedTo, entered, ...rest } = stored;
  return { ...rest, foldedTo, day: dayOfDate(day)!, ...(entered && { entered }) };
}

function fromStored(row: StoredFold): SpaceFold {
  return {
    spaceId: row.space_id,
    orgId: row.org_id,
    factOrg: row.fact_org,
    seriesId: row.series_id ?? undefined,
    estateVersion: row.estate_version,
    definition: row.definition,
    days: {
      first: row.first === null ? undefined : dayOfDate(row.first),
      last: fromDay(row.last),
      stale: row.stale_days,
    },
  };
}
