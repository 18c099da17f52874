import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { startEngines } from '@atrium/engines/engines';
import { socketAgent } from '@atrium/engines/socket-agent';
import { sharedTestEngines, type TestEngines } from '@atrium/engines/testing';
import { openFacts } from '@atrium/facts/facts';
import type { Facts } from '@atrium/facts/facts-interface';
import { openMaintenance } from '@atrium/facts/maintenance';
import { FactsUnavailable } from '@atrium/facts/errors';
import { packVer } from '@atrium/facts/version';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type App } from '../src/app/app.ts';
import { openRegistry } from '../src/registry/registry.ts';
import { createDamageWatch, type DamageWatch } from '../src/stores/damage.ts';
import { nodeId } from '../src/stores/node-id.ts';
import { openStores } from '../src/stores/stores.ts';

type Postgres = TestEngines['postgres'];
type ClickHouse = Awaited<ReturnType<TestEngines['createClickHouseDatabase']>>['address'];

let engines: TestEngines;
const closing: (() => Promise<unknown>)[] = [];
const now = new Date('2026-11-15T12:00:00Z');
const [dayBefore, day] = [Date.UTC(2026, 8, 10) / 1000, Date.UTC(2026, 9, 10) / 1000];

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
  await countMinutes(app, [day]);
  await app.close();
  return stores;
}

async function countMinutes(app: App, days: readonly number[]): Promise<void> {
  await app.registry.owner.query(`SELECT setval(pg_get_serial_sequence('organization', 'fact_org'), 5);
    SELECT setval(pg_get_serial_sequence('series', 'series_id'), 9);
    INSERT INTO inbox_applied (applied_at, seqs, days) VALUES ('2026-11-15T11:00:00Z', '{}', '{}')`);
  for (const from of days) {
    await app.facts.append(minutes(from, 1440));
    await app.facts.rebuild(5, [9], from, from + 86_400);
  }
}

interface Own {
  readonly postgres: Postgres;
  readonly facts: ClickHouse;
}

/** Separate engines, so that their files can be damaged while they are stopped. */
async function serving<T>(folder: string, work: (own: Own) => Promise<T>): Promise<T> {
  const own = await startEngines({ dataDir: folder, durable: false, onLog: () => {} });
  try {
    return await work({ postgres: own.postgres, facts: { ...own.clickhouse, database: 'atrium' } });
  } finally {
    await own.stop();
  }
}

async function partOf(folder: string, table: string, month: string): Promise<string> {
  const definition = await readFile(join(folder, `clickhouse/metadata/atrium/${table}.sql`), 'utf8');
  const [, id = ''] = /UUID '([0-9a-f-]+)'/.exec(definition) ?? [];
  const files = join(folder, 'clickhouse/store', id.slice(0, 3), id);
  const part = (await readdir(files)).find((name) => name.startsWith(`${month}_`));
  return join(files, part ?? 'missing');
}

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  await writeFile(file, bytes);
}

async function garble(file: string): Promise<void> {
  await writeFile(file, Buffer.alloc((await readFile(file)).length, 0xff));
}

function countAgain(facts: Facts): Promise<void> {
  return facts.append(minutes(day, 1440));
}

async function isComplete(app: App): Promise<void> {
  const [sums] = await app.facts.sums({ org: 5, series: [9], from: dayBefore, to: day + 86_400 });
  expect(sums?.ins).toBe(28_800);
}

async function empty(part: string): Promise<void> {
  for (const name of await readdir(part)) await truncate(join(part, name), 0);
}

