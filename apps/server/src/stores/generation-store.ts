import type { DatedPart, RegistrySide } from '@atrium/rules/store-match';
import type { PoolClient } from 'pg';
import type { StoredPart } from '../registry/schema/operations.ts';

/** After this time, writes to the facts are flushed to disk and survive a crash of the machine. */
const durableMinutes = 15;
/** A copy of the facts that is older than what is remembered here is older than the inbox, too. */
const rememberedDays = 3;

type Client = Pick<PoolClient, 'query'>;

/** Reads the state of the registry, migrated or not: nothing may be written before the stores are compared. */
export async function readRegistrySide(client: Client, factsGeneration: bigint | null): Promise<RegistrySide> {
  const isMade = await hasTable(client, 'organization');
  const [installation] = (await hasTable(client, 'installation'))
    ? (await client.query<{ value: string }>(`SELECT value FROM installation WHERE key = 'id'`)).rows
    : [];
  const counted = (await hasTable(client, 'store_generation')) ? await readGenerations(client, factsGeneration) : none;
  const { rows } = isMade
    ? await client.query<{ org: number; series: number; applied: boolean }>(
        `SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('organization', 'fact_org')), 0)::int AS org,
                coalesce(pg_sequence_last_value(pg_get_serial_sequence('series', 'series_id')), 0)::int AS series,
                EXISTS (SELECT FROM ledger WHERE applied > 0) OR EXISTS (SELECT FROM inbox_applied)
                  OR EXISTS (SELECT FROM series_last) AS applied`,
      )
    : { rows: [] };
  const { org = 0, series = 0, applied = false } = rows[0] ?? {};
  return { ...counted, installation: installation?.value ?? null, numbers: { org, series }, applied };
}

const none = { begun: null, confirmed: null, sameGeneration: null, lastAt: null };

async function readGenerations(client: Client, factsGeneration: bigint | null) {
  const { rows } = await client.query<{
    begun: string | null;
    confirmed: string | null;
    last_at: Date | null;
    nonce: string | null;
    at: Date | null;
  }>(
    `SELECT (SELECT max(generation) FROM store_generation) AS begun,
            (SELECT max(generation) FROM store_generation WHERE confirmed) AS confirmed,
            (SELECT at FROM store_generation ORDER BY generation DESC LIMIT 1) AS last_at, same.nonce, same.at
     FROM (SELECT) always LEFT JOIN store_generation same ON same.generation = $1`,
    [factsGeneration],
  );
  const [row] = rows;
  return {
    begun: numberIn(row?.begun),
    confirmed: numberIn(row?.confirmed),
    lastAt: row?.last_at ?? null,
    sameGeneration: row?.nonce && row.at ? { nonce: BigInt(row.nonce), at: row.at } : null,
  };
}

function numberIn(text: string | null | undefined): bigint | null {
  return text ? BigInt(text) : null;
}

async function hasTable(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ known: string | null }>('SELECT to_regclass($1)::text AS known', [name]);
  return Boolean(rows[0]?.known);
}

export interface Generation {
  readonly generation: bigint;
  readonly nonce: bigint;
}

/**
 * The next number; the last one again while it is not known to have reached the facts, so that the two never drift
 * apart.
 */
export async function beginGeneration(client: Client, above: bigint, nonce: bigint, now: Date): Promise<Generation> {
  await client.query(
    `INSERT INTO store_generation (generation, nonce, at)
     SELECT greatest(coalesce(max(generation), 0), $1) + 1, $2, $3 FROM store_generation
     HAVING coalesce(max(generation), 0) < $1 OR coalesce(bool_and(confirmed) FILTER (WHERE generation =
       (SELECT max(generation) FROM store_generation)), true)
     ON CONFLICT DO NOTHING`,
    [above, nonce, now],
  );
  const { rows } = await client.query<{ generation: string; nonce: string }>(
    'SELECT generation, nonce FROM store_generation ORDER BY generation DESC LIMIT 1',
  );
  return { generation: BigInt(rows[0]?.generation ?? 0), nonce: BigInt(rows[0]?.nonce ?? 0) };
}

