import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { socketAgent } from '@atrium/engines/socket-agent';
import { sharedTestEngines, type TestEngines } from '@atrium/engines/testing';
import { packVer } from '@atrium/facts/ver';
import { createClient } from '@clickhouse/client';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type App } from '../src/app/app.ts';
import { nodeId } from '../src/stores/node-id.ts';

type Postgres = TestEngines['postgres'];
type ClickHouse = Awaited<ReturnType<TestEngines['createClickHouseDatabase']>>['address'];

let engines: TestEngines;
const closing: (() => Promise<unknown>)[] = [];
const now = new Date('2026-11-15T12:00:00Z');
const day = Date.UTC(2026, 9, 10) / 1000;

beforeAll(async () => {
  engines = await sharedTestEngines();
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

async function postgres(): Promise<Postgres> {
  const { address, drop } = await engines.createDatabase();
  closing.push(drop);
  return address;
}

async function clickhouse(): Promise<ClickHouse> {
  const { address, drop } = await engines.createClickHouseDatabase();
  closing.push(drop);
  return address;
}

function start(registry: Postgres, facts: ClickHouse): Promise<App> {
  return buildApp({
    config: { publicUrl: undefined, trustedProxies: [], secretKey: Buffer.alloc(32, 1).toString('base64') },
    filesFolder: join(tmpdir(), 'atrium-no-files'),
    postgres: registry,
    clickhouse: facts,
    clock: () => now,
    log: pino({ level: 'silent' }),
  });
}

/** An installation that has counted a day of an organization, and was stopped. */
async function counted() {
  const stores = { registry: await postgres(), facts: await clickhouse() };
  const app = await start(stores.registry, stores.facts);
  await app.registry.owner.query(`SELECT setval(pg_get_serial_sequence('organization', 'fact_org'), 5);
    SELECT setval(pg_get_serial_sequence('series', 'series_id'), 9);
    INSERT INTO inbox_applied (applied_at, seqs, days) VALUES ('2026-11-15T11:00:00Z', '{}', '{}')`);
  await app.facts.append(minutes(day, 1440));
  await app.facts.rebuild(5, [9], day, day + 86_400);
  await app.close();
  return stores;
}

function minutes(from: number, count: number, seq = 1n) {
  return Array.from({ length: count }, (_, i) => ({
    org: 5,
    series: 9,
    at: from + i * 60,
    span: 60,
    ins: 10,
    outs: 0,
    ver: packVer({ rank: 'final', seq, generation: 1 }),
    gone: 0 as const,
    flags: 0,
  }));
}

async function statement<Row = unknown>(facts: ClickHouse, query: string): Promise<Row[]> {
  const client = createClient({ http_agent: socketAgent(facts.socketPath), database: facts.database });
  try {
    if (!query.startsWith('SELECT')) {
      await client.command({ query });
      return [];
    }
    return await (await client.query({ query, format: 'JSONEachRow' })).json<Row>();
  } finally {
    await client.close();
  }
}

describe('[I46] the registry and the readings know each other', () => {
  it('refuses a new registry beside old readings, lost readings, and the readings of somebody else', async () => {
    const [one, other] = [await counted(), await counted()];
    await expect(start(await postgres(), one.facts)).rejects.toThrow('the registry was lost');
    await expect(start(one.registry, await clickhouse())).rejects.toThrow('The readings (ClickHouse) are gone');
    await expect(start(one.registry, other.facts)).rejects.toThrow('two different installations');
    const app = await start(one.registry, one.facts);
    expect(await app.stores.damage()).toEqual([]);
    await app.close();
  });
});

describe('[I47] an older copy of a store is noticed', () => {
  it('refuses a registry older than its readings', async () => {
    const { registry, facts } = await counted();
    const copy = await engines.createDatabase();
    closing.push(copy.drop);
    const name = `${copy.address.database}_copy`;
    const owner = await start(await postgres(), await clickhouse());
    await owner.registry.owner.query(`CREATE DATABASE ${name} TEMPLATE ${registry.database}`);
    await (await start(registry, facts)).close();
    await expect(start({ ...registry, database: name }, facts)).rejects.toThrow('it is an older copy');
    await owner.registry.owner.query(`DROP DATABASE ${name}`);
    await owner.close();
  });
});

describe('[I49] [I50] files that were lost', () => {
  it('are named, and good quarters are not made again from what is left', async () => {
    const { registry, facts } = await counted();
    const [part] = await statement<{ path: string }>(
      facts,
      `SELECT path FROM system.parts WHERE active AND database = '${facts.database}' AND table = 'minute'`,
    );
    await statement(facts, 'DETACH TABLE minute SYNC');
    await rm(part?.path ?? '', { recursive: true });
    await statement(facts, 'ATTACH TABLE minute');

    const app = await start(registry, facts);
    expect(await app.stores.damage()).toMatchObject([{ table: 'minute', month: '2026-10', rows: 1440 }]);
    await app.facts.append(minutes(day + 3600, 1, 2n));
    await app.facts.recompute(5, [{ series: 9, day }], { keepFuller: true });
    const members = [{ series: 9, from: 0, to: 2 ** 31, key: 1, wIn: 1, wOut: 1 }];
    const slices = [{ edges: [day, day + 86_400], members }];
    const answer = await app.facts.aggregate({ org: 5, slices, freshFrom: day + 30 * 86_400, marks: [] });
    expect([...answer.ins]).toEqual([14_400]);
    await app.close();
  });
});

describe('[I48] a node is known by its data folder', () => {
  it('keeps its id, and takes a damaged one for none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-node-'));
    const id = await nodeId(folder);
    expect(await nodeId(folder)).toBe(id);
    expect(await Promise.all([nodeId(folder), nodeId(folder)])).toEqual([id, id]);
    await rm(folder, { recursive: true });
  });
});
