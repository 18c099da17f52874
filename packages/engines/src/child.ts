import { mkdir } from 'node:fs/promises';
import { lockDataFolder, type DataFolderLock } from './data-folder-lock.ts';
import {
  EnginesError,
  type ChildMessage,
  type ChildOptions,
  type EngineName,
  type EngineReport,
  type Log,
} from './messages.ts';
import { startPostgres, type Postgres } from './postgres/postgres.ts';

/**
 * The `engines` process. It lives as long as its parent keeps its standard input open, so that no engine outlives the
 * server, whatever ended the server.
 */
const STOP_DEADLINE_MS = 50_000;

const options = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;
const stop = new AbortController();
let lock: DataFolderLock | undefined;
let ending: Promise<never> | undefined;

process.on('SIGINT', () => {});
process.on('SIGTERM', () => void end(0));
process.on('SIGHUP', () => void end(0));
process.on('disconnect', () => void end(0));
process.stdin.on('close', () => void end(0)).resume();
process.on('uncaughtException', (error) => {
  log({ from: 'engines', level: 'error', message: error.stack ?? error.message });
  void end(1);
});

const starting = startEach();
try {
  const { postgres } = await starting;
  void send({ kind: 'ready', postgres: postgres?.address, clickhouse: undefined });
} catch (error) {
  const code = error instanceof EnginesError ? error.code : 'engine-failed';
  await send({ kind: 'refused', code, message: error instanceof Error ? error.message : String(error) });
  await end(1);
}

type Running = { postgres: Postgres | undefined };

async function startEach(): Promise<Running> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  process.chdir(options.dataDir);
  const dataDir = process.cwd();
  lock = await lockDataFolder(options.dataDir);
  const wants = (engine: EngineName): boolean => options.with.includes(engine);
  const given = (engine: EngineName) => ({
    ...options,
    dataDir,
    log,
    signal: stop.signal,
    onReport: (report: EngineReport) => void send({ kind: 'state', engine, report }),
  });
  return { postgres: wants('postgres') ? await startPostgres(given('postgres')) : undefined };
}

/** Ends both engines, even halfway through their start, and then this process. */
function end(code: number): Promise<never> {
  ending ??= (async () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_DEADLINE_MS).unref();
    stop.abort();
    lock?.announceStop();
    const { postgres } = await starting.catch(() => ({ postgres: undefined }));
    await postgres?.stop();
    await lock?.release();
    process.exit(code);
  })();
  return ending;
}

function log(line: Parameters<Log>[0]): void {
  void send({ kind: 'log', line });
}

function send(message: ChildMessage): Promise<void> {
  return new Promise((done) => {
    if (process.connected && process.send) process.send(message, undefined, undefined, () => done());
    else done();
  });
}
