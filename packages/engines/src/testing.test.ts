import { createClient } from '@clickhouse/client';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestEngines, type TestEngines } from './testing.ts';
import type { PostgresAddress } from './messages.ts';
import { socketAgent } from './socket-agent.ts';

let engines: TestEngines;
const drops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  engines = await sharedTestEngines();
});

afterAll(async () => {
  await Promise.all(drops.map((drop) => drop()));
});

it('gives every test a PostgreSQL database of its own, sorted by the builtin locale', async () => {
  const [one, two] = await Promise.all([engines.createDatabase(), engines.createDatabase()]);
  drops.push(one.drop, two.drop);
  await ask(one.address, 'CREATE TABLE only_here (id int)');
  await expect(ask(two.address, 'SELECT * FROM only_here')).rejects.toMatchObject({ code: '42P01' });
  const locale =
    'SELECT datlocprovider::text AS provider, datlocale AS locale FROM pg_database WHERE datname = current_database()';
  expect(await ask(one.address, locale)).toEqual([{ provider: 'b', locale: 'C.UTF-8' }]);
});

it('builds a template once for all concurrent callers', async () => {
  let builds = 0;
  const template = {
    name: 'testing.test',
    build: async (database: PostgresAddress) => {
      builds += 1;
      await ask(database, 'CREATE TABLE thing AS SELECT 7 AS id');
    },
  };
  const copies = await Promise.all([1, 2, 3].map(() => engines.createDatabase(template)));
  drops.push(...copies.map((copy) => copy.drop));
  for (const copy of copies) expect(await ask(copy.address, 'SELECT id FROM thing')).toEqual([{ id: 7 }]);
  expect(builds).toBe(1);
});

it('gives every test a ClickHouse database of its own', async () => {
  const [one, two] = await Promise.all([engines.createClickHouseDatabase(), engines.createClickHouseDatabase()]);
  drops.push(one.drop, two.drop);
  const client = (database: string) =>
    createClient({ url: 'http://clickhouse', database, http_agent: socketAgent(engines.clickhouse.socketPath) });
  const here = client(one.address.database);
  const there = client(two.address.database);
  await here.command({ query: 'CREATE TABLE only_here (id UInt8) ENGINE = Memory' });
  const tables = async (from: typeof here) =>
    (await from.query({ query: 'SHOW TABLES', format: 'TabSeparated' })).text();
  expect(await tables(here)).toBe('only_here\n');
  expect(await tables(there)).toBe('');
  await Promise.all([here.close(), there.close()]);
});

async function ask(address: PostgresAddress, sql: string): Promise<unknown[]> {
  const client = new Client(address);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
