import type { Log } from '../log.ts';
import type { Registry } from '../registry/registry.ts';
import { replayDue } from './quarantine-store.ts';
import { startWorker, type Worker } from '../jobs/worker.ts';

const atOnce = 500;

/**
 * Retries quarantined bodies at their due time: readings that were ahead of the clock, and bodies that were sent again.
 * Without it, what was acknowledged while the server's clock was behind would never be counted.
 */
export function startRetries(options: {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly log: Log;
  readonly onReplay: () => void;
}): Worker {
  const { registry, clock, log, onReplay } = options;
  const run = async (): Promise<boolean> => {
    const replayed = await registry.system(({ client }) => replayDue(client, clock(), atOnce));
    if (replayed > 0) onReplay();
    return replayed === atOnce;
  };
  return startWorker({ name: 'retries', log, pause: 1000, run });
}
