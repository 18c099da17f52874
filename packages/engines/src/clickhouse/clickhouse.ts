import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clickHouseLimits } from '../machine.ts';
import { EnginesError, type ClickHouseAddress, type EngineReport, type Log } from '../messages.ts';
import { createBridge } from './bridge.ts';
import { engineConfig } from './engine-config.ts';
import { openEngine } from './engine.ts';

const GRACE_MS = 5_000;
const SPOOL = 'clickhouse-incoming';

export type ClickHouseOptions = {
  /** Must be the working folder of this process. */
  dataDir: string;
  sockets: string;
  memoryBytes: number;
  log: Log;
  onReport: (report: EngineReport) => void;
};

export type ClickHouse = { address: ClickHouseAddress; stop: () => Promise<void> };

/** Opens ClickHouse inside this process and serves it on a socket. If it crashes, the process goes with it. */
export async function startClickHouse(options: ClickHouseOptions): Promise<ClickHouse> {
  const { dataDir, sockets, memoryBytes, log, onReport } = options;
  const report = (state: EngineReport['state']): void => onReport({ state, pid: process.pid, restarts: 0 });
  report('starting');
  const folder = join(dataDir, 'clickhouse');
  const configFile = join(dataDir, 'clickhouse.xml');
  const limits = clickHouseLimits(memoryBytes);
  await rm(SPOOL, { recursive: true, force: true });
  for (const path of [folder, SPOOL]) await mkdir(path, { recursive: true, mode: 0o700 });
  await writeFile(configFile, engineConfig(limits, join(dataDir, 'backups')));
  const engine = await openEngine(folder, configFile, limits);

  const socketPath = join(sockets, 'clickhouse');
  await rm(socketPath, { force: true });
  const server = createBridge({ engine, spool: SPOOL, log });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new EnginesError('engine-failed', `${socketPath}: ${error.message}`)));
    server.listen(socketPath, resolve);
  });
  await chmod(socketPath, 0o600);
  report('running');

  return {
    address: { socketPath },
    stop: async () => {
      const closed = new Promise<void>((done) => {
        server.close(() => done());
      });
      server.closeIdleConnections();
      await Promise.race([closed, sleep(GRACE_MS)]);
      // Callers that are still there are cut off, which ends their statements in the engine.
      server.closeAllConnections();
      await engine.close();
      report('stopped');
    },
  };
}
