import { randomBytes, randomUUID } from 'node:crypto';
import type { TestEngines } from '@atrium/engines/testing';
import type { Facts } from '@atrium/facts/face';
import { openFacts } from '@atrium/facts/facts';
import { encodePush, type LineRecord } from '@atrium/simulator/xovis5';
import { pino } from 'pino';
import { issuePushKey } from '../features/integrations/push-key-store.ts';
import { createHttp } from '../http/server.ts';
import { createDirectory, type Directory } from '../registry/directory/directory.ts';
import { raiseEstateVersion } from '../registry/directory/store.ts';
import { migrateRegistry } from '../registry/migrate.ts';
import { listen } from '../registry/notifications.ts';
import { openRegistry, type Registry } from '../registry/registry.ts';
import { organization } from '../registry/schema/organizations.ts';
import { location, site } from '../registry/schema/places.ts';
import { sensor, sensorAssignment, zone, zoneSetting } from '../registry/schema/sensors.ts';
import { series } from '../registry/schema/series.ts';
import { openSecrets } from '../secrets.ts';
import { startIngestion, type Ingestion, type IngestionOptions } from './ingestion.ts';

/** A registry and facts of a test's own, and as many servers on them as it wants. */
export interface World {
  readonly registry: Registry;
  readonly facts: Facts;
  /** What every part of the world takes for now. Set it to move in time. */
  now: Date;
  server(options?: Partial<IngestionOptions>): Promise<Server>;
  organization(): Promise<Organization>;
  close(): Promise<void>;
}

export interface Server {
  readonly url: string;
  readonly ingestion: Ingestion;
  readonly directory: Directory;
  close(): Promise<void>;
}

export interface Organization {
  readonly orgId: string;
  readonly factOrg: number;
  readonly key: string;
  location(timezone: string): Promise<Place>;
  /** A key of one sensor only. */
  sensorKey(sensorId: string): Promise<string>;
}

export interface Place {
  readonly locationId: string;
  readonly siteId: string;
  sensor(options?: { mac?: string; commissioned?: Date | null; logics?: readonly number[] }): Promise<Sensor>;
}

export interface Sensor {
  readonly sensorId: string;
  readonly mac: string;
  /** Series of people by logic. */
  readonly series: ReadonlyMap<number, number>;
}

export async function openWorld(engines: TestEngines, start = new Date()): Promise<World> {
  const database = await engines.createDatabase({
    name: 'ingestion',
    build: async (address) => {
      const registry = openRegistry(address);
      await migrateRegistry(registry.owner);
      await registry.close();
    },
  });
  const clickhouse = await engines.createClickHouseDatabase();
  const registry = openRegistry(database.address);
  const facts = openFacts(clickhouse.address);
  await facts.migrate();
  const secrets = await openSecrets(registry);
  const servers = new Set<Server>();
  const world: World = {
    registry,
    facts,
    now: start,
    async server(options = {}) {
      const server = await openServer(world, database.address, options);
      servers.add(server);
      return {
        ...server,
        close: async () => {
          servers.delete(server);
          await server.close();
        },
      };
    },
    organization: () =>
      createOrganization(registry, (owner) => registry.system((tx) => issuePushKey(tx, secrets, owner))),
    async close() {
      for (const server of servers) await server.close();
      await facts.close();
      await registry.close();
      await database.drop();
      await clickhouse.drop();
    },
  };
  return world;
}

async function openServer(
  world: World,
  address: Parameters<typeof listen>[0],
  options: Partial<IngestionOptions>,
): Promise<Server> {
  const clock = () => world.now;
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const notifications = await listen(address);
  const directory = createDirectory(world.registry, notifications, clock);
  const http = await createHttp({
    identity: { authenticate: async () => null, scopeFor: () => Promise.reject(new Error('nobody')), forget: () => {} },
    log,
    clock,
    publicUrl: undefined,
    trustedProxies: [],
    notReady: async () => [],
    catalogue: [],
  });
  const { registry, facts } = world;
  const ingestion = await startIngestion({
    registry,
    facts,
    directory,
    notifications,
    clock,
    log,
    node: randomUUID(),
    ...options,
  });
  ingestion.routes(http);
  await http.ready();
  return {
    url: await http.listen({ port: 0, host: '127.0.0.1' }),
    ingestion,
    directory,
    async close() {
      await http.close();
      await ingestion.stop();
      await notifications.close();
    },
  };
}

