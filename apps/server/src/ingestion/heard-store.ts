import type { LevelChange } from '@atrium/rules/heard';
import type { Transaction } from '../registry/registry.ts';

type Client = Transaction['client'];

/** Days for which it is remembered, minute by minute, when devices were heard: longer than received bodies are kept. */
export const signsKept = 35;

/** A level that a zone reported at an instant. */
export interface HeldChange extends LevelChange {
  readonly zoneId: string;
  readonly measure: string;
}

/** Live readings and back-fill may tell of one sensor at the same time: one waits for the other. */
export async function lockSensors(client: Client, sensorIds: readonly string[]): Promise<void> {
  await client.query(
    `SELECT pg_advisory_xact_lock($1, key)
     FROM (SELECT DISTINCT hashtext(id) AS key FROM unnest($2::text[]) AS id ORDER BY key) AS keys`,
    [lockClass, sensorIds],
  );
}

const lockClass = 0x0c02;

/** The next number of the inbox: higher than that of everything received so far. */
export async function nextNumber(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ seq: string }>(`SELECT nextval('inbox_seq') AS seq`);
  return BigInt(rows[0]?.seq ?? 0);
}

const minutesADay = 1440;

/** Adds minutes, as numbers since 1970 and both included, to the days of the sensors. */
export async function addSigns(
  client: Client,
  orgId: string,
  signs: readonly { readonly sensorId: string; readonly first: number; readonly last: number }[],
): Promise<void> {
  const days = new Map<string, { sensorId: string; day: number; minutes: Uint8Array }>();
  for (const { sensorId, first, last } of signs) {
    for (let day = Math.floor(first / minutesADay); day <= Math.floor(last / minutesADay); day += 1) {
      const key = `${sensorId}/${day}`;
      const known = days.get(key) ?? { sensorId, day, minutes: new Uint8Array(minutesADay) };
      days.set(key, known);
      known.minutes.fill(1, Math.max(0, first - day * minutesADay), last + 1 - day * minutesADay);
    }
  }
  const ordered = [...days.values()];
  await client.query(
    `INSERT INTO heard_day AS known (org_id, sensor_id, day, minutes)
     SELECT $1, sensor_id, '1970-01-01'::date + day, minutes::bit(1440)
     FROM unnest($2::uuid[], $3::int[], $4::text[]) AS t (sensor_id, day, minutes)
     ORDER BY sensor_id, day
     ON CONFLICT (sensor_id, day) DO UPDATE SET minutes = known.minutes | excluded.minutes
     WHERE known.minutes | excluded.minutes <> known.minutes`,
    [
      orgId,
      ordered.map(({ sensorId }) => sensorId),
      ordered.map(({ day }) => day),
      ordered.map(({ minutes }) => minutes.join('')),
    ],
  );
}

/** Forgets in which minutes of each `[from, to)` a sensor was heard. */
export async function removeSigns(
  client: Client,
  sensorId: string,
  stretches: readonly { readonly from: number; readonly to: number }[],
): Promise<void> {
  for (const { from, to } of stretches) {
    for (let day = Math.floor(from / minutesADay); day * minutesADay < to; day += 1) {
      const kept = new Uint8Array(minutesADay).fill(1);
      kept.fill(0, Math.max(0, from - day * minutesADay), Math.max(0, to - day * minutesADay));
      await client.query(
        `UPDATE heard_day SET minutes = minutes & $3::bit(1440) WHERE sensor_id = $1 AND day = '1970-01-01'::date + $2::int`,
        [sensorId, day, kept.join('')],
      );
    }
  }
}

/** The minutes with signs in each `[from, to)`, by sensor. */
export async function readSigns(
  client: Client,
  asked: readonly { readonly sensorId: string; readonly from: number; readonly to: number }[],
): Promise<Map<string, number[]>> {
  const { rows } = await client.query<{ sensor_id: string; day: number; minutes: string }>(
    `SELECT DISTINCT h.sensor_id, h.day - '1970-01-01'::date AS day, h.minutes::text AS minutes
     FROM heard_day h JOIN unnest($1::uuid[], $2::int[], $3::int[]) AS t (sensor_id, first, last)
       ON h.sensor_id = t.sensor_id AND h.day BETWEEN '1970-01-01'::date + t.first AND '1970-01-01'::date + t.last`,
    [
      asked.map(({ sensorId }) => sensorId),
      asked.map(({ from }) => Math.floor(from / minutesADay)),
      asked.map(({ to }) => Math.floor((to - 1) / minutesADay)),
    ],
  );
  const signs = new Map<string, number[]>();
  for (const { sensor_id: sensorId, day, minutes } of rows) {
    const known = signs.get(sensorId) ?? [];
    signs.set(sensorId, known);
    for (let at = minutes.indexOf('1'); at >= 0; at = minutes.indexOf('1', at + 1)) known.push(day * minutesADay + at);
  }
  return signs;
}

