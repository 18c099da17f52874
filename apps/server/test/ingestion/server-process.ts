/**
 * The server as a separate process, limited to readings, on its own engines: to be killed, and to be measured. Takes
 * its options as JSON; sends its address on its channel.
 */
import { startEngines } from '@atrium/engines/engines';
import { openMaintenance } from '@atrium/facts/maintenance';
import { openFacts } from '@atrium/facts/facts';
import { pino } from 'pino';
import { createHttp } from '../../src/http/server.ts';
import { startApplying } from '../../src/ingestion/applying.ts';
import { startIngestion } from '../../src/ingestion/ingestion.ts';
import { createDirectory } from '../../src/registry/directory/directory.ts';
import { migrateRegistry } from '../../src/registry/migrate.ts';
import { listen } from '../../src/registry/notifications.ts';
import { openRegistry } from '../../src/registry/registry.ts';
import { nodeId } from '../../src/stores/node-id.ts';
import { openStores } from '../../src/stores/stores.ts';
import { reachFor, type ServerOptions, type ServerReady } from './kill-point.ts';

const { dataDir, killAt } = JSON.parse(process.argv[2] ?? '{}') as ServerOptions;
const log = pino({ level: process.env.LOG_LEVEL ?? 'fatal' }, pino.destination(2));
const clock = () => new Date();

const engines = await startEngines({
  dataDir,
  onLog: ({ level, message }) => log[level]({}, message),
});
const clickhouse = { ...engines.clickhouse, database: 'atrium' };
const registry = openRegistry(engines.postgres);
const facts = openFacts(clickhouse);
const stores = await openStores({ registry, care: openMaintenance(clickhouse), clock, log });
await Promise.all([migrateRegistry(registry.owner), facts.migrate()]);
await stores.begin();
const notifications = await listen(engines.postgres);
const directory = createDirectory(registry, notifications, clock);
const http = await createHttp({
  identity: {
    authenticate: async () => null,
    authenticateClient: async () => null,
    authenticateKiosk: async () => null,
    scopeFor: () => Promise.reject(new Error('nobody')),
    forget: () => {},
  },
  log,
  clock,
  publicUrl: undefined,
  trustedProxies: [],
  health: { problems: async () => [], isReady: async () => true },
  catalog: [],
});
const unlimited = { perSecond: 1e9, burst: 1e9 };
const reach = reachFor(killAt);
const node = { id: await nodeId(dataDir), alone: true };
const shared = { registry, directory, clock, reach };
const ingestion = startIngestion({
  ...shared,
  dataFolder: dataDir,
  limits: { device: unlimited, organization: unlimited },
  applying: await startApplying({ ...shared, facts, notifications, log, node }),
});
ingestion.routes(http);
await http.ready();
const url = await http.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url, postgres: engines.postgres, clickhouse } satisfies ServerReady);

process.on('message', (message) => {
  void (async () => {
    if (message === 'idle') {
      await ingestion.idle();
      process.send?.('idle');
    }
    if (message === 'engines') process.send?.(engines.pid ?? 0);
    if (message === 'stop') {
      await http.close();
      await ingestion.stop();
      await notifications.close();
      await stores.stop();
      await facts.close();
      await registry.close();
      await engines.stop();
      process.exit(0);
    }
  })();
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
