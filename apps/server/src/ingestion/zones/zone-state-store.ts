import type { LiveZone } from '@atrium/rules/live-zone';
import { notification } from '../../registry/notifications.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { LevelEntry, VisitEntry } from '../../registry/schema/zone-state.ts';

type Client = Transaction['client'];

export interface ZoneState {
  readonly zoneId: string;
  readonly orgId: string;
  readonly countApplication: number;
  readonly zone: LiveZone;
  readonly refoldCount: number;
}

/** All writers lock in the same order, and after the series and spaces of the same readings. */
export async function lockZones(client: Client, zoneIds: readonly string[]): Promise<Map<string, ZoneState>> {
  return read(client, 'WHERE zone_id = ANY($1) ORDER BY zone_id FOR UPDATE', [zoneIds]);
}

/** As they are now, for those who do not write them. */
export async function readZones(client: Client, zoneIds: readonly string[]): Promise<Map<string, ZoneState>> {
  return zoneIds.length === 0 ? new Map() : read(client, 'WHERE zone_id = ANY($1)', [zoneIds]);
}

export async function findZoneRefolds(client: Client, most: number): Promise<ZoneState[]> {
  const found = await read(client, 'WHERE refold_since IS NOT NULL ORDER BY refold_since LIMIT $1', [most]);
  return [...found.values()];
}

type Opened = Omit<ZoneState, 'refoldCount'>;

/** Creates rows for zones without one. What was received before them today must be read from the facts. */
export async function openZones(client: Client, zones: readonly Opened[], now: Date): Promise<void> {
  await client.query(
    `INSERT INTO zone_state (zone_id, org_id, count_application, day_from, day_to, closed_served, closed_occupied, closed_got,
                             tail_from, levels, visits, refold_since, refold_count, updated_at)
     SELECT zone_id, org_id, count_application, to_timestamp(day_from), to_timestamp(day_to), 0, 0, 0, to_timestamp(tail_from),
            '[]', '[]', $7, 1, $7
     FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[])
       AS t (zone_id, org_id, count_application, day_from, day_to, tail_from)
     ORDER BY zone_id
     ON CONFLICT DO NOTHING`,
    [
      zones.map(({ zoneId }) => zoneId),
      zones.map(({ orgId }) => orgId),
      zones.map(({ countApplication }) => countApplication),
      zones.map(({ zone }) => zone.day.from),
      zones.map(({ zone }) => zone.day.to),
      zones.map(({ zone }) => zone.tailFrom),
      now,
    ],
  );
}

