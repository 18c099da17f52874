import { addressesIn, EnginesError, startEngines } from '@atrium/engines/engines';
import { openMaintenance } from '@atrium/facts/maintenance';
import type { Config } from './config.ts';
import { openRegistry, type RegistryAddress } from './registry/registry.ts';

/** Where the stores of an installation are. */
export interface StoreAddresses {
  readonly postgres: RegistryAddress;
  readonly clickhouse: { readonly url?: string; readonly socketPath?: string; readonly database: string };
}

interface Reaching<T> {
  /** With servers of the operator's own, or with the bundled ones, which run as long as this does. */
  readonly opened: (addresses: StoreAddresses) => Promise<T>;
  /** A running server has the bundled ones open; `message` names its process. */
  readonly beside: (addresses: StoreAddresses, message: string) => Promise<T>;
  /** How long a server that starts or ends is waited for. */
  readonly patienceMs?: number;
}

type Engines = Partial<Awaited<ReturnType<typeof addressesIn>>>;

/** Reaches the stores for a program of the operator, whether a server is running or not. */
export async function reachStores<T>(
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'clickhouseUrl'>,
  { opened, beside, patienceMs = 60_000 }: Reaching<T>,
): Promise<T> {
  const bundled = [
    ...(config.databaseUrl === undefined ? (['postgres'] as const) : []),
    ...(config.clickhouseUrl === undefined ? (['clickhouse'] as const) : []),
  ];
  const addressed = (engines: Engines): StoreAddresses => ({
    postgres: config.databaseUrl === undefined ? { ...engines.postgres } : { connectionString: config.databaseUrl },
    clickhouse: {
      database: 'atrium',
      ...(config.clickhouseUrl === undefined ? engines.clickhouse : { url: config.clickhouseUrl }),
    },
  });
  if (bundled.length === 0) return await opened(addressed({}));
  for (const until = Date.now() + patienceMs; ;) {
    const engines = await startEngines({ dataDir: config.dataFolder, with: bundled, onLog: () => {} }).catch(
      (error: unknown) => {
        if (error instanceof EnginesError && error.code === 'folder-in-use') return error.message;
        throw error;
      },
    );
    if (typeof engines !== 'string') return await whileRunning(engines, (own) => opened(addressed(own)));
    const addresses = addressed(await addressesIn(config.dataFolder));
    if (await respond(addresses)) return await beside(addresses, engines);
    if (Date.now() > until) {
      throw new Error(
        'Atrium is starting or was just stopped, and its databases do not respond yet. Try again in a minute; if that does not help, stop Atrium first.',
      );
    }
  }
}

async function whileRunning<T>(engines: Awaited<ReturnType<typeof startEngines>>, work: (own: Engines) => Promise<T>) {
  try {
    return await work(engines);
  } finally {
    await engines.stop();
  }
}

/** A server that was just started, or killed, has the folder before its databases respond, or after. */
async function respond({ postgres, clickhouse }: StoreAddresses): Promise<boolean> {
  const registry = openRegistry(postgres);
  const facts = openMaintenance(clickhouse);
  try {
    (await registry.owner.connect()).release();
    await facts.ping();
    return true;
  } catch {
    return false;
  } finally {
    await Promise.all([registry.close(), facts.close()]);
  }
}
