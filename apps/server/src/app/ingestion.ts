import { randomUUID } from 'node:crypto';
import { createWatch, checkEveryMs, type Watch } from '../features/offline-sensors/watch.ts';
import type { ReadingsOfSensors } from '../features/sensor-life/life.ts';
import type { Applying } from '../ingestion/applying.ts';
import { type Ingestion, type IngestionOptions, startIngestion } from '../ingestion/ingestion.ts';
import type { Node } from '../ingestion/lanes.ts';
import type { Limits } from '../ingestion/limits.ts';
import type { Reach } from '../ingestion/points.ts';
import { readingsOfSensors } from '../ingestion/sensor-readings.ts';
import { startWorker } from '../jobs/worker.ts';
import { buildApplyingAndImports } from './applying.ts';
import type { Core } from './core.ts';

export interface IngestionSettings extends Pick<IngestionOptions, 'readDisk'> {
  /** The folder whose disk must not fill up; absent when the databases are elsewhere. */
  readonly dataFolder?: string;
  /** Of files that wait to be imported. */
  readonly filesFolder: string;
  /** Applies readings; a new one when absent. */
  readonly node?: Node;
  /** Overrides of the default ingestion limits. */
  readonly limits?: Partial<Limits>;
  /** Points at which a test may end the process. */
  readonly reach?: Reach | undefined;
  /**
   * Starts the component that applies readings and imports files, unless that happens in this thread; called when the databases are
   * ready.
   */
  readonly applying?: (onDamage: () => void) => Promise<Applying>;
}

interface Incoming {
  readonly ingestion: Ingestion;
  readonly watch: Watch;
  /** Operations on received readings that the sensor lifecycle needs. */
  readonly inbox: ReadingsOfSensors;
}

/** The path of a reading into the product, and the detection of silent sensors. */
export async function openIngestion(core: Core, settings: IngestionSettings): Promise<Incoming> {
  const { registry, facts, directory, notifications, clock, log, http, publicUrl, onClose } = core;
  const { dataFolder, filesFolder, readDisk, limits, reach, node = { id: randomUUID(), alone: false } } = settings;
  const shared = { registry, directory, clock, reach };
  const applying = settings.applying
    ? await settings.applying(() => core.stores.suspect())
    : await buildApplyingAndImports({ ...shared, facts, notifications, log, node, filesFolder });
  const ingestion = startIngestion({ ...shared, notifications, dataFolder, readDisk, limits, applying });
  onClose(() => ingestion.stop());
  ingestion.routes(http);

  const watch = createWatch({ registry, clock, publicUrl, oldestWaiting: (tx) => ingestion.oldestWaiting(tx) });
  const watching = startWorker({
    name: 'offline-sensors',
    log,
    pause: checkEveryMs,
    run: async () => {
      // While pushes are refused, the server does not count as listening.
      if (ingestion.isOpen()) await watch.look();
      return false;
    },
  });
  onClose(() => watching.stop());
  return { ingestion, watch, inbox: readingsOfSensors(ingestion, clock) };
}