/** The number has reached the facts, which have these files. */
export async function confirmGeneration(
  client: Client,
  { generation }: Generation,
  { parts, ended, now }: { parts: readonly StoredPart[]; ended: boolean; now: Date },
): Promise<void> {
  await client.query('UPDATE store_generation SET confirmed = true, ended = $2, parts = $3 WHERE generation = $1', [
    generation,
    ended,
    JSON.stringify(parts),
  ]);
  await client.query(
    `UPDATE store_generation SET parts = NULL
     WHERE parts IS NOT NULL AND generation < (
       SELECT max(generation) FROM store_generation
       WHERE parts IS NOT NULL AND at <= $1::timestamptz - interval '${durableMinutes} minutes')`,
    [now],
  );
  await client.query(
    `DELETE FROM store_generation WHERE at < $1::timestamptz - interval '${rememberedDays} days' AND generation < $2`,
    [now, generation],
  );
}

/**
 * The files that must exist: those at the end of the last clean run, otherwise those from long enough ago to be on
 * disk.
 */
export async function expectedParts(client: Client): Promise<StoredPart[]> {
  const { rows } = await client.query<{ parts: StoredPart[] | null }>(
    `WITH last AS (SELECT generation, at, ended FROM store_generation WHERE confirmed ORDER BY generation DESC LIMIT 1)
     SELECT g.parts FROM store_generation g, last
     WHERE g.parts IS NOT NULL
       AND (last.ended AND g.generation = last.generation
         OR NOT last.ended AND g.at <= last.at - interval '${durableMinutes} minutes')
     ORDER BY g.generation DESC LIMIT 1`,
  );
  return rows[0]?.parts ?? [];
}

/** After a crash: since when writes may be lost. Null if the last run ended cleanly. */
export async function unsureSince(client: Client): Promise<Date | null> {
  const { rows } = await client.query<{ since: Date; ended: boolean }>(
    `SELECT at - interval '${durableMinutes} minutes' AS since, ended
     FROM store_generation WHERE confirmed ORDER BY generation DESC LIMIT 1`,
  );
  const [last] = rows;
  return last && !last.ended ? last.since : null;
}

/** The files at the last heartbeat; null before the first. */
export async function latestParts(client: Client): Promise<DatedPart[] | null> {
  if (!(await hasTable(client, 'store_generation'))) return null;
  const { rows } = await client.query<{ parts: StoredPart[] }>(
    'SELECT parts FROM store_generation WHERE confirmed AND parts IS NOT NULL ORDER BY generation DESC LIMIT 1',
  );
  const parts = rows[0]?.parts.map(([table, partition, minBlock, maxBlock, count, modified]) => {
    return { table, partition, minBlock, maxBlock, rows: count, modified };
  });
  return parts ?? null;
}

/** Numbers that the facts have seen are never reused. */
export async function raiseNumbers(
  client: Client,
  { org, series, seq }: { org: number; series: number; seq: bigint },
): Promise<void> {
  const sequences = [
    [`pg_get_serial_sequence('organization', 'fact_org')`, BigInt(org)],
    [`pg_get_serial_sequence('series', 'series_id')`, BigInt(series)],
    // Belongs to no column: several tables take their numbers from it.
    [`'inbox_seq'`, seq],
  ] as const;
  for (const [sequence, least] of sequences) {
    await client.query(
      `SELECT setval(s, $1::bigint) FROM (SELECT ${sequence}::regclass AS s) sequence
       WHERE $1::bigint > coalesce(pg_sequence_last_value(s), 0)`,
      [least],
    );
  }
}

/** The highest number of the inbox. */
export async function lastSequence(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ seq: string }>(
    `SELECT coalesce(pg_sequence_last_value('inbox_seq'), 0) AS seq`,
  );
  return BigInt(rows[0]?.seq ?? 0);
}
