import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { socketAgent } from '@atrium/engines/socket-agent';
import type { TestEngines } from '@atrium/engines/testing';
import type { Facts } from '@atrium/facts/facts-interface';
import { openFacts } from '@atrium/facts/facts';
import { chance } from '@atrium/simulator/noise';
import { encodePush } from '@atrium/simulator/xovis5';
import { createClient } from '@clickhouse/client';
import { pino } from 'pino';
import { createEstate, type Estate, type Zone } from '../estate.ts';
import { createHttp } from '../../src/http/server.ts';
import { createDirectory, type Directory } from '../../src/registry/directory/directory.ts';
import { migrateRegistry } from '../../src/registry/migrate.ts';
import { listen } from '../../src/registry/notifications.ts';
import { openRegistry, type Registry } from '../../src/registry/registry.ts';
import { createSecrets } from '../../src/accounts/secrets.ts';
import { type ApplyingOptions, startApplying } from '../../src/ingestion/applying.ts';
import { startIngestion, type Ingestion, type IngestionOptions } from '../../src/ingestion/ingestion.ts';

/** A registry and facts for one test, with any number of servers on them. */
type ServerOptions = Partial<Omit<IngestionOptions, 'applying'> & ApplyingOptions>;

export interface World extends Estate {
  readonly registry: Registry;
  readonly facts: Facts;
  /** The current time for every part of the world. Set it to move in time. */
  now: Date;
  /** The connection to ClickHouse. */
  readonly clickhouse: Line;
  /** Where the facts are. */
  readonly factsAddress: { readonly database: string; readonly socketPath: string };
  /** Lines of the servers' logs so far. */
  readonly log: readonly string[];
  server(options?: ServerOptions): Promise<Server>;
  /** A sensor with one counting line, in its own location, and a key to push with. */
  door(options?: { timezone?: string; orgId?: string }): Promise<TestDoor>;
  rows<T extends object>(sql: string, values?: unknown[]): Promise<T[]>;
  /** ClickHouse returns empty. */
  loseFacts(): Promise<void>;
  close(): Promise<void>;
}

export interface Server {
  readonly url: string;
  readonly ingestion: Ingestion;
  readonly directory: Directory;
  close(): Promise<void>;
}

export interface TestDoor {
  readonly orgId: string;
  readonly factOrg: number;
  readonly key: string;
  readonly mac: string;
  readonly sensorId: string;
  readonly zone: Zone;
  readonly series: number;
  /** The device number of its line. */
  readonly logic: number;
}

/** A connection that can be cut and restored while both ends live. */
export interface Line {
  cut(): void;
  mend(): void;
}