async function sumOf(app: App, from: number): Promise<number | undefined> {
  const members = [{ series: 9, from: 0, to: 2 ** 31, key: 1, wIn: 1, wOut: 1 }];
  const slices = [{ edges: [from, from + 86_400], members }];
  return (await app.facts.aggregate({ org: 5, slices, freshFrom: day + 30 * 86_400, marks: [] })).ins[0];
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

/** As `npm run doctor` continues with an older registry: what comes now must count later than what the readings have. */
async function acceptOlder(address: Postgres, store: ClickHouse): Promise<void> {
  const own = openFacts(store);
  await own.append(minutes(dayBefore, 60, 5000n));
  await own.close();
  const registry = openRegistry(address);
  const care = openMaintenance(store);
  const accept = new Set(['registry-older'] as const);
  const stores = await openStores({ registry, care, clock: () => now, log: pino({ level: 'silent' }), accept });
  await stores.begin();
  const { rows } = await registry.owner.query<{ seq: string }>(`SELECT nextval('inbox_seq') AS seq`);
  expect(rows).toEqual([{ seq: '5001' }]);
  await stores.stop();
  await care.close();
  await registry.close();
}

/** As on a read-only disk: damaged files stay where they are, and query after query fails because of them. */
async function lookWhereNothingCanBeMoved({ postgres: address, facts: store }: Own) {
  const registry = openRegistry(address);
  const care = openMaintenance(store);
  const logged: string[] = [];
  const tell = (_detail: object, message: string) => void logged.push(message);
  const log = { debug: () => {}, info: () => {}, warn: tell, error: tell };
  let [checks, refused] = [0, 0];
  const watch = createDamageWatch({
    registry,
    care: {
      ...care,
      check: async (table, part) => {
        if (table === 'minute' && part.startsWith('202609_')) checks += 1;
        return care.check(table, part);
      },
      detach: async () => {
        refused += 1;
        throw new FactsUnavailable();
      },
    },
    clock: () => now,
    log,
  });
  await watch.look({ atStart: true });
  const first = checks;
  for (let question = 0; question < 5; question += 1) {
    watch.suspect();
    await watch.look({});
  }
  await watch.stop();
  await care.close();
  await registry.close();
  return { read: { first, ofAllQuestions: checks }, refused, logged };
}

/** As before there were hours. */
async function takeHoursAway({ postgres: address, facts: { socketPath, database } }: Own): Promise<void> {
  const registry = openRegistry(address);
  await registry.owner.query(`UPDATE store_generation SET parts =
    (SELECT jsonb_agg(part) FROM jsonb_array_elements(parts) part WHERE part->>0 NOT LIKE 'hour%')`);
  await registry.close();
  const client = createClient({ url: 'http://localhost', http_agent: socketAgent(socketPath ?? '') });
  for (const table of ['hour', 'hours_made']) await client.command({ query: `DROP TABLE ${database}.${table} SYNC` });
  await client.command({
    query: `ALTER TABLE ${database}.schema_version DELETE WHERE version > 6 SETTINGS mutations_sync = 1`,
  });
  await client.close();
}

async function hoursIn(address: ClickHouse) {
  const care = openMaintenance(address);
  const months = await care.monthsWithoutHours();
  await care.close();
  const client = createClient({ url: 'http://localhost', http_agent: socketAgent(address.socketPath ?? '') });
  const query = `SELECT toUInt32(count()) AS hours FROM ${address.database}.hour FINAL`;
  const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ hours: number }>();
  await client.close();
  return { months, hours: row?.hours };
}

const refuseToMove = () => Promise.reject(new FactsUnavailable());

/** A watch that sets nothing aside. */
async function withoutMoving({ postgres: address, facts }: Own, work: (watch: DamageWatch) => Promise<void>) {
  const registry = openRegistry(address);
  const care = openMaintenance(facts);
  const own = openFacts(facts);
  await own.migrate();
  const log = pino({ level: 'silent' });
  const watch = createDamageWatch({ registry, care: { ...care, detach: refuseToMove }, clock: () => now, log });
  await work(watch);
  await watch.stop();
  await Promise.all([own.close(), care.close(), registry.close()]);
}

async function namesOf(app: App): Promise<string[]> {
  return (await app.stores.damage()).map(({ table, month }) => `${table} ${month}`).toSorted();
}

describe('[I46] the registry and the readings belong together', () => {
  it('refuses a new registry with old readings, lost readings, and the readings of another installation', async () => {
    const [one, other] = [await counted(), await counted()];
    await expect(start(await postgres(), one.facts)).rejects.toThrow('the registry was lost');
    await expect(start(one.registry, await clickhouse())).rejects.toThrow('The readings (ClickHouse) are gone');
    await expect(start(one.registry, other.facts)).rejects.toThrow('two different installations');
    const app = await start(one.registry, one.facts);
    expect(await app.stores.damage()).toEqual([]);
    await app.close();
  });
});

describe('[I47] an older copy of a store is detected', () => {
  it('refuses a registry older than its readings; once accepted, it numbers on above theirs', async () => {
    const { registry, facts } = await counted();
    const copy = await engines.createDatabase();
    closing.push(copy.drop);
    const name = `${copy.address.database}_copy`;
    const owner = await start(await postgres(), await clickhouse());
    await owner.registry.owner.query(`CREATE DATABASE ${name} TEMPLATE ${registry.database}`);
    await (await start(registry, facts)).close();
    await expect(start({ ...registry, database: name }, facts)).rejects.toThrow('it is an older copy');
    await acceptOlder({ ...registry, database: name }, facts);
    await owner.registry.owner.query(`DROP DATABASE ${name}`);
    await owner.close();
  });
});

