import { chmod, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clickHouseLimits } from '../machine.ts';
import { EnginesError, type ClickHouseAddress, type EngineReport, type Log } from '../messages.ts';
import { createBridge } from './bridge.ts';
import { engineConfig } from './engine-config.ts';
import { openEngine } from './engine.ts';

const GRACE_MS = 5_000;
/** To open what is there; new rows need more. */
const LEAST_FREE_BYTES = 8 * 1024 * 1024;

export type ClickHouseOptions = {
  dataDir: string;
  sockets: string;
  memoryBytes: number;
  log: Log;
  onReport: (report: EngineReport) => void;
};

export type ClickHouse = { address: ClickHouseAddress; ping: () => Promise<void>; stop: () => Promise<void> };

/** Opens ClickHouse inside this process and serves it on a socket. If it crashes, the process goes with it. */
export async function startClickHouse(options: ClickHouseOptions): Promise<ClickHouse> {
  const { dataDir, sockets, memoryBytes, log, onReport } = options;
  const report = (state: EngineReport['state']): void => onReport({ state, pid: process.pid, restarts: 0 });
  report('starting');
  const folder = join(dataDir, 'clickhouse');
  const configFile = join(dataDir, 'clickhouse.xml');
  const limits = clickHouseLimits(memoryBytes);
  await refuseFullDisk(dataDir);
  const spool = await spoolFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(configFile, engineConfig(limits, join(dataDir, 'backups')));
  const die = (message: string): void => {
    log({ from: 'clickhouse', level: 'error', message: `${message}; killing the process` });
    // The parent restarts it.
    setImmediate(() => process.kill(process.pid, 'SIGKILL'));
  };
  const engine = await openEngine(folder, configFile, limits, {
    // Nothing gentler works: a thread of the engine hangs, perhaps with its locks.
    stuck: () => die('A statement does not end'),
    // Files that a merge replaced are still there, and a start returns to them; a stop would not.
    unwritten: () => die('A file could not be written, because the disk is full or failing'),
  });

  const socketPath = join(sockets, 'clickhouse');
  await rm(socketPath, { force: true });
  const server = createBridge({ engine, spool, log });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new EnginesError('engine-failed', `${socketPath}: ${error.message}`)));
    server.listen(socketPath, resolve);
  });
  await chmod(socketPath, 0o600);
  report('running');

  return {
    address: { socketPath },
    ping: () => engine.ping(),
    stop: async () => {
      const closed = new Promise<void>((done) => {
        server.close(() => done());
      });
      server.closeIdleConnections();
      await Promise.race([closed, sleep(GRACE_MS)]);
      // Connected callers are cut off, which ends their statements in the engine.
      server.closeAllConnections();
      await engine.close();
      await rm(spool, { recursive: true, force: true });
      report('stopped');
    },
  };
}

/** The engine writes definitions when it opens, and would not notice that they are empty. */
async function refuseFullDisk(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= LEAST_FREE_BYTES) return;
  throw new EnginesError('engine-failed', `The disk of ${dataDir} is full. Free some space, then start again.`);
}

/** For incoming rows. The engine expands wildcards in file names, so none may match there. */
async function spoolFolder(dataDir: string): Promise<string> {
  const inside = join(dataDir, 'clickhouse-incoming');
  await rm(inside, { recursive: true, force: true });
  if (/[*?{}[\]]/.test(inside)) return await mkdtemp(join(tmpdir(), 'atrium-incoming-'));
  await mkdir(inside, { mode: 0o700 });
  return inside;
}
