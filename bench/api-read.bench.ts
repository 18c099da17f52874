import { getTraffic } from '@atrium/contract/data';
import { arrowFormat } from '@atrium/contract/formats';
import { login } from '@atrium/contract/session';
import { socketAgent } from '@atrium/engines/socket-agent';
import { aggregateStatement } from '@atrium/facts/aggregate-sql';
import { openFacts } from '@atrium/facts/facts';
import { metricsNamed } from '@atrium/metrics/catalog';
import { planReading } from '@atrium/facts/reading-plan';
import { schemaOf } from '@atrium/facts/schema';
import { packVer } from '@atrium/facts/version';
import { createClient } from '@clickhouse/client';
import { Agent } from 'node:http';
import { planRows } from '../apps/server/src/analytics/plan.ts';
import { readingsOf } from '../apps/server/src/analytics/readings.ts';
import { freshFrom } from '../apps/server/src/ingestion/horizon.ts';
import { plainTraffic, resolve } from '../apps/server/src/registry/directory/resolve.ts';
import { loadEstate } from '../apps/server/src/registry/directory/store.ts';
import type { Estate } from '../apps/server/src/registry/directory/estate.ts';
import { openRegistry } from '../apps/server/src/registry/registry.ts';
import { Client, queryOf } from '../apps/server/test/client.ts';
import { bytesOf, limitLine, percentile, type Product, startProduct } from './product.ts';
import { settle } from './settle.ts';

const devices = Number(process.env['ATRIUM_BENCH_DEVICES'] ?? 100);
const days = Number(process.env['ATRIUM_BENCH_DAYS'] ?? 365);
/** How many times as long as its statement alone a call may take, by its format. */
const limits = { json: 1.5, arrow: 1.3 };
const day = 86_400;
const database = 'atrium';

/** One zone, 31 days, by the minute: what a whole call takes, against its statement alone, compact and unparsed. */
export async function benchApiRead(say: (line: string) => void) {
  const product = await startProduct({ organizations: 1, devicesPerOrganization: devices });
  const agent = new Agent({ keepAlive: true });
  const engine = createClient({ url: 'http://localhost', http_agent: socketAgent(product.clickhouseSocket) });
  try {
    const estate = await estateOf(product);
    const rows = await fill(product, estate);
    say(`${rows} minutes written`);
    await settle(engine, say);
    const last = Math.floor(Date.now() / 1000 / day) * day - 3 * day;
    const query = {
      entityType: 'zone',
      entityIds: product.devices[0]?.zoneId ?? '',
      relativeDate: 'custom',
      startDate: date(last - 30 * day),
      endDate: date(last),
      dateGroupings: 'minute(1)',
    } as const;
    const client = new Client(product.url);
    await client.call(login, { body: { username: product.email, password: product.password } });
    const url = `${product.url}${getTraffic.path}${queryOf(query)}`;
    const cookie = client.cookieHeader();
    const json = () => bytesOf(url, agent, cookie);
    const arrow = () => bytesOf(url, agent, cookie, arrowFormat);
    const statement = sameStatement(estate, query);
    const sql = async () =>
      (await (await engine.query({ query: statement, format: 'JSONCompactEachRow' })).text()).length;

    const answered = (await client.call(getTraffic, { query })).results.length;
    say(`${answered} rows; bytes: ${await json()} of JSON, ${await arrow()} of Arrow, ${await sql()} from the engine`);
    const times = await inTurn({ sql, json, arrow });
    const at = (share: number) => ({
      sql: rounded(percentile(times.sql, share)),
      json: rounded(percentile(times.json, share)),
      arrow: rounded(percentile(times.arrow, share)),
      ratio: rounded(percentile(times.json, share) / percentile(times.sql, share)),
      arrowRatio: rounded(percentile(times.arrow, share) / percentile(times.sql, share)),
    });
    const figures = { minutes: rows, answeredRows: answered, least: at(0), median: at(0.5), p95: at(0.95) };
    say(`zone × 31 days × minute, ms: ${JSON.stringify(figures)}`);
    const { ratio, arrowRatio } = figures.median;
    const holds = { json: ratio <= limits.json, arrow: arrowRatio <= limits.arrow };
    say(limitLine('JSON over its statement, median', ratio, limits.json));
    say(limitLine('Arrow over its statement, median', arrowRatio, limits.arrow));
    return { ...figures, limits, holds };
  } finally {
    agent.destroy();
    await engine.close();
    await product.stop();
  }
}

async function estateOf({ postgres, devices: [first] }: Product): Promise<Estate> {
  const registry = openRegistry(postgres);
  try {
    const estate = await registry.system((tx) => loadEstate(tx, first?.orgId ?? '', new Date()));
    if (!estate) throw new Error('There is no organization to ask for.');
    return estate;
  } finally {
    await registry.close();
  }
}

/** A year of minutes for every series, written inside the engine. */
async function fill({ clickhouseSocket }: Product, estate: Estate): Promise<number> {
  const facts = openFacts({ socketPath: clickhouseSocket, database });
  const to = Math.floor(Date.now() / 1000 / day) * day - day;
  const rate = Array.from({ length: 24 }, (_, hour) => (hour < 9 || hour > 20 ? 100 : 4000));
  let rows = 0;
  for (const series of estate.series.keys()) {
    rows += await facts.appendFrom({
      org: estate.factOrg,
      series,
      ver: packVer({ rank: 'history', seq: BigInt(series), generation: 1 }),
      seed: series,
      curves: [{ ins: rate, outs: rate }],
      stretches: [{ from: to - days * day, to, offset: 0, curve: 0, factor: 1000 }],
      gaps: [],
    });
  }
  await facts.close();
  return rows;
}

/** The statement that answers the call, as the facts send it. */
function sameStatement(estate: Estate, query: { entityIds: string; startDate: string; endDate: string }): string {
  const now = Date.now() / 1000;
  const { entityIds, ...dates } = query;
  const scope = { orgId: estate.orgId, locationIds: 'all' } as const;
  const readings = readingsOf(metricsNamed('traffic', undefined));
  const entities = resolve(estate, scope, { ...plainTraffic, entityType: 'zone', entityIds: [entityIds] }).map(
    ({ members, ...head }) => ({ ...head, readings: [members] }),
  );
  const grouping = { grouping: 'minute', step: 1 } as const;
  const { current } = planRows({ ...dates, relativeDate: 'custom', grouping, now }, entities, readings);
  const slices = current.slices[0]!;
  const plan = planReading({ org: estate.factOrg, slices, freshFrom: freshFrom(now), marks: [] });
  return aggregateStatement(schemaOf({ database }).tables, plan, new Map()).sql.text;
}

const rounds = Number(process.env['ATRIUM_BENCH_ROUNDS'] ?? 60);

/** They take turns, so that other load on the machine affects all of them. */
async function inTurn(ways: Record<'sql' | 'json' | 'arrow', () => Promise<number>>) {
  const times = { sql: [] as number[], json: [] as number[], arrow: [] as number[] };
  for (let round = 0; round < rounds + 10; round += 1) {
    for (const way of ['sql', 'json', 'arrow'] as const) {
      const began = performance.now();
      await ways[way]();
      if (round >= 10) times[way].push(performance.now() - began);
    }
  }
  return times;
}

const rounded = (value: number) => Math.round(value * 100) / 100;
const date = (instant: number) => new Date(instant * 1000).toISOString().slice(0, 10);
