import { addressesIn, EnginesError, startEngines } from '@atrium/engines/engines';
import type { Config } from './config.ts';
import type { RegistryAddress } from './registry/registry.ts';

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
}

type Engines = Partial<Awaited<ReturnType<typeof addressesIn>>>;

/** Reaches the stores for a program of the operator, whether a server is running or not. */
export async function reachStores<T>(
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'clickhouseUrl'>,
  { opened, beside }: Reaching<T>,
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
  const engines = await startEngines({ dataDir: config.dataFolder, with: bundled, onLog: () => {} }).catch(
    (error: unknown) => {
      if (error instanceof EnginesError && error.code === 'folder-in-use') return error.message;
      throw error;
    },
  );
  if (typeof engines === 'string') return await beside(addressed(await addressesIn(config.dataFolder)), engines);
  try {
    return await opened(
      addressed({
        ...(config.databaseUrl === undefined ? { postgres: engines.postgres } : {}),
        ...(config.clickhouseUrl === undefined ? { clickhouse: engines.clickhouse } : {}),
      }),
    );
  } finally {
    await engines.stop();
  }
}
