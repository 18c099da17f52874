import { startEngines } from '@atrium/engines/engines';
import { pushPathOf } from '@atrium/simulator/fleet/deliver';
import { formats, type FormatName } from '@atrium/simulator/fleet/formats';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { startApplyingThread } from '../apps/server/src/app/applying-thread.ts';
import { buildApp } from '../apps/server/src/app/app.ts';
import { createEstate, password } from '../apps/server/test/estate.ts';

export interface BenchEstate {
  readonly organizations: number;
  readonly devicesPerOrganization: number;
  /** Lines of a device, numbered from 1; each is a zone. */
  readonly linesPerDevice?: number;
  /** What the devices of an organization speak, dealt out in turn. */
  readonly formats?: readonly FormatName[];
  /** Each device counts at a location of its own, into a space there. */
  readonly locationPerDevice?: boolean;
  /** Sensors are admitted as for customers. */
  readonly defaultLimits?: boolean;
}

export interface BenchDevice {
  readonly orgId: string;
  /** Who it is. */
  readonly mac: string;
  readonly format: FormatName;
  readonly pushPath: string;
  readonly locationId: string;
  /** Of its first line. */
  readonly zoneId: string;
}

/** What the measuring side needs to know. */
export interface Described {
  readonly url: string;
  readonly devices: readonly BenchDevice[];
  /** An administrator of the first organization. */
  readonly email: string;
  /** An administrator of each organization. */
  readonly emails: readonly string[];
  readonly password: string;
  readonly postgres: { host: string; port: number; user: string; database: string };
  readonly clickhouseSocket: string;
}

export interface Asked extends BenchEstate {
  readonly dataDir: string;
  readonly webFolder: string;
  /** The address before a restart: the data folder has the estate, and the server listens there again. */
  readonly resumedAt?: string;
}

const asked = JSON.parse(process.argv[2] ?? '{}') as Asked;
const clock = () => new Date();
/** Measures what the product can handle, not what it allows one sender. */
const unlimited = { perSecond: 1e9, burst: 1e9 };
const engines = await startEngines({ dataDir: asked.dataDir, onLog: () => {} });
const clickhouse = { ...engines.clickhouse, database: 'atrium' };
const filesFolder = join(asked.dataDir, 'files');
const app = await buildApp({
  config: { publicUrl: undefined, trustedProxies: [] },
  filesFolder,
  keyFile: join(asked.dataDir, 'secret.key'),
  postgres: engines.postgres,
  clickhouse,
  clock,
  ...(!asked.defaultLimits && { limits: { device: unlimited, organization: unlimited, lagSeconds: Infinity } }),
  log: pino({ level: 'error' }, pino.destination(2)),
  applying: (onDamage) =>
    startApplyingThread(
      { postgres: engines.postgres, clickhouse, node: { id: 'bench', alone: true }, filesFolder, logLevel: 'error' },
      onDamage,
    ),
  estateReader: new URL('./estate-reading-worker.js', import.meta.url),
  ...(existsSync(asked.webFolder) ? { webFolder: asked.webFolder } : {}),
});
process.on('SIGTERM', () => void end());

const filled = asked.resumedAt === undefined ? await fill() : { devices: [], emails: [] };
const port = asked.resumedAt === undefined ? 0 : Number(new URL(asked.resumedAt).port);
const lag = monitorEventLoopDelay({ resolution: 10 });
lag.enable();
process.on('message', () => {
  process.send?.(lag.percentile(99) / 1e6);
  lag.reset();
});
await app.http.listen({ port, host: '127.0.0.1' });
const address = app.http.fastify.server.address();
if (address === null || typeof address === 'string') throw new Error('The server has no listening port.');
process.send?.({
  url: `http://127.0.0.1:${address.port}`,
  ...filled,
  email: filled.emails[0] ?? '',
  password,
  postgres: engines.postgres,
  clickhouseSocket: engines.clickhouse.socketPath,
} satisfies Described);

async function fill(): Promise<Pick<Described, 'devices' | 'emails'>> {
  const estate = createEstate(app.registry, app.secrets, clock);
  const spoken = asked.formats ?? ['xovis5'];
  const devices: BenchDevice[] = [];
  const emails: string[] = [];
  for (let index = 0; index < asked.organizations; index += 1) {
    const { orgId } = await estate.organization({ canViewOccupancy: asked.locationPerDevice ?? false });
    const shared = await estate.location({ orgId, timezone: 'Etc/UTC' });
    emails.push((await estate.user({ orgId, role: 'OrganizationAdministrator' })).email);
    const pushKey = await estate.pushKey({ orgId });
    for (let device = 0; device < asked.devicesPerOrganization; device += 1) {
      const own = asked.locationPerDevice && (await estate.location({ orgId, timezone: 'Etc/UTC' }));
      const { locationId } = own || shared;
      const { siteId } = await estate.site({ orgId, locationId });
      const format = spoken[device % spoken.length] ?? 'xovis5';
      const mac = formats[format].deviceOf(devices.length);
      const identity = mac.length === 12 ? { macAddress: mac } : { macAddress: null, identifier: mac };
      const { sensorId } = await estate.sensor({ orgId, siteId, ...identity });
      const { zoneId } = await estate.zone({ orgId, sensorId, deviceId: '1' });
      if (own) {
        const { spaceId } = await estate.space({ orgId, locationId, maxCapacity: 100 });
        await estate.spaceZone({ orgId, spaceId, zoneId });
      }
      for (let line = 2; line <= (asked.linesPerDevice ?? 1); line += 1) {
        await estate.zone({ orgId, sensorId, deviceId: String(line) });
      }
      const pushPath = pushPathOf({ device: mac, format: formats[format] }, pushKey);
      devices.push({ orgId, mac, format, pushPath, locationId, zoneId });
    }
  }
  return { devices, emails };
}

async function end(): Promise<void> {
  await app.close();
  await engines.stop();
  process.exit(0);
}
