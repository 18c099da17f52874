import type { Transaction } from '../registry/registry.ts';

type Client = Transaction['client'];

/** What the counters of a series showed at a second; null is what was not said. */
export interface StoredCounters {
  readonly at: number;
  readonly ins: number | null;
  readonly outs: number | null;
}

/** What the counters of a series showed. */
interface SaidCounters extends StoredCounters {
  readonly orgId: string;
  readonly seriesId: number;
}

/** Live readings and back-fill may tell of one series at the same time: one waits for the other. */
export async function lockCounters(client: Client, seriesIds: ReadonlySet<number>): Promise<void> {
  const ordered = [...seriesIds].toSorted((a, b) => a - b);
  await client.query('SELECT pg_advisory_xact_lock($1, id) FROM unnest($2::int[]) AS id', [lockClass, ordered]);
}

const lockClass = 0x0c01;

/** Stored readings near those that were said, and what is added to them. */
export interface KnownCounters {
  /** Of two readings at one second the larger one stays, whichever came first. */
  add(seriesId: number, reading: StoredCounters): void;
  /**
   * The readings of the hours that a range touches, and on both sides those of the nearest hours that have eight minutes
   * with readings. Whether a value is a fault depends on its neighbors (`withoutOutliers`), and of those on their own:
   * sensors that report once an hour have them in other hours.
   */
  around(seriesId: number, from: number, to: number): StoredCounters[];
}

const neighbors = 8;

export async function readCounters(client: Client, said: readonly SaidCounters[]): Promise<KnownCounters> {
  const reach = new Map<number, { first: number; last: number }>();
  for (const { seriesId, at } of said) {
    const { first, last } = reach.get(seriesId) ?? { first: Infinity, last: -Infinity };
    reach.set(seriesId, { first: Math.min(first, hourOf(at)), last: Math.max(last, hourOf(at)) });
  }
  const known = knownCounters();
  const { rows } = await client.query<{ series: number; at: string; ins: string | null; outs: string | null }>(
    `SELECT h.series_id AS series, 3600 * h.hour::bigint + r.second AS at, r.ins, r.outs
     FROM unnest($1::int[], $2::int[], $3::int[]) AS asked (series_id, first, last)
       CROSS JOIN LATERAL (
         WITH near AS (
           (SELECT hour, seconds FROM counter_hour WHERE series_id = asked.series_id AND hour < asked.first
            ORDER BY hour DESC LIMIT ${neighbors})
           UNION ALL
           (SELECT hour, seconds FROM counter_hour WHERE series_id = asked.series_id AND hour > asked.last
            ORDER BY hour LIMIT ${neighbors})
         ), nearer AS (
           SELECT hour, sum(minutes) OVER (PARTITION BY hour < asked.first ORDER BY abs(hour - asked.first)) - minutes AS between
           FROM near, LATERAL (SELECT count(DISTINCT (second + 30) / 60) AS minutes FROM unnest(seconds) AS second) AS c
         )
         SELECT least(min(hour), asked.first) AS first, greatest(max(hour), asked.last) AS last
         FROM nearer WHERE between < ${neighbors}
       ) AS reach
       JOIN counter_hour h ON h.series_id = asked.series_id AND h.hour BETWEEN reach.first AND reach.last
       CROSS JOIN LATERAL unnest(h.seconds, h.ins, h.outs) AS r (second, ins, outs)`,
    [[...reach.keys()], [...reach.values()].map(({ first }) => first), [...reach.values()].map(({ last }) => last)],
  );
  for (const { series, at, ins, outs } of rows)
    known.add(series, { at: Number(at), ins: numberOf(ins), outs: numberOf(outs) });
  return known;
}