/** `unsure`: the closed sums must be read again. */
export async function saveZones(
  client: Client,
  states: readonly (ZoneState & { readonly unsure?: boolean })[],
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE zone_state AS z
     SET count_application = t.count_application, day_from = to_timestamp(t.day_from), day_to = to_timestamp(t.day_to),
         closed_served = t.served, closed_occupied = t.occupied, closed_got = t.got, tail_from = to_timestamp(t.tail_from),
         levels = t.levels, visits = t.visits, updated_at = $12,
         refold_since = CASE WHEN t.unsure THEN coalesce(z.refold_since, $12) ELSE z.refold_since END,
         refold_count = z.refold_count + t.unsure::int
     FROM unnest($1::uuid[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::float8[], $7::float8[], $8::bigint[],
                 $9::text[]::json[], $10::text[]::json[], $11::bool[])
       AS t (zone_id, count_application, day_from, day_to, served, occupied, got, tail_from, levels, visits, unsure)
     WHERE z.zone_id = t.zone_id`,
    [
      states.map(({ zoneId }) => zoneId),
      states.map(({ countApplication }) => countApplication),
      states.map(({ zone }) => zone.day.from),
      states.map(({ zone }) => zone.day.to),
      states.map(({ zone }) => zone.closed.served),
      states.map(({ zone }) => zone.closed.occupied),
      states.map(({ zone }) => zone.closed.got),
      states.map(({ zone }) => zone.tailFrom),
      states.map(({ zone }) => JSON.stringify(zone.levels.map(levelEntry))),
      states.map(({ zone }) => JSON.stringify(zone.visits.map(visitEntry))),
      states.map(({ unsure }) => unsure === true),
      now,
    ],
  );
}

/** Records of a series that were written to the facts: epoch seconds, `[from, to)`. */
export interface WrittenRecords {
  readonly seriesId: number;
  readonly from: number;
  readonly to: number;
}

/** Where minutes of today before the tail were written, the closed sums must be read again. Returns whether there are any. */
export async function requestZoneRefold(
  client: Client,
  written: readonly WrittenRecords[],
  now: Date,
): Promise<boolean> {
  if (written.length === 0) return false;
  const { rowCount } = await client.query(
    `WITH late AS (
       SELECT z.zone_id
       FROM zone_state z JOIN series s ON s.zone_id = z.zone_id
         JOIN unnest($1::int[], $2::bigint[], $3::bigint[]) AS t (series_id, written_from, written_to)
           ON t.series_id = s.series_id
       WHERE z.tail_from > to_timestamp(t.written_from) AND z.day_from < to_timestamp(t.written_to)
       ORDER BY z.zone_id FOR UPDATE OF z
     )
     UPDATE zone_state AS z SET refold_since = coalesce(refold_since, $4), refold_count = refold_count + 1
     FROM late WHERE z.zone_id = late.zone_id`,
    [written.map((w) => w.seriesId), written.map((w) => w.from), written.map((w) => w.to), now],
  );
  return (rowCount ?? 0) > 0;
}

/** Done, unless another late record was written since `refoldCount` was read. */
export async function endZoneRefolds(client: Client, states: readonly ZoneState[]): Promise<void> {
  await client.query(
    `UPDATE zone_state AS z SET refold_since = NULL
     FROM unnest($1::uuid[], $2::int[]) AS t (zone_id, refold_count)
     WHERE z.zone_id = t.zone_id AND z.refold_count = t.refold_count`,
    [states.map(({ zoneId }) => zoneId), states.map(({ refoldCount }) => refoldCount)],
  );
}

/** What is known of the zones of these series may be wrong: it starts over with their next reading. */
export async function forgetZones(client: Client, series: readonly number[]): Promise<void> {
  const { rows } = await client.query<{ zoneId: string }>(
    `DELETE FROM zone_state z USING series s
     WHERE s.zone_id = z.zone_id AND s.series_id = ANY($1::int[]) RETURNING z.zone_id AS "zoneId"`,
    [series],
  );
  await notifyZones(
    client,
    rows.map(({ zoneId }) => zoneId),
  );
}

/** Tells every node that these zones have other numbers. */
export async function notifyZones(client: Client, zoneIds: readonly string[]): Promise<void> {
  for (let i = 0; i < zoneIds.length; i += maxZonesTold) {
    const { text, values } = notification('zones', zoneIds.slice(i, i + maxZonesTold));
    await client.query(text, values);
  }
}

/** A notification has at most 8,000 bytes. */
const maxZonesTold = 150;

interface StoredZone {
  zone_id: string;
  org_id: string;
  count_application: number;
  day_from: string;
  day_to: string;
  closed_served: string;
  closed_occupied: number;
  closed_got: number;
  tail_from: string;
  levels: LevelEntry[];
  visits: VisitEntry[];
  refold_count: number;
}

async function read(client: Client, which: string, values: readonly unknown[]): Promise<Map<string, ZoneState>> {
  const { rows } = await client.query<StoredZone>(
    `SELECT zone_id, org_id, count_application, extract(epoch FROM day_from)::bigint AS day_from,
            extract(epoch FROM day_to)::bigint AS day_to, closed_served, closed_occupied, closed_got,
            extract(epoch FROM tail_from)::bigint AS tail_from, levels, visits, refold_count
     FROM zone_state ${which}`,
    [...values],
  );
  return new Map(rows.map((row) => [row.zone_id, fromStored(row)]));
}

function fromStored(row: StoredZone): ZoneState {
  return {
    zoneId: row.zone_id,
    orgId: row.org_id,
    countApplication: row.count_application,
    refoldCount: row.refold_count,
    zone: {
      day: { from: Number(row.day_from), to: Number(row.day_to) },
      closed: { served: Number(row.closed_served), occupied: row.closed_occupied, got: row.closed_got },
      tailFrom: Number(row.tail_from),
      levels: row.levels.map(([at, span, last, ver]) => ({ at, span, last, ver: BigInt(ver) })),
      visits: row.visits.map(([at, id, ms, n, abandoned, ver]) => ({
        at,
        id,
        ms,
        n,
        abandoned: abandoned === 1,
        ver: BigInt(ver),
      })),
    },
  };
}

function levelEntry({ at, span, last, ver }: LiveZone['levels'][number]): LevelEntry {
  return [at, span, last, String(ver)];
}

function visitEntry({ at, id, ms, n, abandoned, ver }: LiveZone['visits'][number]): VisitEntry {
  return [at, id, ms, n, abandoned ? 1 : 0, String(ver)];
}
