import { tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bucketEdges } from '@atrium/calendar/groupings';
import { localDayStart, zoneOf } from '@atrium/calendar/zones';
import { startEngines } from '@atrium/engines/engines';
import { socketAgent } from '@atrium/engines/socket-agent';
import { aggregateStatement } from '@atrium/facts/aggregate-sql';
import type { Facts } from '@atrium/facts/facts-interface';
import { openFacts } from '@atrium/facts/facts';
import type { Question } from '@atrium/facts/question';
import { planReading } from '@atrium/facts/reading-plan';
import { schemaOf } from '@atrium/facts/schema';
import { packVer } from '@atrium/facts/version';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { Client as PostgresClient } from 'pg';
import { settle } from './settle.ts';

/**
 * The two most important queries, as ratios within one run, because machines differ: one zone over a month by the
 * minute against the same statement sent by hand and left unparsed, and an organization over a month by local day
 * against the same rows in PostgreSQL.
 */
export async function benchFacts(say: (line: string) => void): Promise<Figures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const engines = await startEngines({ dataDir, durable: true, onLog: () => {} });
  const facts = openFacts({ ...engines.clickhouse, database: DATABASE });
  const byHand = createClient({
    url: 'http://localhost',
    http_agent: socketAgent(engines.clickhouse.socketPath),
    request_timeout: 600_000,
    log: { level: ClickHouseLogLevel.OFF },
  });
  const postgres = new PostgresClient(engines.postgres);
  try {
    await postgres.connect();
    const rows = await fill(facts, say);
    await settle(byHand, say);
    const minuteGrain = await zoneByMinute(facts, byHand);
    say(`zone × 31 days × minute, ms: ${describe(minuteGrain)}`);
    const dayGrain = await organizationByDay(facts, byHand, postgres, say);
    say(`organization × 30 days × local day, ms: ${describe(dayGrain)}`);
    return { rows, minuteGrain, dayGrain };
  } finally {
    await Promise.allSettled([facts.close(), byHand.close(), postgres.end()]);
    await engines.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Milliseconds, the median of many. */
type Timings = Record<string, number>;

export interface Figures {
  rows: number;
  minuteGrain: Timings;
  dayGrain: Timings;
}

const DATABASE = 'bench';
const ORG = 1;
const SERIES = Array.from({ length: 100 }, (_, index) => index + 1);
const DAYS = 360;
const berlin = zoneOf('Europe/Berlin');
const START = Date.UTC(2025, 0, 1) / 1000;
const FROM = localDayStart(berlin, Date.UTC(2025, 2, 10) / 1000);
const MINUTES_ONLY = { org: ORG, freshFrom: 0, marks: [] };

async function fill(facts: Facts, say: (line: string) => void): Promise<number> {
  await facts.migrate();
  const hours = Array.from({ length: 24 }, (_, hour) => (hour < 7 || hour > 21 ? 20 : 600 + 90 * (hour % 6)));
  const curves = [{ ins: hours, outs: hours.toReversed() }];
  const ver = packVer({ rank: 'history', seq: 1n, generation: 0 });
  const began = performance.now();
  let rows = 0;
  for (const series of SERIES) {
    const stretches = Array.from({ length: DAYS }, (_, day) => {
      const from = START + day * 86_400;
      return { from, to: from + 86_400, offset: 3600, curve: 0, factor: 700 + ((day * 37) % 600) };
    });
    rows += await facts.appendFrom({ org: ORG, series, ver, seed: series * 7919, curves, stretches, gaps: [] });
  }
  say(`${rows} minutes in ${seconds(began)} s`);
  const then = performance.now();
  await facts.rebuild(ORG, SERIES, FROM - 86_400, FROM + 40 * 86_400);
  say(`quarters of ${SERIES.length * 41} days in ${seconds(then)} s`);
  return rows;
}

async function zoneByMinute(facts: Facts, byHand: ClickHouseClient): Promise<Timings> {
  const edges = bucketEdges(berlin, FROM, FROM + 31 * 86_400, 'minute', 1);
  const question = { ...MINUTES_ONLY, slices: [{ edges, members: [member(7)] }] };
  const same = statement(question);
  const plain = `SELECT at, ins, outs FROM ${DATABASE}.minute FINAL WHERE org = ${ORG} AND series = 7 AND at >= ${FROM} AND at < ${FROM + 31 * 86_400}`;
  return medians({
    ours: async () => {
      const { keys } = await facts.aggregate(question);
      if (keys.length !== edges.length - 1) throw new Error(`expected ${edges.length - 1} minutes, got ${keys.length}`);
    },
    sameStatement: () => unparsed(byHand, same),
    plainStatement: () => unparsed(byHand, plain),
  });
}

async function organizationByDay(
  facts: Facts,
  byHand: ClickHouseClient,
  postgres: PostgresClient,
  say: (line: string) => void,
): Promise<Timings> {
  const edges = bucketEdges(berlin, FROM, localDayStart(berlin, FROM + 30 * 86_400 + 7200), 'day');
  const slices = [{ edges, members: SERIES.map((series) => member(series)) }];
  const [from, to] = [edges[0]!, edges.at(-1)!];
  const began = performance.now();
  const copied = await copyToPostgres(byHand, postgres);
  say(`${copied} rows to PostgreSQL in ${seconds(began)} s`);
  const truth = await facts.aggregate({ ...MINUTES_ONLY, slices });
  // The fastest known way to cut local days in PostgreSQL: date_trunc with a zone takes several times as long.
  const inPostgres = () =>
    postgres.query<{ ins: string; outs: string }>(
      `SELECT width_bucket(at, $3::timestamptz[]) AS day, sum(ins) AS ins, sum(outs) AS outs
       FROM reading WHERE org = $1 AND zone = ANY($2) AND at >= to_timestamp($4) AND at < to_timestamp($5) GROUP BY 1 ORDER BY 1`,
      [ORG, SERIES, edges.map((edge) => new Date(edge * 1000).toISOString()), from, to],
    );
  const theirs = (await inPostgres()).rows.map(({ ins, outs }) => [Number(ins), Number(outs)]);
  const ours = Array.from(truth.ins, (ins, at) => [ins, truth.outs[at]]);
  if (JSON.stringify(theirs) !== JSON.stringify(ours)) throw new Error('PostgreSQL and ClickHouse disagree');
  return medians({
    minutes: () => facts.aggregate({ ...MINUTES_ONLY, slices }),
    quarters: () =>
      facts.aggregate({ ...MINUTES_ONLY, freshFrom: FROM + 29 * 86_400 - ((FROM + 29 * 86_400) % 86_400), slices }),
    postgres: inPostgres,
  });
}

/** All of them, as in ClickHouse: a smaller table would be scanned without its index. */
async function copyToPostgres(byHand: ClickHouseClient, postgres: PostgresClient): Promise<number> {
  await postgres.query('CREATE TABLE reading (org int4, zone int4, at timestamptz, ins int4, outs int4)');
  let copied = 0;
  for (const series of SERIES) {
    for (let day = 0; day < DAYS; day += 90) {
      const from = START + day * 86_400;
      const answer = await byHand.query({
        query: `SELECT groupArray(toUInt32(at)), groupArray(ins), groupArray(outs) FROM ${DATABASE}.minute FINAL WHERE org = ${ORG} AND series = ${series} AND at >= ${from} AND at < ${from + 90 * 86_400}`,
        format: 'JSONCompactEachRow',
      });
      const [columns] = await answer.json<[number[], number[], number[]]>();
      if (!columns) throw new Error(`no rows of series ${series}`);
      await postgres.query(
        `INSERT INTO reading SELECT $1, $2, to_timestamp(at), ins, outs FROM unnest($3::float8[], $4::int4[], $5::int4[]) AS rows (at, ins, outs)`,
        [ORG, series, ...columns],
      );
      copied += columns[0].length;
    }
  }
  await postgres.query('CREATE INDEX ON reading (org, zone, at)');
  await postgres.query('VACUUM ANALYZE reading');
  return copied;
}

function member(series: number) {
  return { series, from: 0, to: 2 ** 32, key: 0, wIn: 1, wOut: 1 };
}

function statement(question: Question): string {
  return aggregateStatement(schemaOf({ database: DATABASE }).tables, planReading(question), new Map()).sql.text;
}

async function unparsed(byHand: ClickHouseClient, query: string): Promise<void> {
  const answer = await byHand.query({ query, format: 'JSONCompactEachRow' });
  await answer.text();
}

/** The candidates take turns, so that other load on the machine affects all of them. */
async function medians(candidates: Record<string, () => Promise<unknown>>): Promise<Timings> {
  const names = Object.keys(candidates);
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < 25; round += 1) {
    for (const name of names) {
      const began = performance.now();
      await candidates[name]!();
      if (round >= 5) times.get(name)!.push(performance.now() - began);
    }
  }
  return Object.fromEntries(
    names.map((name) => {
      const sorted = times.get(name)!.toSorted((a, b) => a - b);
      return [name, Math.round(sorted[Math.floor(sorted.length / 2)]! * 10) / 10];
    }),
  );
}

function describe(timings: Timings): string {
  const [first = 1] = Object.values(timings);
  return Object.entries(timings)
    .map(([name, time]) => `${name} ${time} (${(time / first).toFixed(2)} ×)`)
    .join(' · ');
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