async function createOrganization(
  registry: Registry,
  issueKey: (owner: { orgId: string; sensorId?: string }) => Promise<string>,
): Promise<Organization> {
  const orgId = randomUUID();
  const [row] = await registry.system(({ sql }) =>
    sql
      .insert(organization)
      .values({ orgId, name: `Organization ${orgId}` })
      .returning(),
  );
  return {
    orgId,
    factOrg: row?.factOrg ?? 0,
    key: await issueKey({ orgId }),
    sensorKey: (sensorId) => issueKey({ orgId, sensorId }),
    async location(timezone) {
      const [locationId, siteId] = [randomUUID(), randomUUID()];
      await registry.system(async (tx) => {
        await tx.sql.insert(location).values({ locationId, orgId, name: timezone, timezone });
        await tx.sql.insert(site).values({ siteId, orgId, locationId, name: 'Main entrance' });
        await raiseEstateVersion(tx, orgId);
      });
      return {
        locationId,
        siteId,
        sensor: (options = {}) => createSensor(registry, { orgId, locationId, siteId }, options),
      };
    },
  };
}

const longAgo = new Date('2020-01-01T00:00:00Z');

async function createSensor(
  registry: Registry,
  place: { orgId: string; locationId: string; siteId: string },
  { mac = randomMac(), commissioned = longAgo, logics = [1] }: Parameters<Place['sensor']>[0] & object,
): Promise<Sensor> {
  const { orgId, siteId, locationId } = place;
  const sensorId = randomUUID();
  return registry.system(async (tx) => {
    const { sql } = tx;
    await sql
      .insert(sensor)
      .values({ sensorId, orgId, name: 'Door', sensorType: 'xovis5', macAddress: mac, commissionedDate: commissioned });
    await sql.insert(sensorAssignment).values({ orgId, siteId, sensorId, from: longAgo });
    const found = new Map<number, number>();
    for (const logic of logics) {
      const zoneId = randomUUID();
      await sql.insert(zone).values({ zoneId, orgId, sensorId, name: `Line ${logic}`, deviceId: String(logic) });
      await sql.insert(zoneSetting).values({ orgId, zoneId, from: longAgo });
      const [made] = await sql
        .insert(series)
        .values({
          orgId,
          zoneId,
          siteId,
          locationId,
          measure: 'people',
          countFilter: 0,
          countApplication: 1,
          perimeter: true,
          enabled: true,
          from: longAgo,
        })
        .returning();
      found.set(logic, made?.seriesId ?? 0);
    }
    await raiseEstateVersion(tx, orgId);
    return { sensorId, mac, series: found };
  });
}

export function randomMac(): string {
  return `801F12${randomBytes(3).toString('hex').toUpperCase()}`;
}

/** Epoch seconds. */
export function at(text: string): number {
  return Date.parse(text) / 1000;
}

export interface Count {
  readonly at: number;
  readonly span?: number;
  readonly ins: number;
  readonly outs?: number;
  readonly partial?: boolean;
}

let packages = 0;

/** A package of a sensor, by logic. */
export function packageOf(mac: string, logics: Readonly<Record<number, readonly Count[]>>): object {
  packages += 1;
  return encodePush({
    kind: 'logics',
    device: { macAddress: mac, timezone: 'UTC' },
    packageId: packages,
    logics: Object.entries(logics).map(([id, counts]) => ({
      id: Number(id),
      name: `Line ${id}`,
      records: counts.map(recordOf),
    })),
  });
}

function recordOf({ at: from, span = 60, ins, outs = 0, partial = false }: Count): LineRecord {
  return { from, to: from + span, forward: ins, backward: outs, samples: partial ? 0 : 1, samplesExpected: 1 };
}

export interface PushReply {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: number | null;
}

export async function push(
  server: { url: string },
  key: string,
  body: object | string | Buffer,
  more: { vendor?: string; below?: string; headers?: Record<string, string>; method?: string } = {},
): Promise<PushReply> {
  const sent = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const answer = await fetch(`${server.url}/api/push/${more.vendor ?? 'xovis5'}/${key}${more.below ?? ''}`, {
    method: more.method ?? 'POST',
    headers: { 'content-type': 'application/json', ...more.headers },
    body: sent,
  });
  const text = await answer.text();
  const retryAfter = answer.headers.get('retry-after');
  return {
    status: answer.status,
    body: text === '' ? null : (JSON.parse(text) as unknown),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
  };
}
