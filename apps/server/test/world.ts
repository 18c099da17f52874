import { randomBytes } from 'node:crypto';
import { login } from '@atrium/contract/session';
import { type DatabaseTemplate, sharedTestEngines, type TestDatabase, type TestFacts } from '@atrium/engines/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type App, type AppOptions, buildApp } from '../src/app/app.ts';
import { startJobs } from '../src/jobs/jobs.ts';
import { migrateRegistry } from '../src/registry/migrate.ts';
import { openRegistry } from '../src/registry/registry.ts';
import { type Attach, attachIn } from './attached.ts';
import { Client } from './client.ts';
import { createDevices, type Devices } from './devices.ts';
import { createEstate, type Estate, type User } from './estate.ts';
import { createHours, type Hours } from './hours.ts';

/** The whole server on its own databases, at a time the test decides. */
export interface World extends Estate, Omit<App, 'close'> {
  readonly url: string;
  /** Where this world's registry is, for a second connection. */
  readonly database: { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  readonly filesFolder: string;
  readonly attachment: Attach;
  readonly hours: Hours;
  readonly devices: Devices;
  /** Lines of the server's log so far. */
  readonly log: readonly string[];
  now(): Date;
  setNow(now: Date): void;
  /** Advances the clock. */
  pass(time: { days?: number; hours?: number; minutes?: number; seconds?: number }): void;
  anonymous(headers?: Record<string, string>): Client;
  signIn(user: Pick<User, 'email' | 'password'>, headers?: Record<string, string>): Promise<Client>;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly now?: Date;
  readonly publicUrl?: string;
  readonly trustedProxies?: readonly string[];
  /** A mail server; without one emails wait in the outbox. */
  readonly smtpUrl?: string;
  /** An SMS provider run by the test; without one text messages wait in the outbox. */
  readonly sms?: { origin: string; sid: string; token: string; from: string };
  /** Hosts of the private network that may be called, such as a provider run by the test. */
  readonly internalHosts?: readonly string[];
  /** The account of a Freshdesk run by the test. */
  readonly freshdesk?: { origin: string; apiKey: string };
  /** The origin of a geocoder run by the test. */
  readonly geocoder?: string;
  /** A weather provider run by the test. */
  readonly weatherProvider?: 'open-meteo' | 'nws';
  readonly weatherUrl?: string;
  readonly weatherApiKey?: string;
  readonly weatherContact?: string;
  /** How long the transaction of a request may take. */
  readonly patience?: AppOptions['postgres']['patience'];
  /** A ClickHouse run by the test, in place of the real one. */
  readonly clickhouse?: { readonly url: string };
  readonly billingPhone?: string;
  readonly maintenance?: { from: Date; to: Date };
  readonly metricsToken?: string;
  /** 0 opens the SFTP server on a free port, once the test lets it listen. */
  readonly sftpPort?: number;
  /** Databases with something in them; they are removed with the world. */
  readonly stores?: readonly [TestDatabase, TestFacts];
  /** Parts of the product that the test composes itself. */
  readonly app?: Partial<AppOptions>;
}

/** A Wednesday noon, far from any clock change. */
const defaultNow = new Date('2026-03-04T12:00:00Z');

export const registryTemplate: DatabaseTemplate = {
  name: 'registry',
  async build(address) {
    const registry = openRegistry(address);
    await migrateRegistry(registry.owner);
    await (await startJobs({ registry, table: {}, clock: () => new Date(), log: pino({ level: 'silent' }) })).stop();
    await registry.close();
  },
};

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const engines = await sharedTestEngines();
  const [database, facts] =
    options.stores ??
    (await Promise.all([engines.createDatabase(registryTemplate), engines.createClickHouseDatabase()]));
  let now = options.now ?? defaultNow;
  const clock = () => now;
  const log: string[] = [];
  const filesFolder = await mkdtemp(join(tmpdir(), 'atrium-files-'));
  const app = await buildApp({
    config: {
      secretKey: randomBytes(32).toString('base64'),
      ...options,
      publicUrl: options.publicUrl,
      trustedProxies: options.trustedProxies ?? [],
    },
    filesFolder,
    postgres: { ...database.address, ...(options.patience && { patience: options.patience }) },
    clickhouse: options.clickhouse ? { ...options.clickhouse, database: 'atrium' } : facts.address,
    clock,
    ...options.app,
    log: pino({ level: 'info' }, { write: (line: string) => note(log, line) }),
  });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = app.http.fastify.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no listening port.');
  const url = `http://127.0.0.1:${address.port}`;

  const { secrets } = app;
  return {
    ...app,
    ...createEstate(app.registry, secrets, clock),
    filesFolder,
    attachment: attachIn(filesFolder, app.registry, clock),
    hours: createHours(app.registry),
    devices: createDevices(app.registry, secrets),
    url,
    database: database.address,
    log,
    now: clock,
    setNow(next) {
      now = next;
    },
    pass({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      now = new Date(now.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
    },
    anonymous: (headers) => new Client(url, headers),
    async signIn(user, headers) {
      const client = new Client(url, headers);
      await client.call(login, { body: { username: user.email, password: user.password } });
      return client;
    },
    async close() {
      await app.close();
      await Promise.all([database.drop(), facts.drop(), rm(filesFolder, { recursive: true, force: true })]);
    },
  };
}

/** Server errors are shown next to the test that caused them. */
function note(log: string[], line: string): void {
  log.push(line);
  const { level, err } = JSON.parse(line) as { level: number; err?: { stack: string } };
  if (level >= 50) process.stderr.write(`${err?.stack ?? line}\n`);
}