function knownCounters(): KnownCounters {
  const bySeries = new Map<number, Map<number, StoredCounters>>();
  return {
    add(seriesId, { at, ins, outs }) {
      let readings = bySeries.get(seriesId);
      if (!readings) bySeries.set(seriesId, (readings = new Map()));
      const same = readings.get(at);
      readings.set(at, { at, ins: larger(ins, same?.ins), outs: larger(outs, same?.outs) });
    },
    around(seriesId, from, to) {
      const readings = [...(bySeries.get(seriesId)?.values() ?? [])].toSorted((one, other) => one.at - other.at);
      const first = readings.findIndex(({ at }) => hourOf(at) >= hourOf(from));
      const end = readings.findLastIndex(({ at }) => hourOf(at) <= hourOf(to)) + 1;
      const before = nearestHours(readings.slice(0, first < 0 ? readings.length : first).toReversed());
      return [...before.toReversed(), ...readings.slice(first, end), ...nearestHours(readings.slice(end))];
    },
  };
}

/** Of readings that lead away from a range: whole hours, until there are enough minutes. */
function nearestHours(readings: readonly StoredCounters[]): readonly StoredCounters[] {
  const minutes = new Set<number>();
  const end = readings.findIndex(({ at }, index) => {
    const isNewHour = index > 0 && hourOf(at) !== hourOf(readings[index - 1]!.at);
    if (isNewHour && minutes.size >= neighbors) return true;
    // As the statement counts them: an hour has 61, because it begins and ends with half a minute.
    minutes.add(61 * hourOf(at) + Math.floor(((at % 3600) + 30) / 60));
    return false;
  });
  return end < 0 ? readings : readings.slice(0, end);
}

/** Adds readings to their hours. Of two at one second the larger one stays, whichever came first. */
export async function addCounters(client: Client, said: readonly SaidCounters[]): Promise<void> {
  await client.query(
    `INSERT INTO counter_hour AS c (org_id, series_id, hour, seconds, ins, outs)
     SELECT org_id, series_id, hour, array_agg(second ORDER BY second), array_agg(ins ORDER BY second), array_agg(outs ORDER BY second)
     FROM (SELECT org_id, series_id, (at / 3600)::int AS hour, (at % 3600)::smallint AS second, max(ins) AS ins, max(outs) AS outs
           FROM unnest($1::uuid[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[]) AS t (org_id, series_id, at, ins, outs)
           GROUP BY org_id, series_id, at) AS said
     GROUP BY org_id, series_id, hour ORDER BY series_id, hour
     ON CONFLICT (series_id, hour) DO UPDATE SET (seconds, ins, outs) = (
       SELECT array_agg(second ORDER BY second), array_agg(ins ORDER BY second), array_agg(outs ORDER BY second)
       FROM (SELECT second, max(ins) AS ins, max(outs) AS outs
             FROM (SELECT * FROM unnest(c.seconds, c.ins, c.outs)
                   UNION ALL SELECT * FROM unnest(excluded.seconds, excluded.ins, excluded.outs)) AS known (second, ins, outs)
             GROUP BY second) AS merged)`,
    [
      said.map(({ orgId }) => orgId),
      said.map(({ seriesId }) => seriesId),
      said.map(({ at }) => at),
      said.map(({ ins }) => ins),
      said.map(({ outs }) => outs),
    ],
  );
}

/** By whole hours, so that nothing is counted from what was erased up to the next reading. */
export async function removeCounters(
  client: Client,
  seriesIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await client.query('DELETE FROM counter_hour WHERE series_id = ANY($1) AND hour >= $2 AND hour < $3', [
    seriesIds,
    hourOf(from),
    Math.ceil(to / 3600),
  ]);
}

/** Days for which all readings are kept; of older days only those of the last hour are. */
export const countersKept = 35;

/**
 * A late reading needs neighbors that are not too far away, or it would count everything since. Minutes that were counted
 * from the readings in between win over what such a reading counts.
 */
export async function thinCounters(client: Client, before: Date): Promise<void> {
  const days = Math.floor(before.getTime() / 86_400_000);
  await client.query(
    `DELETE FROM counter_hour c
     WHERE c.hour < 24 * $1::int
       AND EXISTS (SELECT FROM counter_hour n WHERE n.series_id = c.series_id AND n.hour > c.hour AND n.hour / 24 = c.hour / 24)`,
    [days],
  );
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}

function larger(one: number | null, other: number | null = null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}

function hourOf(at: number): number {
  return Math.floor(at / 3600);
}
