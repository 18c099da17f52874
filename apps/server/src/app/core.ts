import { openMaintenance } from '@atrium/facts/maintenance';
import type { Facts } from '@atrium/facts/facts-interface';
import { openFacts } from '@atrium/facts/facts';
import type { Logger } from 'pino';
import { createSecurityLog, type SecurityLog } from '../audit/security-log.ts';
import type { Config } from '../config.ts';
import { createWorkAccounts, organizationBudget, type WorkAccounts } from '../fair-shares.ts';
import type { Identity } from '../http/actor.ts';
import { createClientUse } from '../http/client-use.ts';
import { type Cookies, createCookies } from '../http/cookies.ts';
import { createIdentity } from '../http/identity.ts';
import { createHttp, type Http, type HttpOptions } from '../http/server.ts';
import { createDirectory, type Directory } from '../registry/directory/directory.ts';
import { type Changes, createChanges } from '../estate/changes.ts';
import { migrateRegistry } from '../registry/migrate.ts';
import { listen, type Notifications } from '../registry/notifications.ts';
import { openRegistry, type Registry, type RegistryAddress } from '../registry/registry.ts';
import { openSecrets } from '../accounts/secret-key.ts';
import type { Secrets } from '../accounts/secrets.ts';
import type { Rate } from '../token-bucket.ts';
import { openStores, type Stores } from '../stores/stores.ts';

export interface CoreOptions {
  readonly config: Pick<Config, 'publicUrl' | 'trustedProxies'> & Partial<Config>;
  readonly postgres: RegistryAddress;
  readonly clickhouse: { url?: string; socketPath?: string; database: string };
  readonly clock: () => Date;
  readonly log: Logger;
  /** Where the key that seals secrets is stored, unless it is set. */
  readonly keyFile?: string;
  /** The built web app; absent in tests of the server alone. */
  readonly webFolder?: string;
  /** How often one API client may call; overrides the default. */
  readonly clientRate?: Rate;
}

/** What every area is built on: both stores, authentication, and the HTTP server. */
export interface Core {
  readonly config: CoreOptions['config'];
  readonly clock: () => Date;
  readonly log: Logger;
  readonly registry: Registry;
  readonly facts: Facts;
  readonly stores: Stores;
  readonly notifications: Notifications;
  readonly directory: Directory;
  /** What organizations have worked, so that none takes the machine from the others. */
  readonly accounts: WorkAccounts;
  /** Changes the estate of an organization, one change at a time. */
  readonly changes: Changes;
  readonly cookies: Cookies;
  readonly identity: Identity;
  readonly secrets: Secrets;
  readonly security: SecurityLog;
  readonly http: Http;
  readonly publicUrl: () => string;
  /** Registers what to stop at shutdown; the last started is stopped first. */
  readonly onClose: OnClose;
}

export type OnClose = (stop: () => Promise<void>) => void;

export async function openCore(options: CoreOptions, health: HttpOptions['health'], onClose: OnClose): Promise<Core> {
  const { config, clock, log, webFolder } = options;
  const registry = openRegistry(options.postgres);
  onClose(() => registry.close());
  const facts = openFacts({ ...options.clickhouse, onDamage: () => stores.suspect() });
  onClose(() => facts.close());
  const stores = await openStores({ registry, care: openMaintenance(options.clickhouse), clock, log });
  onClose(() => stores.stop());
  await Promise.all([migrateRegistry(registry.owner), facts.migrate()]);
  await stores.begin();
  const notifications = await listen(options.postgres);
  onClose(() => notifications.close());

  const directory = createDirectory(registry, notifications, clock);
  const accounts = createWorkAccounts(organizationBudget);
  const changes = createChanges(registry, clock, (orgId) => directory.forget(orgId), accounts);
  const cookies = createCookies(config.publicUrl);
  const identity = createIdentity({ registry, notifications, cookies, clock });
  const secrets = await openSecrets(registry, { key: config.secretKey, file: options.keyFile });
  const security = createSecurityLog({ registry, clock, log });
  onClose(() => security.flush());
  const clientUse = createClientUse({ registry, clock, log });
  onClose(() => clientUse.flush());
  const http = await createHttp({
    identity,
    log,
    clock,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    ...(webFolder === undefined ? {} : { webFolder }),
    health,
    onForbidden: (refused) => security.noteForbidden(refused),
    onClientCall: (clientId) => clientUse.note(clientId),
    clientRate: options.clientRate,
  });
  onClose(() => http.close());
  const publicUrl = () => http.publicUrl();
  const stored = { registry, facts, stores, notifications, directory, accounts, changes };
  return { config, clock, log, ...stored, cookies, identity, secrets, security, http, publicUrl, onClose };
}
