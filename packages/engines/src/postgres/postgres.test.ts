import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineLog, EngineReport, Log } from '../messages.ts';
import { socketFolder } from '../socket-folder.ts';
import { binariesIn, findBinaries, usableBinaries } from './binaries.ts';
import { chooseRunner, type Identity } from './identity.ts';
import { startPostgres } from './postgres.ts';

const root = process.getuid?.() === 0;
const onlyUsers = (identity: Identity): boolean => identity.kind === 'user';
const onlyNamespaces = (identity: Identity): boolean => identity.kind === 'namespace';
const GIGABYTE = 1024 ** 3;

let folder: string;
let running: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-pg-'));
});

afterEach(async () => {
  await Promise.all(running.map((stop) => stop()));
  running = [];
  await rm(folder, { recursive: true, force: true });
});

describe('programs', () => {
  it('get their missing and broken symbolic links back', async () => {
    const native = join(folder, 'native');
    await cp(findBinaries().native, native, { recursive: true, verbatimSymlinks: true });
    const missing = join(native, 'lib', 'libpq.so.5');
    const broken = join(native, 'lib', 'libicuuc.so.60');
    await rm(missing, { force: true });
    await rm(broken, { force: true });
    await symlink('nowhere', broken);
    await usableBinaries(binariesIn(native), folder);
    expect(await readlink(missing)).toBe('libpq.so.5.18');
    expect((await stat(broken)).isFile()).toBe(true);
    const { postgres, env } = binariesIn(native);
    expect((await promisify(execFile)(postgres, ['--version'], { env })).stdout).toContain('PostgreSQL) 18');
  });
});

