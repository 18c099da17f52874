import { startWorker, type Worker } from '../../jobs/worker.ts';
import type { Log } from '../../log.ts';
import type { Registry } from '../../registry/registry.ts';
import { findChecks } from './live-store.ts';
import type { SettleSpaces } from './settle-spaces.ts';

const atOnce = 200;

/** Daily resets change the number of people without a reading; every node looks for them, and the lock of a row decides. */
export function startSpaceChecks(options: {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly log: Log;
  readonly settle: SettleSpaces;
}): Worker {
  const { registry, clock, log, settle } = options;
  const run = (): Promise<boolean> =>
    registry.system(async (tx) => {
      const due = await findChecks(tx.client, clock(), atOnce);
      if (due.length > 0) await settle(tx, due);
      return due.length === atOnce;
    });
  return startWorker({ name: 'space-checks', log, pause: 1000, breath: 200, run });
}