/** Adds levels. Of two at one instant the one of the later body stays, whichever is applied first. */
export async function addHeld(
  client: Client,
  orgId: string,
  changes: readonly (HeldChange & { readonly seq: string })[],
): Promise<void> {
  const one = new Map<string, (typeof changes)[number]>();
  for (const change of changes) {
    const key = `${change.zoneId}/${change.measure}/${milliseconds(change.at)}`;
    const known = one.get(key);
    if (!known || BigInt(known.seq) <= BigInt(change.seq)) one.set(key, change);
  }
  const ordered = [...one.values()];
  await client.query(
    `INSERT INTO held_level AS known (org_id, zone_id, measure, at, last, lo, hi, seq)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::bigint[], $5::int[], $6::int[], $7::int[], $8::bigint[])
       AS t (zone_id, measure, at, last, lo, hi, seq)
     ORDER BY zone_id, measure, at
     ON CONFLICT (zone_id, measure, at) DO UPDATE
     SET last = excluded.last, lo = excluded.lo, hi = excluded.hi, seq = excluded.seq WHERE excluded.seq >= known.seq`,
    [
      orgId,
      ordered.map(({ zoneId }) => zoneId),
      ordered.map(({ measure }) => measure),
      ordered.map(({ at }) => milliseconds(at)),
      ordered.map(({ last }) => last),
      ordered.map(({ lo }) => lo),
      ordered.map(({ hi }) => hi),
      ordered.map(({ seq }) => seq),
    ],
  );
}

/** When the level was reported next after each of these, in epoch seconds; null where it was not. */
export async function nextChanges(client: Client, changes: readonly HeldChange[]): Promise<(number | null)[]> {
  if (changes.length === 0) return [];
  const { rows } = await client.query<{ next: string | null }>(
    `SELECT (SELECT h.at FROM held_level h WHERE h.zone_id = t.zone_id AND h.measure = t.measure AND h.at > t.at
             ORDER BY h.at LIMIT 1) AS next
     FROM unnest($1::uuid[], $2::text[], $3::bigint[]) WITH ORDINALITY AS t (zone_id, measure, at, n) ORDER BY n`,
    [
      changes.map(({ zoneId }) => zoneId),
      changes.map(({ measure }) => measure),
      changes.map(({ at }) => milliseconds(at)),
    ],
  );
  return rows.map(({ next }) => (next === null ? null : Number(next) / 1000));
}

/** For each `[from, to)`, epoch seconds, the levels reported in it, after the last one of the day before. */
export async function readHeld(
  client: Client,
  asked: readonly { readonly zoneId: string; readonly measure: string; readonly from: number; readonly to: number }[],
): Promise<LevelChange[][]> {
  const found: LevelChange[][] = asked.map(() => []);
  if (asked.length === 0) return found;
  const { rows } = await client.query<{ n: number; at: string; last: number; lo: number; hi: number }>(
    `SELECT t.n::int - 1 AS n, h.at, h.last, h.lo, h.hi
     FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS t (zone_id, measure, first, last, n)
       CROSS JOIN LATERAL (
         (SELECT * FROM held_level WHERE zone_id = t.zone_id AND measure = t.measure
            AND at < t.first AND at >= t.first - 86400000 ORDER BY at DESC LIMIT 1)
         UNION ALL
         SELECT * FROM held_level WHERE zone_id = t.zone_id AND measure = t.measure AND at >= t.first AND at < t.last
       ) AS h
     ORDER BY n, h.at`,
    [
      asked.map(({ zoneId }) => zoneId),
      asked.map(({ measure }) => measure),
      asked.map(({ from }) => from * 1000),
      asked.map(({ to }) => to * 1000),
    ],
  );
  for (const { n, at, ...level } of rows) found[n]?.push({ at: Number(at) / 1000, ...level });
  return found;
}

/** Removes what the zones of series reported in `[from, to)`, epoch seconds. */
export async function removeHeld(
  client: Client,
  seriesIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await client.query(
    `DELETE FROM held_level h USING series s
     WHERE s.series_id = ANY($1) AND h.zone_id = s.zone_id AND h.measure = s.measure AND h.at >= $2 AND h.at < $3
       AND h.at >= 1000 * extract(epoch FROM s."from") AND h.at < 1000 * extract(epoch FROM s."to")`,
    [seriesIds, from * 1000, to * 1000],
  );
}

/** A level holds for a day at most, so nothing depends on what is older than what may still arrive late. */
export async function forgetHeard(client: Client, before: Date): Promise<void> {
  await client.query(`DELETE FROM heard_day WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date`, [before]);
  await client.query('DELETE FROM held_level WHERE at < $1', [before.getTime()]);
}

function milliseconds(at: number): number {
  return Math.round(at * 1000);
}
