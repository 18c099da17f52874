import { getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { maximumRows } from '@atrium/contract/product';
import { login } from '@atrium/contract/session';
import { socketAgent } from '@atrium/engines/socket-agent';
import { openFacts } from '@atrium/facts/facts';
import { packVer } from '@atrium/facts/version';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { Client as PostgresClient } from 'pg';
import { openRegistry } from '../apps/server/src/registry/registry.ts';
import { Client, queryOf } from '../apps/server/test/client.ts';
import { bytesOf, limitLine, percentile, type Product, startProduct } from './product.ts';
import { settle, untilIdle } from './settle.ts';

const zonesPerOrganization = Number(process.env['ATRIUM_BENCH_DEVICES'] ?? 100);
/** 20 for a billion minutes: 2,000 zones, each with a year. */
const organizations = Number(process.env['ATRIUM_BENCH_ORGANIZATIONS'] ?? 20);
const days = Number(process.env['ATRIUM_BENCH_DAYS'] ?? 365);
/** How many times as long as the statements alone the calls may take. */
const statementLimit = 1.5;
const day = 86_400;
const database = 'atrium';
/** Complete days, long enough ago that all are in quarters. */
const until = Math.floor(Date.now() / 1000 / day) * day - 5 * day;

interface Estate {
  readonly org: number;
  readonly series: readonly number[];
  readonly locationId: string;
  readonly zoneIds: readonly string[];
}

/** A question of a dashboard: a call, and what an expert would send to the engine instead. */
interface Question {
  readonly path: string;
  readonly statement: string;
  /** The same for a table of readings in PostgreSQL. */
  readonly inPostgres: string;
}

/**
 * A dashboard's mix of questions to an organization with 100 zones: alone, then with the years of all other
 * organizations around it; against statements written by hand, and against the same rows in PostgreSQL.
 */
export async function benchQuestions(say: (line: string) => void) {
  const product = await startProduct({ organizations, devicesPerOrganization: zonesPerOrganization });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const engine = createClient({
    url: 'http://localhost',
    http_agent: socketAgent(product.clickhouseSocket),
    request_timeout: 600_000,
    log: { level: ClickHouseLogLevel.OFF },
  });
  try {
    const estates = await estatesOf(product);
    const [asked, ...others] = estates;
    if (!asked) throw new Error('There is no organization to ask for.');
    const client = new Client(product.url);
    await client.call(login, { body: { username: product.email, password: product.password } });
    const api = (path: string) => bytesOf(`${product.url}${path}`, agent, client.cookieHeader());
    const sql = async (query: string) => (await (await engine.query({ query, format: 'JSONEachRow' })).text()).length;
    const mix = mixFor(asked);
    const quiet = async () => {
      await settle(engine, say);
      await untilIdle(product.process.pid!, say);
    };

    await fill(product, [asked], say);
    await quiet();
    const alone = await inTurn(mix, { api: ({ path }) => api(path) });
    await fill(product, others, say);
    await quiet();
    const rows = await countOf(engine);
    const among = await inTurn(mix, { api: ({ path }) => api(path), sql: ({ statement }) => sql(statement) });
    const dashboards: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const began = performance.now();
      await Promise.all(mix.map(({ path }) => api(path)));
      dashboards.push(performance.now() - began);
    }
    const long = longQuestion(asked);
    const longRows = (await client.call(getTraffic, { query: long })).results.length;
    const memory = await extraMemory(product, () => api(`${getTraffic.path}${queryOf(long)}`));
    const postgres = await inPostgres(product, asked, mix, say);
    const slow = mix.map((_, at) => at).filter((at) => percentile(among['api']![at]!, 0.5) >= 10);
    const figures = {
      rows,
      overStatements: middle(mix.map((_, at) => half(among['api']![at]!) / half(among['sql']![at]!))),
      amongTheOthers: middle(mix.map((_, at) => half(among['api']![at]!) / half(alone['api']![at]!))),
      postgresOverApi: middle(slow.map((at) => half(postgres['postgres']![at]!) / half(among['api']![at]!))),
      dashboardMs: middle(dashboards),
      longRows,
      extraMegabytes: memory,
      millisecondsOfEach: mix.map(({ path }, at) => [
        path.split('?')[0],
        ...[alone['api'], among['api'], among['sql'], postgres['postgres']].map((times) => rounded(half(times![at]!))),
      ]),
    };
    say(JSON.stringify(figures));
    say(limitLine('median over statements by hand', figures.overStatements, statementLimit));
    say(`faster than PostgreSQL: ${figures.postgresOverApi >= 1 ? 'holds' : 'DOES NOT HOLD'}`);
    say(
      `the longest answer has ${longRows} rows of ${maximumRows}: ${longRows === maximumRows ? 'holds' : 'DOES NOT HOLD'}`,
    );
    return figures;
  } finally {
    agent.destroy();
    await engine.close();
    await product.stop();
  }
}

