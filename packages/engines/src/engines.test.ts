import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEngines, type Engines, type EnginesOptions } from './engines.ts';
import { socketAgent } from './socket-agent.ts';

const here = dirname(fileURLToPath(import.meta.url));

let folder: string;
let running: Engines[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-engines-'));
});

afterEach(async () => {
  await Promise.all(running.map((engines) => engines.stop()));
  running = [];
  await rm(folder, { recursive: true, force: true });
});

describe('a data folder', () => {
  it('has one owner: the second start is refused with one clear message, the first continues', async () => {
    const first = await start();
    await keep(first);
    const refused = start();
    await expect(refused).rejects.toMatchObject({
      code: 'folder-in-use',
      message: expect.stringMatching(
        new RegExp(`^The data folder ${folder} is already in use .* \\(process ${first.pid}\\)\\.`),
      ) as string,
    });
    expect(await kept(first)).toEqual([7, 7]);
  });

  it('has one owner even when two start at the same time', async () => {
    const outcomes = await Promise.allSettled([start({ with: ['postgres'] }), start({ with: ['postgres'] })]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('keeps everything across a stop and a start', async () => {
    const first = await start();
    await keep(first);
    await first.stop();
    expect(first.status().state).toBe('stopped');
    expect(await kept(await start())).toEqual([7, 7]);
  });

  it('[S28] can be read by its owner only', async () => {
    const dataDir = join(folder, 'fresh');
    const engines = await start({ dataDir });
    const open = ['.', 'postgres', 'clickhouse', 'run'].filter(
      (name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0,
    );
    expect(open).toEqual([]);
    await engines.stop();
  });

  it('may be deeper than a socket address allows; the sockets then go elsewhere', async () => {
    const deep = join(folder, 'a'.repeat(100), "it's {deep}*");
    const first = await start({ dataDir: deep });
    await keep(first);
    const { host } = first.postgres;
    expect(host.length).toBeLessThan(90);
    await first.stop();
    const again = await start({ dataDir: deep });
    expect(again.postgres.host).toBe(host);
    expect(await kept(again)).toEqual([7, 7]);
    await again.stop();
    await rm(host, { recursive: true });
  });

  it('may be used by one engine alone', async () => {
    const engines = await start({ with: ['clickhouse'] });
    expect(await facts(engines, 'SELECT 1')).toBe('1\n');
    expect(() => engines.postgres).toThrow('PostgreSQL is not one of the requested engines');
    expect(await readdir(folder)).not.toContain('postgres');
  });
});

describe('a crash', () => {
  it('of the engines process ends with both ready again at the same addresses', async () => {
    const exits: string[] = [];
    const engines = await start({ durable: true, onExit: (how) => exits.push(how) });
    await keep(engines);
    const before = { postgres: engines.postgres, clickhouse: engines.clickhouse };
    const orphan = engines.status().engines.postgres?.pid ?? 0;
    process.kill(engines.pid ?? 0, 'SIGKILL');
    await expect.poll(() => engines.status(), { timeout: 30_000 }).toMatchObject({ state: 'running', restarts: 1 });
    expect(exits).toEqual(['signal SIGKILL']);
    expect({ postgres: engines.postgres, clickhouse: engines.clickhouse }).toEqual(before);
    expect(await kept(engines)).toEqual([7, 7]);
    expect(engines.status().engines.postgres?.pid).not.toBe(orphan);
    await expect.poll(() => isAlive(orphan)).toBe(false);
  });

  it('inside ClickHouse, which leaves the process hanging, is detected and repaired the same way', async () => {
    const engines = await start();
    process.kill(engines.pid ?? 0, 'SIGSEGV');
    await expect.poll(() => engines.status(), { timeout: 100_000 }).toMatchObject({ state: 'running', restarts: 1 });
    expect(await facts(engines, 'SELECT 1')).toBe('1\n');
  }, 120_000);

  it('of the postmaster does not touch ClickHouse', async () => {
    const engines = await start();
    const { pid } = engines;
    process.kill(engines.status().engines.postgres?.pid ?? 0, 'SIGKILL');
    await expect
      .poll(() => engines.status().engines.postgres, { timeout: 30_000 })
      .toMatchObject({ state: 'running', restarts: 1 });
    expect(await registry(engines, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(engines.pid).toBe(pid);
  });
});

describe('the parent', () => {
  it('takes both engines with it, however it ends', async () => {
    const { parent, pids } = await startInOwnProcess(folder);
    expect(pids.map(isAlive)).toEqual([true, true]);
    parent.kill('SIGKILL');
    await expect.poll(() => pids.map(isAlive), { timeout: 30_000 }).toEqual([false, false]);
    expect(await registry(await start(), 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('may die and be started again at once: the new one waits for the old engines to end', async () => {
    const { parent } = await startInOwnProcess(folder);
    parent.kill('SIGKILL');
    expect(await registry(await start(), 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('may die during the first start without blocking the next', async () => {
    const parent = ownProcess(folder);
    await expect.poll(() => readdir(folder), { timeout: 30_000 }).toContain('postgres.new');
    parent.kill('SIGKILL');
    expect(await registry(await start(), 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(await readdir(folder)).not.toContain('postgres.new');
  });

  it('alone receives the Ctrl-C of a terminal', async () => {
    const engines = await start({ with: ['postgres'] });
    const { pid } = engines;
    process.kill(pid ?? 0, 'SIGINT');
    await sleep(300);
    expect(await registry(engines, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(engines.pid).toBe(pid);
  });

  it.runIf(process.getuid?.() === 0 && othersMayEnter(here))('may be a user without a name', async () => {
    await chown(folder, 4321, 4321);
    const { parent, pids } = await startInOwnProcess(folder, { uid: 4321, gid: 4321 });
    expect(statSync(join(folder, 'postgres')).uid).toBe(4321);
    parent.kill('SIGTERM');
    await expect.poll(() => pids.map(isAlive), { timeout: 30_000 }).toEqual([false, false]);
  });
});

it('uses no time zone but UTC', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  const engines = await start();
  vi.unstubAllEnvs();
  expect(await facts(engines, "SELECT timezone(), toString(toDateTime(0)), toYYYYMM(toDateTime('1970-01-01'))")).toBe(
    'UTC\t1970-01-01 00:00:00\t197001\n',
  );
  expect(await registry(engines, 'SHOW timezone')).toEqual([{ TimeZone: 'UTC' }]);
});

describe('on a small machine', () => {
  it('ClickHouse is limited as a whole, per statement and in its caches', async () => {
    const engines = await start({ with: ['clickhouse'], memoryBytes: 2 * 1024 ** 3 });
    const server = await facts(
      engines,
      `SELECT name, value FROM system.server_settings
       WHERE name IN ('max_server_memory_usage', 'mark_cache_size', 'primary_index_cache_size') ORDER BY name`,
    );
    expect(server).toBe(
      `mark_cache_size\t${64 * MB}\nmax_server_memory_usage\t${921 * MB}\nprimary_index_cache_size\t${32 * MB}\n`,
    );
    expect(await facts(engines, "SELECT getSetting('max_memory_usage'), getSetting('readonly')")).toBe(
      `${307 * MB}\t1\n`,
    );
    const greedy = 'SELECT length(groupArray(toString(number))) FROM numbers(100000000)';
    await expect(facts(engines, greedy)).rejects.toMatchObject({ code: '241', type: 'MEMORY_LIMIT_EXCEEDED' });
    const huge = 'SELECT number FROM numbers(20000000)';
    await expect(facts(engines, huge)).rejects.toMatchObject({ code: '396' });
    expect(await facts(engines, 'SELECT 1')).toBe('1\n');
  });
});

it('four slow ClickHouse statements do not delay PostgreSQL', async () => {
  const engines = await start();
  const slow = Array.from({ length: 4 }, () => facts(engines, 'SELECT sleep(2)'));
  await sleep(200);
  const client = await connected(engines);
  const begun = performance.now();
  await client.query('SELECT 1');
  expect(performance.now() - begun).toBeLessThan(500);
  await client.end();
  await Promise.all(slow);
});

const MB = 1024 ** 2;

async function start(options: Partial<EnginesOptions> = {}): Promise<Engines> {
  const engines = await startEngines({ dataDir: folder, durable: false, onLog: () => {}, ...options });
  running.push(engines);
  return engines;
}

/** Writes something to both engines, to be found again. */
async function keep(engines: Engines): Promise<void> {
  await registry(engines, 'CREATE TABLE kept AS SELECT 7 AS n');
  await command(engines, 'CREATE TABLE kept (n UInt8) ENGINE = MergeTree ORDER BY n');
  await command(engines, 'INSERT INTO kept VALUES (7)');
}

async function kept(engines: Engines): Promise<number[]> {
  const [row] = (await registry(engines, 'SELECT n FROM kept')) as { n: number }[];
  return [row?.n ?? 0, Number(await facts(engines, 'SELECT n FROM kept'))];
}

async function connected(engines: Engines): Promise<Client> {
  const client = new Client(engines.postgres);
  await client.connect();
  return client;
}

async function registry(engines: Engines, sql: string): Promise<unknown[]> {
  const client = await connected(engines);
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function facts(engines: Engines, query: string): Promise<string> {
  const client = clickHouse(engines);
  try {
    return await (await client.query({ query, format: 'TabSeparated' })).text();
  } finally {
    await client.close();
  }
}

async function command(engines: Engines, query: string): Promise<void> {
  const client = clickHouse(engines);
  await client.command({ query });
  await client.close();
}

function clickHouse(engines: Engines) {
  return createClient({
    url: 'http://clickhouse',
    http_agent: socketAgent(engines.clickhouse.socketPath),
    log: { level: ClickHouseLogLevel.OFF },
  });
}

/** A separate process that starts engines and prints their process ids. */
function ownProcess(dataDir: string, as: { uid?: number; gid?: number } = {}): ChildProcess {
  const script = `
    import { startEngines } from ${JSON.stringify(join(here, 'engines.ts'))};
    const engines = await startEngines({ dataDir: ${JSON.stringify(dataDir)}, durable: false, onLog: () => {} });
    console.log([engines.pid, engines.status().engines.postgres.pid].join(' '));
    process.on('SIGTERM', () => engines.stop().then(() => process.exit(0)));`;
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: here,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...as,
  });
}

async function startInOwnProcess(
  dataDir: string,
  as: { uid?: number; gid?: number } = {},
): Promise<{ parent: ChildProcess; pids: number[] }> {
  const parent = ownProcess(dataDir, as);
  if (!parent.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: parent.stdout })) {
    return { parent, pids: line.split(' ').map(Number) };
  }
  throw new Error('the process ended before the engines were ready');
}

/** A process that ended but whose id its new parent still holds is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function othersMayEnter(path: string): boolean {
  if (path === dirname(path)) return true;
  return (statSync(path).mode & 0o001) !== 0 && othersMayEnter(dirname(path));
}
