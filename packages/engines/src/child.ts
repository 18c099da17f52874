import { mkdir } from 'node:fs/promises';
import { lockDataFolder, type DataFolderLock } from './data-folder-lock.ts';
import {
  EnginesError,
  type ChildMessage,
  type ChildOptions,
  type EngineLog,
  type EngineName,
  type EngineReport,
} from './messages.ts';
import { startPostgres } from './postgres/postgres.ts';
import { socketFolder } from './socket-folder.ts';

/**
 * The `engines` process. It lives as long as its parent keeps its standard input open, so that no engine outlives the
 * server, whatever ended the server.
 */
const STOP_DEADLINE_MS = 50_000;
const ALIVE_EVERY_MS = 2_000;

type RunningEngine = {
  stop: () => Promise<void>;
  /** Settles, with success or failure, as long as the engine is alive. */
  ping?: () => Promise<void>;
};

const options = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;
const stop = new AbortController();
const running: RunningEngine[] = [];
let lock: DataFolderLock | undefined;
let ending: Promise<never> | undefined;

// Only this user can read what the engines write, no matter which umask the parent has.
process.umask(0o077);
process.on('SIGINT', () => {});
process.on('SIGTERM', () => void end(0));
process.on('SIGHUP', () => void end(0));
process.on('disconnect', () => void end(0));
process.stdin.on('close', () => void end(0)).resume();
process.on('uncaughtException', (error) => {
  log({ from: 'engines', level: 'error', message: error.stack ?? error.message });
  void end(1);
});

setInterval(() => void sayAlive(), ALIVE_EVERY_MS).unref();
const starting = startEach();
try {
  await send(await starting);
} catch (error) {
  const code = error instanceof EnginesError ? error.code : 'engine-failed';
  await send({ kind: 'refused', code, message: error instanceof Error ? error.message : String(error) });
  await end(1);
}

async function sayAlive(): Promise<void> {
  for (const engine of running) await engine.ping?.();
  await send({ kind: 'alive' });
}

async function startEach(): Promise<ChildMessage> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  process.chdir(options.dataDir);
  const dataDir = process.cwd();
  lock = await lockDataFolder(options.dataDir);
  const sockets = await socketFolder(dataDir);
  const start = async <Started extends RunningEngine>(
    engine: EngineName,
    starter: (given: ReturnType<typeof shared>) => Promise<Started>,
  ): Promise<Started | undefined> => {
    if (!options.with.includes(engine)) return undefined;
    const started = await starter(shared(engine, dataDir, sockets));
    running.push(started);
    return started;
  };
  const outcomes = await Promise.allSettled([start('postgres', startPostgres), start('clickhouse', startClickHouse)]);
  const [postgres, clickhouse] = outcomes;
  if (postgres.status === 'rejected') throw postgres.reason;
  if (clickhouse.status === 'rejected') throw clickhouse.reason;
  return { kind: 'ready', postgres: postgres.value?.address, clickhouse: clickhouse.value?.address };
}

/** Loaded only when requested: it does not support every system. */
async function startClickHouse(given: ReturnType<typeof shared>) {
  const clickhouse = await import('./clickhouse/clickhouse.ts').catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'CHDB_PLATFORM')) throw error;
    throw new EnginesError(
      'platform',
      `There is no bundled ClickHouse for ${process.platform}-${process.arch} (or optional packages were not installed). Set CLICKHOUSE_URL to use a server instead.`,
    );
  });
  return clickhouse.startClickHouse(given);
}

function shared(engine: EngineName, dataDir: string, sockets: string) {
  return {
    dataDir,
    sockets,
    memoryBytes: options.memoryBytes,
    durable: options.durable,
    log,
    signal: stop.signal,
    onReport: (report: EngineReport) => void send({ kind: 'state', engine, report }),
  };
}

/** Stops both engines, even during their start, and then this process. */
function end(code: number): Promise<never> {
  ending ??= (async () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_DEADLINE_MS).unref();
    stop.abort();
    lock?.announceStop();
    await starting.catch(() => undefined);
    await Promise.allSettled(running.map((engine) => engine.stop()));
    await lock?.release();
    process.exit(code);
  })();
  return ending;
}

function log(line: EngineLog): void {
  void send({ kind: 'log', line });
}

function send(message: ChildMessage): Promise<void> {
  return new Promise((done) => {
    if (process.connected && process.send) process.send(message, undefined, undefined, () => done());
    else done();
  });
}
