import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { socketAgent } from '@atrium/engines/socket-agent';
import { sharedTestEngines, type TestEngines } from '@atrium/engines/testing';
import { openMaintenance } from '@atrium/facts/maintenance';
import { packVer } from '@atrium/facts/version';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type App } from '../src/app/app.ts';
import { openRegistry } from '../src/registry/registry.ts';

const [september, october] = [Date.UTC(2026, 8, 10) / 1000, Date.UTC(2026, 9, 10) / 1000];
const closing: (() => Promise<unknown>)[] = [];
let postgres: TestEngines['postgres'];
let clickhouse: Awaited<ReturnType<TestEngines['createClickHouseDatabase']>>['address'];
let client: ClickHouseClient;

beforeAll(async () => {
  const engines = await sharedTestEngines();
  const [registry, facts] = [await engines.createDatabase(), await engines.createClickHouseDatabase()];
  [postgres, clickhouse] = [registry.address, facts.address];
  client = createClient({ url: 'http://localhost', http_agent: socketAgent(clickhouse.socketPath ?? '') });
  closing.push(registry.drop, facts.drop, () => client.close());
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

function start(): Promise<App> {
  return buildApp({
    config: { publicUrl: undefined, trustedProxies: [], secretKey: Buffer.alloc(32, 1).toString('base64') },
    filesFolder: join(tmpdir(), 'atrium-no-files'),
    postgres,
    clickhouse,
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
  });
}

async function countDay(app: App, from: number): Promise<void> {
  const ver = packVer({ rank: 'final', seq: 1n, generation: 1 });
  const minutes = Array.from({ length: 1440 }, (_, i) => ({ at: from + i * 60, span: 60, ins: 10, outs: 0 }));
  await app.facts.append(minutes.map((each) => ({ org: 5, series: 9, ver, gone: 0 as const, flags: 0, ...each })));
  await app.facts.rebuild(5, [9], from, from + 86_400);
}

async function sums(app: App): Promise<number[]> {
  const slices = [september, october].map((from, key) => ({
    edges: [from, from + 86_400],
    members: [{ series: 9, from: 0, to: 2 ** 31, key, wIn: 1, wOut: 1 }],
  }));
  const { ins } = await app.facts.aggregate({ org: 5, slices, freshFrom: october + 30 * 86_400, marks: [] });
  return [...ins];
}

/** As if it had not been stopped, and as if the files of hours had not reached the disk. */
async function crashed(): Promise<void> {
  const registry = openRegistry(postgres);
  await registry.owner.query('UPDATE store_generation SET ended = false');
  await registry.close();
  await client.command({
    query: `ALTER TABLE ${clickhouse.database}.hour DELETE WHERE 1 SETTINGS mutations_sync = 1`,
  });
}

async function hoursStored(): Promise<number> {
  const query = `SELECT toUInt32(count()) AS hours FROM ${clickhouse.database}.hour FINAL`;
  const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ hours: number }>();
  return row?.hours ?? 0;
}

it('[I314] hours that a crash took are not missed, nor what was said of them shortly before', async () => {
  const app = await start();
  await app.registry.owner.query(`SELECT setval(pg_get_serial_sequence('organization', 'fact_org'), 5);
    SELECT setval(pg_get_serial_sequence('series', 'series_id'), 9)`);
  for (const day of [september, october]) await countDay(app, day);
  expect(await sums(app)).toEqual([14_400, 14_400]);
  // The hours of one month were just made; those of the other were just set aside, and that they are gone was not kept.
  const care = openMaintenance(clickhouse);
  await care.forgetHours('202609');
  await care.remakeHours('202609');
  await care.close();
  await app.registry.owner.query(`INSERT INTO store_damage ("table", partition, part, reason, rows, found_at)
    VALUES ('hour', '202610', '202610_1_1_0', 'set_aside', 24, now())`);
  await app.close();
  await crashed();

  const again = await start();
  expect(await sums(again)).toEqual([14_400, 14_400]);
  expect(await hoursStored()).toBe(48);
  await again.close();
});
