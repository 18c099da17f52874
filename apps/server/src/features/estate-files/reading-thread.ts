import { Worker } from 'node:worker_threads';
import { createFairShares } from '../../fair-shares.ts';
import { invalidField } from '../../refusal.ts';
import type { ReadEstate } from './reading.ts';
import { estateTexts } from './texts.ts';

type Outcome = Awaited<ReturnType<ReadEstate>>;

/** A file of the maximum size takes a few seconds. */
const patienceMs = 60_000;
const resourceLimits = { maxOldGenerationSizeMb: 1024 };

/**
 * Reads estate files in separate threads, one after another: parsing a large one takes seconds, during which no request
 * would be answered. A thread that needs more time or memory than any valid file is terminated, and so is one whose
 * caller has left.
 */
export function readInThread(program: URL): ReadEstate {
  const read = (text: string, signal: AbortSignal | undefined) =>
    new Promise<Outcome>((resolve, reject) => {
      const worker = new Worker(program, { workerData: text, resourceLimits });
      const giveUp = (cause?: unknown) => {
        const refusal = invalidField('file', 'The file is too complex to read.');
        refusal.cause = cause;
        reject(refusal);
        void worker.terminate();
      };
      const leave = () => {
        reject(signal?.reason instanceof Error ? signal.reason : new Error('The caller has left.'));
        void worker.terminate();
      };
      const patience = setTimeout(giveUp, patienceMs);
      signal?.addEventListener('abort', leave, { once: true });
      worker.once('message', resolve);
      worker.once('error', giveUp);
      worker.once('exit', () => {
        clearTimeout(patience);
        signal?.removeEventListener('abort', leave);
        giveUp();
      });
    });

  const inTurn = createFairShares({
    atOnce: 1,
    perKey: 1,
    waitingPerKey: 8,
    waiting: 32,
    message: estateTexts.tooManyFiles,
  });
  return (text, orgId, signal) => inTurn.run(orgId, () => read(text, signal), signal);
}
