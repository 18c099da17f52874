/**
 * Deletes, truncates and swaps files of either store, one way after another, and restarts the server: never another
 * tenant's number, never a wrong number without a mark, never a good copy destroyed. Run by hand, because it takes a
 * while: npx tsx apps/server/test/damage-campaign.ts [pattern of names]
 */
import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngines } from '@atrium/engines/engines';
import { FactsError } from '@atrium/facts/errors';
import { packVer } from '@atrium/facts/version';
import { pino } from 'pino';
import { buildApp, type App } from '../src/app/app.ts';
import { createSecrets } from '../src/accounts/secrets.ts';
import { nodeId } from '../src/stores/node-id.ts';
import { createEstate } from './estate.ts';

const days = [Date.UTC(2026, 8, 10), Date.UTC(2026, 9, 10)].map((at) => at / 1000);
const perDay = 14_400;
const log = pino({ level: 'silent' });

interface Way {
  readonly name: string;
  /** The store that must stay unchanged when the start is refused. */
  readonly sound: 'postgres' | 'clickhouse';
  readonly damage: (folder: string, other: string) => Promise<unknown>;
}

const ways: Way[] = [
  { name: 'postgres/ deleted', sound: 'clickhouse', damage: (f) => drop(f, 'postgres') },
  { name: 'clickhouse/ deleted', sound: 'postgres', damage: (f) => drop(f, 'clickhouse') },
  { name: 'everything but clickhouse/ deleted', sound: 'clickhouse', damage: (f) => dropAllBut(f, 'clickhouse') },
  { name: 'everything but postgres/ deleted', sound: 'postgres', damage: (f) => dropAllBut(f, 'postgres') },
  { name: 'postgres/ of another installation', sound: 'clickhouse', damage: (f, o) => exchange(f, o, 'postgres') },
  { name: 'clickhouse/ of another installation', sound: 'postgres', damage: (f, o) => exchange(f, o, 'clickhouse') },
  { name: 'postgres/ an older copy', sound: 'clickhouse', damage: (f) => older(f, 'postgres') },
  { name: 'clickhouse/ an older copy', sound: 'postgres', damage: (f) => older(f, 'clickhouse') },
  { name: 'node id deleted', sound: 'postgres', damage: (f) => drop(f, 'node-id') },
  { name: 'minute: a part deleted', sound: 'postgres', damage: async (f) => rm(await partOf(f, 'minute'), all) },
  { name: 'quarter: a part deleted', sound: 'postgres', damage: async (f) => rm(await partOf(f, 'quarter'), all) },
  { name: 'hour: a part deleted', sound: 'postgres', damage: async (f) => rm(await partOf(f, 'hour'), all) },
  { name: 'minute: all parts deleted', sound: 'postgres', damage: (f) => dropParts(f, 'minute') },
  { name: 'quarter: all parts deleted', sound: 'postgres', damage: (f) => dropParts(f, 'quarter') },
  { name: 'hour: all parts deleted', sound: 'postgres', damage: (f) => dropParts(f, 'hour') },
  { name: 'generation: all parts deleted', sound: 'postgres', damage: (f) => dropParts(f, 'generation') },
  ...(['minute', 'quarter', 'hour'] as const).flatMap((table): Way[] => [
    {
      name: `${table}: bytes flipped in data`,
      sound: 'postgres',
      damage: (f) => flip(f, table, /^data\.bin$|^ins\.bin$/),
    },
    {
      name: `${table}: bytes flipped in the range of times`,
      sound: 'postgres',
      damage: (f) => flip(f, table, /^minmax/),
    },
    { name: `${table}: data cut short`, sound: 'postgres', damage: (f) => cut(f, table, /\.bin$/, 3) },
    { name: `${table}: marks cut short`, sound: 'postgres', damage: (f) => cut(f, table, /mrk/, 3) },
    { name: `${table}: data of no length`, sound: 'postgres', damage: (f) => cut(f, table, /\.bin$/, 0) },
    { name: `${table}: checksums deleted`, sound: 'postgres', damage: (f) => remove(f, table, /^checksums/) },
    { name: `${table}: index deleted`, sound: 'postgres', damage: (f) => remove(f, table, /^primary/) },
    {
      name: `${table}: definition deleted`,
      sound: 'postgres',
      damage: (f) => rm(join(f, definitions, `${table}.sql`)),
    },
  ]),
  {
    name: 'hour and quarter: bytes flipped in both',
    sound: 'postgres',
    damage: async (f) => {
      await flip(f, 'hour', /^data\.bin$|^ins\.bin$/);
      await flip(f, 'quarter', /^data\.bin$|^ins\.bin$/);
    },
  },
  { name: 'PG_VERSION of no length', sound: 'clickhouse', damage: (f) => truncate(join(f, 'postgres/PG_VERSION'), 0) },
  {
    name: 'pg_control cut short',
    sound: 'clickhouse',
    damage: (f) => truncate(join(f, 'postgres/global/pg_control'), 100),
  },
  { name: 'pg_wal segments deleted', sound: 'clickhouse', damage: dropWal },
  { name: 'heap of organization of no length', sound: 'clickhouse', damage: (f) => heap(f, 'organization', 0) },
  { name: 'heap of series of no length', sound: 'clickhouse', damage: (f) => heap(f, 'series', 0) },
  { name: 'heap of installation of no length', sound: 'clickhouse', damage: (f) => heap(f, 'installation', 0) },
];