describe.runIf(root)('as root', () => {
  it('an installation that the user may not complete is completed in a copy', async () => {
    const native = join(folder, 'native');
    await cp(findBinaries().native, native, { recursive: true, verbatimSymlinks: true });
    await rm(join(native, 'lib', 'libpq.so.5'));
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    await chown(dataDir, 1, 1);
    await chmod(folder, 0o755);
    process.seteuid?.(1);
    const copy = await usableBinaries(binariesIn(native), dataDir).finally(() => process.seteuid?.(0));
    expect(copy.native.startsWith(dataDir)).toBe(true);
    expect((await stat(join(copy.native, 'lib', 'libpq.so.5'))).isFile()).toBe(true);
  });

  it('continues with the next identity where there is no program for user namespaces', async () => {
    await chmod(folder, 0o755);
    const installed = findBinaries();
    const without = { ...installed, env: { ...installed.env, PATH: '/nowhere' } };
    const chosen = chooseRunner(folder, join(folder, 'postgres'), without, onlyNamespaces);
    await expect(chosen).rejects.toMatchObject({ code: 'folder-unusable' });
  });

  it('runs in folders that are closed to everyone else', async () => {
    await chmod(folder, 0o700);
    const { address } = await start(join(folder, 'data'));
    expect(await ask(address.host, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await stat(join(folder, 'data', 'postgres'))).uid).toBe(0);
  });

  it('runs as nobody where user namespaces are forbidden, and stays with that user', async () => {
    await chmod(folder, 0o755);
    const dataDir = join(folder, 'data');
    const first = await start(dataDir, onlyUsers);
    await ask(first.address.host, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    const { uid } = await stat(join(dataDir, 'postgres'));
    expect(uid).toBeGreaterThan(0);
    const again = await start(dataDir);
    expect(await ask(again.address.host, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    expect((await stat(join(dataDir, 'postgres', 'base'))).uid).toBe(uid);
  });

  it('hands the folder over after a move to where only nobody can run', async () => {
    await chmod(folder, 0o755);
    const dataDir = join(folder, 'data');
    const first = await start(dataDir);
    await ask(first.address.host, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    const again = await start(dataDir, onlyUsers);
    expect(await ask(again.address.host, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('runs as the owner of the parent folders when only that user may pass through them', async () => {
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    await chown(home, 1, 1);
    await chmod(folder, 0o755);
    const dataDir = join(home, 'data');
    const { address } = await start(dataDir, onlyUsers);
    expect(await ask(address.host, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(1);
  });

  it('says what to do when nobody may enter', async () => {
    await chmod(folder, 0o700);
    await expect(start(join(folder, 'data'), onlyUsers)).rejects.toMatchObject({
      code: 'folder-unusable',
      message: expect.stringContaining('ordinary user') as string,
    });
  });

  it('copies the programs for a user who may not reach them', async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await cp(findBinaries().native, join(closed, 'native'), { recursive: true, verbatimSymlinks: true });
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    await chmod(folder, 0o755);
    const installed = binariesIn(join(closed, 'native'));
    const { binaries } = await chooseRunner(dataDir, join(dataDir, 'postgres'), installed, onlyUsers);
    expect(binaries.native.startsWith(dataDir)).toBe(true);
  });
});

describe('a cluster', () => {
  it('left half-created by an interrupted start is created again', async () => {
    const dataDir = join(folder, 'data');
    await mkdir(join(dataDir, 'postgres.new', 'base'), { recursive: true });
    await writeFile(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n');
    const { address } = await start(dataDir);
    expect(await ask(address.host, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('of another version is refused in one sentence and left alone', async () => {
    const cluster = join(folder, 'data', 'postgres');
    await mkdir(cluster, { recursive: true });
    await writeFile(join(cluster, 'PG_VERSION'), '17\n');
    await expect(start(join(folder, 'data'))).rejects.toThrow(/created by PostgreSQL 17.*comes with PostgreSQL 18/);
    expect((await lstat(join(cluster, 'PG_VERSION'))).isFile()).toBe(true);
  });

  it('does not mistake a stranger with the process id of its dead postmaster for a rival', async () => {
    const dataDir = join(folder, 'data');
    const first = await start(dataDir);
    await first.stop();
    await writeFile(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n${join(dataDir, 'run')}\n\n  1  1\nready\n`,
      { mode: 0o600 },
    );
    const { address } = await start(dataDir);
    expect(await ask(address.host, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('comes back after its postmaster was killed in the middle of a long computation, with all it acknowledged', async () => {
    const reports: EngineReport[] = [];
    const { address } = await start(join(folder, 'data'), undefined, reports, GIGABYTE, true);
    await ask(address.host, 'CREATE TABLE kept AS SELECT 7 AS n');
    const busy = ask(address.host, 'SELECT count(*) FROM generate_series(1, 100000000000) n WHERE n % 7 = 8').catch(
      () => 'cut off',
    );
    expect(await ask(address.host, 'SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
    const pid = reports.at(-1)?.pid ?? 0;
    const begun = performance.now();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => reports.at(-1), { timeout: 15_000 }).toMatchObject({ state: 'running', restarts: 1 });
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await busy).toBe('cut off');
    expect(await ask(address.host, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('[I69] is restarted from outside after a crash, and logs once while that fails', async () => {
    const reports: EngineReport[] = [];
    const lines: EngineLog[] = [];
    const said = (level?: string) =>
      lines.filter((line) => line.message.includes('did not start') && (level ?? line.level) === line.level).length;
    const { address } = await start(join(folder, 'data'), undefined, reports, GIGABYTE, true, (line) =>
      lines.push(line),
    );
    const control = join(folder, 'data/postgres/global/pg_control');
    await rename(control, `${control}.away`);
    const crashing = ask(address.host, 'SELECT pg_sleep(600)').catch(() => 'crashed');
    const [victim] = await untilBusy(address.host);
    process.kill(victim ?? 0, 'SIGABRT');
    expect(await crashing).toBe('crashed');
    await expect.poll(() => said()).toBeGreaterThan(2);
    expect(said('error')).toBe(1);
    await rename(`${control}.away`, control);
    await expect.poll(() => reports.at(-1)).toMatchObject({ state: 'running', restarts: 1 });
    expect(await ask(address.host, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is sized by the available memory', async () => {
    const small = await start(join(folder, 'data'), undefined, [], 2 * GIGABYTE);
    expect(await ask(small.address.host, 'SHOW shared_buffers')).toEqual([{ shared_buffers: '128MB' }]);
    expect(await ask(small.address.host, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
    await small.stop();
    const large = await start(join(folder, 'data'), undefined, [], 8 * GIGABYTE);
    expect(await ask(large.address.host, 'SHOW shared_buffers')).toEqual([{ shared_buffers: '512MB' }]);
  });
});

/** The processes that sleep in a statement. */
async function untilBusy(host: string): Promise<number[]> {
  const busy = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
  const pids = async () => ((await ask(host, busy)) as { pid: number }[]).map(({ pid }) => pid);
  await expect.poll(async () => (await pids()).length).toBeGreaterThan(0);
  return pids();
}

async function start(
  dataDir: string,
  allowed?: (identity: Identity) => boolean,
  reports: EngineReport[] = [],
  memoryBytes = 2 * GIGABYTE,
  durable = false,
  log: Log = () => {},
) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const ending = new AbortController();
  const started = await startPostgres({
    dataDir,
    sockets: await socketFolder(dataDir),
    memoryBytes,
    durable,
    log,
    signal: ending.signal,
    onReport: (report) => reports.push(report),
    ...(allowed && { allowed }),
  });
  const stop = async (): Promise<void> => {
    ending.abort();
    await started.stop();
  };
  running.push(stop);
  return { address: started.address, stop };
}

async function ask(host: string, sql: string): Promise<unknown[]> {
  const client = new Client({ host, port: 5432, user: 'atrium', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
