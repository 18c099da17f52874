/**
 * The whole product as a separate process, on its own engines: to be killed. Takes its options as JSON; sends its
 * address on its channel.
 */
import { startEngines } from '@atrium/engines/engines';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildApp } from '../../src/app/app.ts';
import { nodeId } from '../../src/stores/node-id.ts';
import { type IdleCost, reachFor, type ServerOptions, type ServerReady } from './kill-point.ts';

const { dataDir, killAt, stores, config, hasSftp = true } = JSON.parse(process.argv[2] ?? '{}') as ServerOptions;
const log = pino({ level: process.env.LOG_LEVEL ?? 'fatal' }, pino.destination(2));
const engines = stores
  ? undefined
  : await startEngines({ dataDir, onLog: ({ level, message }) => log[level]({}, message) });
const { postgres, clickhouse } = stores ?? {
  postgres: engines!.postgres,
  clickhouse: { ...engines!.clickhouse, database: 'atrium' },
};
const unlimited = { perSecond: 1e9, burst: 1e9 };
const app = await buildApp({
  config: {
    publicUrl: undefined,
    trustedProxies: [],
    sftpPort: hasSftp ? 0 : undefined,
    internalHosts: ['127.0.0.1'],
    ...config,
  },
  sftpFolder: join(dataDir, 'sftp'),
  sftpLimits: { lookMs: 200 },
  mqttPauses: { firstWaitMs: 100, renewMs: 500 },
  filesFolder: join(dataDir, 'files'),
  keyFile: join(dataDir, 'secret.key'),
  postgres,
  clickhouse,
  clock: () => new Date(),
  limits: { device: unlimited, organization: unlimited, lagSeconds: Infinity },
  log,
  node: { id: await nodeId(dataDir), alone: true },
  reach: reachFor(killAt),
});
const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
const sftpPort = await app.sftp?.listen(0, '127.0.0.1');
const ready = { url, ...(sftpPort !== undefined && { sftpPort }), postgres, clickhouse };
process.send?.(ready satisfies ServerReady);

function idleCost(): IdleCost {
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  const isLoaded = (name: string) => loaded.some((file) => file.includes(join('node_modules', name, '/')));
  const listeners = process.getActiveResourcesInfo().filter((resource) => resource === 'TCPServerWrap');
  return { packages: ['mqtt', 'ssh2'].filter(isLoaded), listeners: listeners.length };
}

process.on('message', (message) => {
  void (async () => {
    if (message === 'idle') {
      await app.ingestion.idle();
      process.send?.('idle');
    }
    if (message === 'engines') process.send?.(engines?.pid ?? 0);
    if (message === 'load') await Promise.all([import('mqtt'), import('ssh2')]);
    if (message === 'load' || message === 'cost') process.send?.(idleCost());
    if (message === 'stop') {
      await app.close();
      await engines?.stop();
      process.exit(0);
    }
  })();
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