async function estatesOf({ postgres, devices }: Product): Promise<Estate[]> {
  const registry = openRegistry(postgres);
  try {
    const { rows } = await registry.owner.query<{ orgId: string; org: number; series: number[] }>(
      `UPDATE series s SET "from" = to_timestamp($1) FROM organization o WHERE o.org_id = s.org_id
       RETURNING o.org_id AS "orgId", o.fact_org AS org, ARRAY[s.series_id] AS series`,
      [until - days * day],
    );
    const orgs = new Map<string, { org: number; series: number[] }>();
    for (const { orgId, org, series } of rows) {
      const known = orgs.get(orgId) ?? { org, series: [] };
      known.series.push(...series);
      orgs.set(orgId, known);
    }
    const first = new Map(devices.toReversed().map((device) => [device.orgId, device]));
    return [...first.values()].toReversed().map(({ orgId, locationId }) => {
      const found = orgs.get(orgId);
      if (!found) throw new Error('An organization has no series.');
      const zoneIds = devices.filter((device) => device.orgId === orgId).map(({ zoneId }) => zoneId);
      return { ...found, locationId, zoneIds };
    });
  } finally {
    await registry.close();
  }
}

/** A year of minutes for every series, written inside the engine, and its quarters. */
async function fill({ clickhouseSocket }: Product, estates: readonly Estate[], say: (line: string) => void) {
  const facts = openFacts({ socketPath: clickhouseSocket, database });
  const rate = Array.from({ length: 24 }, (_, hour) => (hour < 9 || hour > 20 ? 100 : 4000));
  const from = until - days * day;
  const began = performance.now();
  let rows = 0;
  for (const { org, series } of estates) {
    for (const each of series) {
      const ver = packVer({ rank: 'history', seq: BigInt(each), generation: 1 });
      const stretches = [{ from, to: until, offset: 0, curve: 0, factor: 1000 }];
      const curves = [{ ins: rate, outs: rate }];
      rows += await facts.appendFrom({ org, series: each, ver, seed: each, curves, stretches, gaps: [] });
    }
    await facts.rebuild(org, series, from, until);
  }
  await facts.close();
  say(`${rows} minutes and their quarters in ${Math.round((performance.now() - began) / 1000)} s`);
}

async function countOf(engine: ClickHouseClient): Promise<number> {
  const answer = await engine.query({ query: `SELECT count() AS n FROM ${database}.minute`, format: 'JSONEachRow' });
  return Number((await answer.json<{ n: number }>())[0]?.n);
}

const units = { hour: 3600, day } as const;

/** 12 totals of a day, 6 weeks by hour, 4 months by day, 2 years by month. */
function mixFor(estate: Estate): Question[] {
  const question = (
    back: number,
    length: number,
    unit: 'total' | 'hour' | 'day' | 'month',
    of: 'location' | 'zone',
  ) => {
    const [from, to] = [until - back * day, until - (back - length) * day];
    const query = queryOf({
      entityType: of,
      entityIds: of === 'zone' ? estate.zoneIds[0]! : estate.locationId,
      relativeDate: 'custom',
      startDate: date(from),
      endDate: date(to - day),
      ...(unit !== 'total' && { dateGroupings: unit }),
    });
    const series = of === 'zone' ? estate.series.slice(0, 1) : estate.series;
    const bucket =
      unit === 'total' ? '0' : unit === 'month' ? 'toStartOfMonth(at)' : `intDiv(toUInt32(at), ${units[unit]})`;
    const where = `org = ${estate.org} AND series IN (${series.join(',')})`;
    return {
      path: `${unit === 'total' ? getTrafficTotal.path : getTraffic.path}${query}`,
      statement: `SELECT ${bucket} AS b, sum(ins) AS ins, sum(outs) AS outs, sum(got) AS got FROM ${database}.quarter FINAL WHERE ${where} AND at >= ${from} AND at < ${to} GROUP BY b ORDER BY b`,
      inPostgres: `SELECT ${unit === 'total' ? '0' : `date_trunc('${unit}', at, 'UTC')`} AS b, sum(ins), sum(outs) FROM reading WHERE org = ${estate.org} AND series IN (${series.join(',')}) AND at >= to_timestamp(${from}) AND at < to_timestamp(${to}) GROUP BY 1 ORDER BY 1`,
    };
  };
  return [
    ...Array.from({ length: 12 }, (_, at) => question(1 + at * 7, 1, 'total', at % 3 === 0 ? 'zone' : 'location')),
    ...Array.from({ length: 6 }, (_, at) => question(7 * (1 + at), 7, 'hour', at % 3 === 0 ? 'zone' : 'location')),
    ...Array.from({ length: 4 }, (_, at) => question(30 * (1 + at), 30, 'day', 'location')),
    ...(['location', 'zone'] as const).map((of) => question(days, days, 'month', of)),
  ];
}