const all = { recursive: true, force: true } as const;
/** Links inside a folder stay inside its copy. */
const whole = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const;
const definitions = 'clickhouse/metadata/atrium';
const heaps = new Map<string, string>();
/** It has the same numbers in both installations, so that the readings of one could be mistaken for the other's. */
let door = { org: 0, series: 0 };
const wanted = new RegExp(process.argv[2] ?? '');
const base = await mkdtemp(join(tmpdir(), 'atrium-damage-'));
const [own, foreign] = [join(base, 'own'), join(base, 'foreign')];
try {
  await make(own, 10);
  await make(foreign, 77);
  await cp(own, join(base, 'older'), whole);
  await age(own);
  let failed = 0;
  const rows: object[] = [];
  for (const way of ways.filter(({ name }) => wanted.test(name))) {
    const outcome = await tryOut(way);
    failed += outcome.verdict === 'ok' ? 0 : 1;
    rows.push({ way: way.name, ...outcome });
    console.log(`${way.name}: ${JSON.stringify(outcome)}`);
  }
  console.table(rows);
  console.log(failed === 0 ? `All ${rows.length} ways end well.` : `${failed} of ${rows.length} ways end badly.`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await rm(base, { ...all, maxRetries: 20, retryDelay: 100 });
}

async function tryOut({
  damage,
  sound,
}: Way): Promise<{ verdict: string; start: string; sums: string; marked: boolean }> {
  const folder = join(base, 'tried');
  await rm(folder, all);
  await cp(own, folder, whole);
  await damage(folder, foreign);
  const before = await hash(join(folder, sound));
  try {
    const { sums, got, damaged } = await serve(folder, async (app) => ({
      ...(await ask(app)),
      damaged: (await app.stores.damage()).map(({ table, month }) => `${table} ${month}`),
    }));
    const isWhole = sums.every((sum) => sum === perDay);
    const marked = damaged.length > 0;
    // Missing data must reduce the received seconds equally: a lower sum with full completeness is a wrong number.
    const isHonest = sums.every((sum, i) => sum <= perDay && (sum === perDay || (got[i] ?? 0) < 86_400));
    const verdict = isWhole || (isHonest && marked) ? 'ok' : 'WRONG NUMBER';
    return { verdict, start: 'ready', sums: sums.join(' '), marked };
  } catch (error) {
    const code = error instanceof FactsError && error.engineCode !== undefined ? ` (${error.engineCode})` : '';
    const start = error instanceof Error ? error.message.slice(0, 90) + code : String(error);
    const verdict = (await isSoundStoreWhole(folder, sound, before)) ? 'ok' : 'GOOD COPY CHANGED';
    return { verdict, start, sums: '-', marked: true };
  }
}

/** ClickHouse never started, so its files are the same; PostgreSQL did, so it must work with an intact ClickHouse. */
async function isSoundStoreWhole(folder: string, sound: Way['sound'], before: string): Promise<boolean> {
  if (before === (await hash(join(folder, sound)))) return true;
  if (sound === 'clickhouse') return false;
  for (const name of await readdir(own)) if (name !== 'postgres') await exchange(folder, own, name);
  const { sums } = await serve(folder, ask);
  return sums.every((sum) => sum === perDay);
}

/** An installation with one organization whose door counted `people` every minute of two days, and quarters of both. */
async function make(folder: string, people: number): Promise<void> {
  await serve(folder, async (app) => {
    const estate = createEstate(app.registry, createSecrets(randomBytes(32).toString('base64')), () => new Date());
    const { factOrg, orgId } = await estate.organization();
    const { siteId } = await estate.site({ locationId: (await estate.location({ orgId })).locationId });
    const { seriesId } = await estate.zone({ sensorId: (await estate.sensor({ siteId })).sensorId });
    door = { org: factOrg, series: seriesId };
    await app.registry.owner.query(`INSERT INTO inbox_applied (applied_at, seqs, days) VALUES (now(), '{}', '{}')`);
    const ver = packVer({ rank: 'final', seq: 1n, generation: 1 });
    for (const day of days) {
      const minute = (i: number) => ({ ...door, at: day + i * 60, span: 60, ins: people, outs: 0 });
      await app.facts.append(Array.from({ length: 1440 }, (_, i) => ({ ...minute(i), ver, gone: 0, flags: 0 })));
      await app.facts.rebuild(door.org, [door.series], day, day + 86_400);
    }
    for (const table of ['organization', 'series', 'installation']) {
      const { rows } = await app.registry.owner.query<{ file: string }>('SELECT pg_relation_filepath($1) AS file', [
        table,
      ]);
      heaps.set(table, rows[0]?.file ?? '');
    }
  });
}

/** Everything since the older copy is further back than a crash explains. */
async function age(folder: string): Promise<void> {
  await serve(folder, async (app) => {
    await app.registry.owner.query(`UPDATE store_generation SET at = at - interval '3 hours'`);
  });
}

async function ask(app: App): Promise<{ sums: number[]; got: number[] }> {
  const members = [{ series: door.series, from: 0, to: 2 ** 31, key: 1, wIn: 1, wOut: 1 }];
  const { rows } = await app.registry.owner.query<{ series: number; day: string }>(
    `SELECT series_id AS series, extract(epoch FROM day)::bigint AS day FROM rollup_mark`,
  );
  const marks = rows.map(({ series, day }) => ({ series, day: Number(day) }));
  const sums: number[] = [];
  const got: number[] = [];
  for (const day of days) {
    const slices = [{ edges: [day, day + 86_400], members }];
    const answer = await app.facts.aggregate({ org: door.org, slices, freshFrom: day + 90 * 86_400, marks });
    sums.push(answer.ins[0] ?? 0);
    got.push(answer.got[0] ?? 0);
  }
  return { sums, got };
}

async function serve<T>(folder: string, work: (app: App) => Promise<T>): Promise<T> {
  const engines = await startEngines({ dataDir: folder, onLog: () => {} });
  try {
    const app = await buildApp({
      config: { publicUrl: undefined, trustedProxies: [] },
      filesFolder: join(folder, 'files'),
      keyFile: join(folder, 'secret.key'),
      postgres: engines.postgres,
      clickhouse: { ...engines.clickhouse, database: 'atrium' },
      clock: () => new Date(),
      log,
      node: { id: await nodeId(folder), alone: true },
    });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  } finally {
    await engines.stop();
  }
}

function drop(folder: string, name: string): Promise<void> {
  return rm(join(folder, name), all);
}

async function dropAllBut(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(folder)) if (name !== kept) await drop(folder, name);
}