describe('[I49] [I50] [I62] files that were lost or cannot be read', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atrium-stores-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    await serving(folder, async (own) => {
      const app = await start(own.postgres, own.facts);
      await countMinutes(app, [dayBefore, day]);
      await app.close();
    });
    await rm(await partOf(folder, 'minute', '202610'), { recursive: true });
    await flip(join(await partOf(folder, 'minute', '202609'), 'data.bin'));
  });

  it('are logged once and set aside, and good quarters are not recomputed from the remains', async () => {
    await serving(folder, async (own) => {
      const { read, refused, logged } = await lookWhereNothingCanBeMoved(own);
      expect(read).toEqual({ first: 1, ofAllQuestions: 1 });
      expect(refused).toBeGreaterThan(1);
      expect(logged).toEqual([
        'Files of readings are damaged',
        'Files of readings are damaged',
        'Damaged files of readings could not be set aside',
      ]);

      const app = await start(own.postgres, own.facts);
      const months = (await app.stores.damage()).map(({ table, month, rows }) => ({ table, month, rows }));
      expect(months.toSorted((a, b) => (a.month ?? '').localeCompare(b.month ?? ''))).toEqual([
        { table: 'minute', month: '2026-09', rows: 1440 },
        { table: 'minute', month: '2026-10', rows: 1440 },
      ]);
      await app.facts.append(minutes(day + 3600, 1, 2n));
      await app.facts.recompute(5, [{ series: 9, day }], { keepFuller: true });
      expect([await sumOf(app, day), await sumOf(app, dayBefore)]).toEqual([14_400, 14_400]);
      await app.close();
    });
  });
});

describe('[I311] hours whose files or those of their quarters cannot be read', () => {
  it('do not keep a store from being upgraded, nor from starting', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-hours-'));
    closing.push(() => rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));
    await serving(folder, async (own) => {
      const app = await start(own.postgres, own.facts);
      await countMinutes(app, [dayBefore, day]);
      await app.close();
      await takeHoursAway(own);
    });
    await garble(join(await partOf(folder, 'quarter', '202609'), 'data.bin'));
    await serving(folder, async (own) => {
      await withoutMoving(own, async (watch) => watch.look({ atStart: true }));
      const app = await start(own.postgres, own.facts);
      expect(await namesOf(app)).toEqual(['quarter 2026-09']);
      expect(await sumOf(app, day)).toBe(14_400);
      await app.facts.rebuild(5, [9], dayBefore, dayBefore + 86_400);
      expect(await sumOf(app, dayBefore)).toBe(14_400);
      expect(await hoursIn(own.facts)).toEqual({ months: [], hours: 48 });
      await app.close();
    });

    for (const table of ['minute', 'quarter', 'hour']) {
      await garble(join(await partOf(folder, table, '202610'), 'data.bin'));
    }
    await flip(join(await partOf(folder, 'hour', '202609'), 'data.bin'));
    await serving(folder, async (own) => {
      await withoutMoving(own, async (watch) => watch.look({ atStart: true }));
      const app = await start(own.postgres, own.facts);
      expect(await namesOf(app)).toEqual([
        'hour 2026-09',
        'hour 2026-10',
        'minute 2026-10',
        'quarter 2026-09',
        'quarter 2026-10',
      ]);
      expect([await sumOf(app, dayBefore), await sumOf(app, day)]).toEqual([14_400, undefined]);
      expect(await hoursIn(own.facts)).toEqual({ months: [], hours: 24 });
      await app.close();
    });
  }, 240_000);
});

describe('[I249] files that were never finished, because the disk was full', () => {
  it('are not damage, unlike known ones, even when their number is used again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-unfinished-'));
    closing.push(() => rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));
    const found = (work: (app: App) => Promise<void>, afterwards: (facts: Facts) => Promise<void> = async () => {}) =>
      serving(folder, async (own) => {
        const app = await start(own.postgres, own.facts);
        const damage = (await app.stores.damage()).map(({ table, month }) => `${table} ${month}`);
        await work(app);
        await app.close();
        const facts = openFacts(own.facts);
        await afterwards(facts);
        await facts.close();
        return damage;
      });
    await found((app) => countMinutes(app, [dayBefore]), countAgain);
    const unfinished = await partOf(folder, 'minute', '202610');
    await empty(unfinished);
    await empty(await partOf(folder, 'quarter', '202609'));

    const known = ['quarter 2026-09'];
    expect(await found((app) => countAgain(app.facts))).toEqual(known);
    expect(await partOf(folder, 'minute', '202610')).toBe(unfinished);
    expect(await found(isComplete)).toEqual(known);
  }, 180_000);
});

describe('[I48] a node is identified by its data folder', () => {
  it('keeps its id, and ignores a damaged one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-node-'));
    const id = await nodeId(folder);
    expect(await nodeId(folder)).toBe(id);
    expect(await Promise.all([nodeId(folder), nodeId(folder)])).toEqual([id, id]);
    await rm(folder, { recursive: true });
  });
});