/** 18 days of two zones by the minute: the longest answer. */
function longQuestion({ zoneIds }: Estate) {
  const dates = { startDate: date(until - 19 * day), endDate: date(until - 2 * day) };
  const entityIds = zoneIds.slice(0, 2).join(',');
  const question = { entityType: 'zone', entityIds, relativeDate: 'custom', ...dates } as const;
  return { ...question, dateGroupings: 'minute(1)', limit: String(maximumRows) } as const;
}

/** Candidates take turns, so that other load on the machine affects all of them. By candidate and question. */
async function inTurn(
  mix: readonly Question[],
  candidates: Record<string, (question: Question) => Promise<unknown>>,
  rounds = 12,
): Promise<Record<string, number[][]>> {
  const times = Object.fromEntries(Object.keys(candidates).map((name) => [name, mix.map(() => [] as number[])]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, question] of mix.entries()) {
      for (const [name, ask] of Object.entries(candidates)) {
        const began = performance.now();
        await ask(question);
        if (round > 1) times[name]![at]!.push(performance.now() - began);
      }
    }
  }
  return times;
}

/** A hundred million readings with the index that these questions need. */
async function inPostgres(
  { postgres }: Product,
  { org, series }: Estate,
  mix: readonly Question[],
  say: (line: string) => void,
) {
  const client = new PostgresClient(postgres);
  await client.connect();
  try {
    const began = performance.now();
    await client.query('CREATE UNLOGGED TABLE reading (org int4, series int4, at timestamptz, ins int4, outs int4)');
    // The organization twice: with neighbors in the table.
    for (const each of [org, -1]) {
      for (const one of series) {
        await client.query(
          `INSERT INTO reading SELECT $1, $2, at, 2 + (random() * 4)::int, 2 + (random() * 4)::int
           FROM generate_series(to_timestamp($3), to_timestamp($4) - interval '1 minute', interval '1 minute') AS at`,
          [each, one, until - days * day, until],
        );
      }
    }
    await client.query('CREATE INDEX ON reading (org, series, at) INCLUDE (ins, outs)');
    await client.query('VACUUM ANALYZE reading');
    const { rows } = await client.query<{ n: string }>('SELECT count(*) AS n FROM reading');
    say(`${rows[0]?.n} rows in PostgreSQL in ${Math.round((performance.now() - began) / 1000)} s`);
    return await inTurn(mix, { postgres: ({ inPostgres: text }) => client.query(text) }, 5);
  } finally {
    await client.query('DROP TABLE IF EXISTS reading');
    await client.end();
  }
}

/** Megabytes that the server takes more while it answers, at the highest. */
async function extraMemory({ process: server }: Product, ask: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 5; warm += 1) await ask();
  const before = await residentOf(server.pid);
  let highest = before;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      highest = Math.max(highest, await residentOf(server.pid));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  for (let time = 0; time < 5; time += 1) await ask();
  isOver = true;
  await watching;
  return Math.round((highest - before) / 1024);
}

/** Kilobytes. */
async function residentOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

const half = (times: readonly number[]) => percentile(times, 0.5);
const middle = (values: readonly number[]) => rounded(percentile(values, 0.5));
const rounded = (value: number) => Math.round(value * 100) / 100;
const date = (instant: number) => new Date(instant * 1000).toISOString().slice(0, 10);