async function exchange(folder: string, other: string, store: string): Promise<void> {
  await drop(folder, store);
  await cp(join(other, store), join(folder, store), whole);
}

function older(folder: string, store: string): Promise<void> {
  return exchange(folder, join(base, 'older'), store);
}

async function partsOf(folder: string, table: string): Promise<string[]> {
  const definition = await readFile(join(folder, definitions, `${table}.sql`), 'utf8');
  const [, id = ''] = /UUID '([0-9a-f-]+)'/.exec(definition) ?? [];
  const data = join(folder, 'clickhouse/store', id.slice(0, 3), id);
  return (await readdir(data)).filter((name) => /^(\d{6}|all)_\d/.test(name)).map((name) => join(data, name));
}

async function partOf(folder: string, table: string): Promise<string> {
  const [first = ''] = (await partsOf(folder, table)).toSorted();
  return first;
}

async function dropParts(folder: string, table: string): Promise<void> {
  for (const part of await partsOf(folder, table)) await rm(part, all);
}

async function fileOf(folder: string, table: string, name: RegExp): Promise<string> {
  const part = await partOf(folder, table);
  const found = (await readdir(part)).find((each) => name.test(each));
  if (found === undefined) throw new Error(`${part} has no such file`);
  return join(part, found);
}

async function flip(folder: string, table: string, name: RegExp): Promise<void> {
  const file = await fileOf(folder, table, name);
  const bytes = await readFile(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  await writeFile(file, bytes);
}

async function cut(folder: string, table: string, name: RegExp, length: number): Promise<void> {
  await truncate(await fileOf(folder, table, name), length);
}

async function remove(folder: string, table: string, name: RegExp): Promise<void> {
  await rm(await fileOf(folder, table, name));
}

async function dropWal(folder: string): Promise<void> {
  const wal = join(folder, 'postgres/pg_wal');
  for (const name of await readdir(wal))
    if (/^[0-9A-F]{24}$/.test(name)) await rename(join(wal, name), join(folder, name));
}

function heap(folder: string, table: string, length: number): Promise<void> {
  return truncate(join(folder, 'postgres', heaps.get(table) ?? ''), length);
}

/** For every file with its path; empty if there is none. */
async function hash(folder: string): Promise<string> {
  if (!(await stat(folder).catch(() => undefined))) return '';
  const sum = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1))) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    sum.update(path).update(await readFile(path));
  }
  return sum.digest('hex');
}
