import { type DatabaseTemplate, sharedTestEngines } from '@atrium/engines/testing';
import { pino } from 'pino';
import type { Facts } from '@atrium/facts/face';
import { openFacts } from '@atrium/facts/facts';
import { migrateRegistry } from '../src/registry/migrate.ts';
import { openRegistry, type Registry } from '../src/registry/registry.ts';
import { listen, type Notifications } from '../src/registry/notifications.ts';
import { createDirectory } from '../src/registry/directory/directory.ts';
import { bindAnalytics } from '../src/analytics/routes.ts';
import { createTraffic } from '../src/analytics/traffic.ts';
import { openGateway } from '../src/realtime/gateway.ts';
import { createCookies } from '../src/http/cookies.ts';
import { createIdentity } from '../src/http/identity.ts';
import { createHttp, type Http } from '../src/http/server.ts';
import { createSessions, type Sessions } from '../src/features/session/sign-in.ts';
import { bindSession } from '../src/features/session/routes.ts';
import { bindSetup } from '../src/features/setup/routes.ts';
import { bindProfile } from '../src/features/profile/routes.ts';
import { bindShell } from '../src/features/shell/routes.ts';
import { bindOrganizations } from '../src/features/organizations/routes.ts';
import { bindPlaces } from '../src/features/places/routes.ts';
import { bindReference } from '../src/features/reference/routes.ts';
import { openSecrets } from '../src/secrets.ts';
import { login } from '@atrium/contract/session';
import { Client } from './client.ts';
import { createEstate, type Estate, type User } from './estate.ts';
import { watchReplies } from './reply-watch.ts';

/** The whole server on databases of its own, at a time the test decides. */
export interface World extends Estate {
  readonly url: string;
  readonly registry: Registry;
  readonly notifications: Notifications;
  readonly facts: Facts;
  readonly http: Http;
  readonly sessions: Sessions;
  /** Lines of the server's log so far. */
  readonly log: readonly string[];
  now(): Date;
  setNow(now: Date): void;
  /** Moves the clock on. */
  pass(time: { days?: number; hours?: number; minutes?: number; seconds?: number }): void;
  anonymous(headers?: Record<string, string>): Client;
  signIn(user: Pick<User, 'email' | 'password'>, headers?: Record<string, string>): Promise<Client>;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly now?: Date;
  readonly publicUrl?: string;
  readonly trustedProxies?: readonly string[];
}

/** A Wednesday noon, far from any change of clocks. */
const usualNow = new Date('2026-03-04T12:00:00Z');

const registryTemplate: DatabaseTemplate = {
  name: 'registry',
  async build(address) {
    const registry = openRegistry(address);
    await migrateRegistry(registry.owner);
    await registry.close();
  },
};

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const engines = await sharedTestEngines();
  const database = await engines.createDatabase(registryTemplate);
  const registry = openRegistry(database.address);
  const factsDatabase = await engines.createClickHouseDatabase();
  const facts = openFacts(factsDatabase.address);
  await facts.migrate();
  const notifications = await listen(database.address);
  let now = options.now ?? usualNow;
  const clock = () => now;
  const log: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => note(log, line) });

  const cookies = createCookies(options.publicUrl);
  const identity = createIdentity({ registry, notifications, cookies, clock });
  const http = await createHttp({
    identity,
    log: logger,
    clock,
    publicUrl: options.publicUrl,
    trustedProxies: options.trustedProxies ?? [],
    notReady: async () => [],
  });
  watchReplies(http);
  const sessions = createSessions({ registry, cookies, clock, forget: () => identity.forget() });
  bindSession(http, sessions);
  bindSetup(http, registry, (tx, userId, caller) =>
    sessions.start(tx, { userId, orgId: null, isStaff: true, homepage: null }, false, caller),
  );
  bindProfile(http, registry);
  bindShell(http, identity, logger);
  bindOrganizations(http, registry);
  bindPlaces(http, registry, clock);
  const directory = createDirectory(registry, notifications, clock);
  bindReference(http, directory, clock);
  bindAnalytics(http, createTraffic({ registry, directory, facts, clock }));
  const { server } = http.fastify;
  const { publicUrl } = options;
  const gateway = openGateway({
    server,
    identity,
    registry,
    directory,
    notifications,
    clock,
    publicUrl,
    log: http.fastify.log,
  });
  await http.ready();
  await http.listen({ port: 0, host: '127.0.0.1' });
  const address = http.fastify.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  const url = `http://127.0.0.1:${address.port}`;

  return {
    ...createEstate(registry, await openSecrets(registry), clock),
    url,
    registry,
    notifications,
    facts,
    http,
    sessions,
    log,
    now: clock,
    setNow: (next) => void (now = next),
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
      gateway.close();
      await http.close();
      await notifications.close();
      await registry.close();
      await facts.close();
      await factsDatabase.drop();
      await database.drop();
    },
  };
}

/** Faults of the server are shown beside the test that met them. */
function note(log: string[], line: string): void {
  log.push(line);
  const { level, err } = JSON.parse(line) as { level: number; err?: { stack: string } };
  if (level >= 50) process.stderr.write(`${err?.stack ?? line}\n`);
}
