import { FactsTimeout, FactsUnavailable } from '@atrium/facts/errors';
import { randomUUID } from 'node:crypto';
import { startWorker } from '../../jobs/worker.ts';
import type { Log } from '../../log.ts';
import { Refusal } from '../../refusal.ts';
import { claimNext, ClaimLost, finish, hasFailedTooOften, putBack, putOff, releaseClaims } from './claim-store.ts';
import { makeRoom, runImport, type Running } from './run-import.ts';
import type { ImportRow } from './store.ts';

/** Reads waiting files, a few at the same time. */
export interface ImportWorkers {
  wake(): void;
  stop(): Promise<void>;
}

const workers = 2;
const fault = 'The import failed because of an error in the server. The log of the server says why.';

class Stopped extends Error {}

interface Options extends Omit<Running, 'pause'> {
  readonly log: Log;
  /** Nobody else can work on this registry: files that are claimed were left by a process that ended. */
  readonly alone: boolean;
}

export async function startImportWorkers(options: Options): Promise<ImportWorkers> {
  const { registry, log } = options;
  if (options.alone) await registry.system(releaseClaims);
  let isStopped = false;
  const running: Running = {
    ...options,
    async pause(milliseconds) {
      if (isStopped) throw new Stopped();
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    },
  };

  const runNext = async (): Promise<boolean> => {
    if (isStopped) return false;
    const claim = randomUUID();
    const row = await registry.system((tx) => claimNext(tx, claim));
    if (!row) return false;
    const claimed = { id: row.importStatusId, claim };
    try {
      if (hasFailedTooOften(row) && row.task === 'read') await giveUp(row);
      else await runImport(running, row, claimed);
    } catch (error) {
      if (error instanceof ClaimLost) return true;
      if (!(error instanceof Stopped))
        log.error({ err: error, import: row.importStatusId }, 'An import was interrupted');
      await registry.system((tx) => (isOutage(error) ? putOff : putBack)(tx, claimed));
    }
    return true;
  };

  const giveUp = (row: ImportRow) =>
    registry.system(async (tx) => {
      await finish(tx, row.importStatusId, {
        status: 'failed',
        messages: [{ line: 0, column: '', message: fault }],
        finishedAt: options.clock(),
      });
      if (row.rowCount === row.errorCount) await makeRoom(running, tx, row);
    });

  const all = Array.from({ length: workers }, (_, index) =>
    startWorker({ name: `imports-${index + 1}`, log, pause: 2000, run: runNext }),
  );
  return {
    wake: () => all.forEach((worker) => worker.wake()),
    async stop() {
      isStopped = true;
      await Promise.all(all.map((worker) => worker.stop()));
    },
  };
}

/** A store is away, overloaded or out of room (SQLSTATE class 53): that is no fault of the file, however long it lasts. */
function isOutage(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if (e instanceof FactsUnavailable || e instanceof FactsTimeout) return true;
    if (e instanceof Refusal ? e.code === 'unavailable' : String((e as { code?: unknown }).code).startsWith('53'))
      return true;
  }
  return false;
}