export async function openWorld(engines: TestEngines, start = new Date()): Promise<World> {
  const database = await engines.createDatabase({
    name: 'registry',
    build: async (address) => {
      const registry = openRegistry(address);
      await migrateRegistry(registry.owner);
      await registry.close();
    },
  });
  const clickhouse = await engines.createClickHouseDatabase();
  const line = await openLine(clickhouse.address.socketPath);
  const registry = openRegistry(database.address);
  const facts = openFacts({ database: clickhouse.address.database, socketPath: line.socketPath });
  await facts.migrate();
  const servers = new Set<Server>();
  const log: string[] = [];
  const estate = createEstate(registry, createSecrets(randomBytes(32).toString('base64')), () => world.now);
  const rows = async <T extends object>(sql: string, values: unknown[] = []) =>
    (await registry.owner.query<T & Record<string, unknown>>(sql, values)).rows;
  const world: World = {
    ...estate,
    registry,
    facts,
    now: start,
    clickhouse: line,
    factsAddress: clickhouse.address,
    log,
    rows,
    async server(options = {}) {
      const server = await openServer(world, database.address, log, options);
      servers.add(server);
      return {
        ...server,
        close: async () => {
          servers.delete(server);
          await server.close();
        },
      };
    },
    async door({ timezone = 'Europe/Berlin', orgId } = {}) {
      const place = await estate.location({ timezone, ...(orgId === undefined ? {} : { orgId }) });
      const door = await estate.site({ locationId: place.locationId });
      const sensor = await estate.sensor({ siteId: door.siteId });
      const zone = await estate.zone({ sensorId: sensor.sensorId });
      const [org] = await rows<{ fact_org: number }>('SELECT fact_org FROM organization WHERE org_id = $1', [
        place.orgId,
      ]);
      return {
        orgId: place.orgId,
        factOrg: org?.fact_org ?? 0,
        key: await estate.pushKey({ orgId: place.orgId }),
        mac: sensor.macAddress ?? '',
        sensorId: sensor.sensorId,
        zone,
        series: zone.seriesId,
        logic: Number(zone.deviceId),
      };
    },
    async loseFacts() {
      const client = createClient({ http_agent: socketAgent(clickhouse.address.socketPath) });
      for (const table of ['minute', 'quarter', 'hour', 'level', 'level_quarter', 'visit', 'event', 'heard', 'raw']) {
        await client.command({ query: `TRUNCATE TABLE ${clickhouse.address.database}.${table}` });
      }
      await client.close();
    },
    async close() {
      for (const server of servers) await server.close();
      await facts.close();
      await line.close();
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
  lines: string[],
  options: ServerOptions,
): Promise<Server> {
  const clock = () => world.now;
  const log = pino({ level: 'debug' }, { write: (line: string) => note(lines, line) });
  const notifications = await listen(address);
  const directory = createDirectory(world.registry, notifications, clock);
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
  const { registry, facts } = world;
  const given = { registry, facts, directory, notifications, clock, log, node: { id: randomUUID(), alone: false } };
  const applying = await startApplying({ ...given, ...options });
  const ingestion = startIngestion({ ...given, ...options, applying });
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

/** Server errors are shown next to the test that caused them. */
function note(lines: string[], line: string): void {
  lines.push(line);
  const { level, err } = JSON.parse(line) as { level: number; err?: { type: string; stack: string } };
  if (level >= 50 && err?.type !== 'Refusal') process.stderr.write(`${err?.stack ?? line}\n`);
}

async function openLine(target: string): Promise<Line & { socketPath: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-line-'));
  const socketPath = join(folder, 'line');
  const open = new Set<Socket>();
  let broken = false;
  const server = createServer((near) => {
    open.add(near);
    near.on('error', () => near.destroy());
    near.on('close', () => open.delete(near));
    if (broken) return void near.destroy();
    const far = connect(target);
    far.on('error', () => near.destroy());
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((listening) => {
    server.listen(socketPath, listening);
  });
  return {
    socketPath,
    cut() {
      broken = true;
      open.forEach((socket) => socket.destroy());
    },
    mend() {
      broken = false;
    },
    async close() {
      server.close();
      open.forEach((socket) => socket.destroy());
      await rm(folder, { recursive: true, force: true });
    },
  };
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

/** A package of a sensor: the counts of one of its lines. */
export function packageOf({ mac, logic }: { mac: string; logic: number }, counts: readonly Count[]): object {
  const records = counts.map(({ at: from, span = 60, ins, outs = 0, partial = false }) => ({
    from,
    to: from + span,
    forward: ins,
    backward: outs,
    samples: partial ? 0 : 1,
    samplesExpected: 1,
  }));
  return encodePush({
    kind: 'logics',
    device: { macAddress: mac, timezone: 'UTC' },
    packageId: 1,
    logics: [{ id: logic, name: `Line ${logic}`, records }],
  });
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
  more: { vendor?: string; below?: string; headers?: Record<string, string> } = {},
): Promise<PushReply> {
  const sent = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const answer = await fetch(`${server.url}/api/push/${more.vendor ?? 'xovis5'}/${key}${more.below ?? ''}`, {
    method: 'POST',
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

/** Numbers that look random and are the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let count = 0;
  return () => chance(seed, (count += 1));
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const all = [...items];
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    const [a, b] = [all[i] as T, all[j] as T];
    all[i] = b;
    all[j] = a;
  }
  return all;
}

export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/** The quarantine: one row for each device and reason. */
export function quarantineOf(world: Pick<World, 'rows'>, door: TestDoor) {
  return world.rows(
    `SELECT q.device, q.reason, count(b.seq)::int AS bodies FROM quarantine q LEFT JOIN quarantine_body b USING (quarantine_id)
     WHERE q.org_id = $1 GROUP BY q.quarantine_id ORDER BY q.reason, q.first_at`,
    [door.orgId],
  );
}

/** The outcome of an organization's bodies. */
export function ledgerOf(world: Pick<World, 'rows'>, door: TestDoor) {
  return world.rows(
    `SELECT device, sum(applied)::int AS applied, sum(quarantined)::int AS quarantined, sum(discarded)::int AS discarded
     FROM ledger WHERE org_id = $1 GROUP BY device ORDER BY device`,
    [door.orgId],
  );
}
