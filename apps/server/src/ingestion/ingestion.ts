import type { Http } from '../http/server.ts';
import type { Applying, ApplyingOptions } from './applying.ts';
import type { Transaction } from '../registry/registry.ts';
import type { Notifications } from '../registry/notifications.ts';
import { type Attempts, createAttempts } from './attempts.ts';
import { type DiskSpace, type ReadDisk, watchDisk } from './disk.ts';
import { createInbox } from './inbox.ts';
import { createKeyring } from './keyring.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { createTeaching, type Teaching } from './mappings/teaching.ts';
import { createQuarantine, type Quarantine } from './quarantine.ts';
import { quarantinedToday } from './quarantine-store.ts';
import { createReception, type Reception } from './reception.ts';
import { pushRoutes } from './routes.ts';
import { noteHeard, readBacklog } from './todo-store.ts';
import { vendors } from './vendors/table.ts';

export interface IngestionOptions extends Pick<
  ApplyingOptions,
  'registry' | 'directory' | 'clock' | 'reach' | 'vendors'
> {
  /** The folder whose disk must not fill up; absent when the databases are elsewhere. */
  readonly dataFolder?: string | undefined;
  /** How its disk is measured; by default the system is asked. */
  readonly readDisk?: ReadDisk | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Says which push keys someone looks at; absent where nobody does. */
  readonly notifications?: Pick<Notifications, 'on'> | undefined;
  /** Applies what is received; stopped with everything else. */
  readonly applying: Applying;
}

/** The path of a reading, from the sensor's push to facts and live numbers. */
export interface Ingestion extends Pick<Applying, 'applied' | 'idle' | 'health'> {
  /** Adds the push routes to the server. */
  routes(http: Pick<Http, 'fastify'>): void;
  /** Where every other way in leaves its bodies. */
  readonly reception: Reception;
  /** Where it leaves what became of them. */
  readonly attempts: Pick<Attempts, 'note'>;
  readonly limits: Limits;
  readonly quarantine: Quarantine;
  /** What teaching a sensor needs of the bodies it sent. */
  readonly teaching: Teaching;
  /** Something was put into the inbox in another transaction. */
  wake(): void;
  /** Whether pushes are accepted. */
  isOpen(): boolean;
  /** The disk of the data folder; null if unknown. */
  disk(): Promise<DiskSpace | null>;
  /** When the oldest unapplied body was received. */
  oldestWaiting(tx: Transaction): Promise<Date | null>;
  stop(): Promise<void>;
}

export function startIngestion(options: IngestionOptions): Ingestion {
  const { registry, directory, clock, reach, applying } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const keyring = createKeyring(registry, clock);
  const attempts = createAttempts(registry, clock);
  const stopWatching = options.notifications?.on('watched', (sender) => attempts.watch(sender));
  const disk = watchDisk(options.dataFolder, limits.freeDisk, options.readDisk);
  const inbox = createInbox({ registry, reach, onKept: (lanes) => applying.wake(lanes) });

  const reception = createReception({
    inbox,
    keyring,
    directory,
    limits,
    clock,
    lag: () => applying.health().lagSeconds,
    quarantinedToday: (orgId, device) =>
      registry.system(({ client }) => quarantinedToday(client, orgId, device, clock().toISOString().slice(0, 10))),
    noteHeard: (orgId, device, at) => registry.system(({ client }) => noteHeard(client, orgId, device, at)),
    isDiskLow: () => disk.isLow(),
  });

  return {
    routes({ fastify }) {
      fastify.register((app) =>
        pushRoutes(app, {
          reception,
          keyring,
          attempts,
          directory,
          limits,
          clock,
          vendors: options.vendors ?? vendors,
          reach,
        }),
      );
    },
    reception,
    attempts,
    limits,
    quarantine: createQuarantine(registry, clock, () => applying.wake()),
    teaching: createTeaching({ registry, directory, inbox, clock, wake: () => applying.wake() }),
    wake: () => applying.wake(),
    isOpen: () => !disk.isLow(),
    disk: () => disk.space(),
    oldestWaiting: async ({ client }) => (await readBacklog(client)).oldest,
    applied: () => applying.applied(),
    idle: () => applying.idle(),
    health: () => applying.health(),
    async stop() {
      keyring.close();
      stopWatching?.();
      attempts.close();
      disk.close();
      await inbox.close();
      await applying.stop();
    },
  };
}
