import { openFacts } from '@atrium/facts/facts';
import { packVer } from '@atrium/facts/version';
import { Client as PostgresClient } from 'pg';
import type { Product } from './product.ts';

const day = 86_400;
const days = 365;
export const zonesPerLocation = 10;

/** The year that ends with yesterday. */
export function yearUntil(now: number): { from: number; to: number } {
  const today = Math.floor(now / 1000 / day) * day;
  return { from: today - days * day, to: today };
}

/** Places the locations on a map, and writes a year of minutes for the first zones, inside the engine. */
export async function writeYear(
  { postgres, clickhouseSocket }: Product,
  filledZones: number,
  { from, to }: ReturnType<typeof yearUntil>,
): Promise<number> {
  const registry = new PostgresClient(postgres);
  await registry.connect();
  const facts = openFacts({ socketPath: clickhouseSocket, database: 'atrium' });
  try {
    await registry.query(
      `UPDATE location SET latitude = 25 + 0.2 * n, longitude = -120 + 0.5 * n
       FROM (SELECT location_id AS id, row_number() OVER (ORDER BY location_id) AS n FROM location) AS each
       WHERE location_id = id`,
    );
    const { rows: known } = await registry.query<{ org: number; series: number }>(
      `UPDATE series s SET "from" = to_timestamp($1) FROM organization o WHERE o.org_id = s.org_id
       RETURNING o.fact_org AS org, s.series_id AS series`,
      [from],
    );
    await registry.query('UPDATE organization SET estate_version = estate_version + 1');
    const org = known[0]!.org;
    const filled = inTurn(known.map(({ series }) => series).toSorted((a, b) => a - b)).slice(0, filledZones);
    const rate = Array.from({ length: 24 }, (_, hour) => (hour < 9 || hour > 20 ? 100 : 4000));
    let rows = 0;
    for (const series of filled) {
      rows += await facts.appendFrom({
        org,
        series,
        ver: packVer({ rank: 'history', seq: BigInt(series), generation: 1 }),
        seed: series,
        curves: [{ ins: rate, outs: rate }],
        stretches: [{ from, to, offset: 0, curve: 0, factor: 1000 }],
        gaps: [],
      });
    }
    await facts.rebuild(org, filled, from, to);
    return rows;
  } finally {
    await facts.close();
    await registry.end();
  }
}

/** The first zone of every location, then the second of every location, and so on. */
function inTurn(series: readonly number[]): number[] {
  const turnOf = (at: number) => (at % zonesPerLocation) * series.length + at;
  return series
    .map((each, at) => ({ each, turn: turnOf(at) }))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ each }) => each);
}
