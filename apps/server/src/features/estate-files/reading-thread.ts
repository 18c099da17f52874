import { Worker } from 'node:worker_threads';
import { Refusal } from '../../refusal.ts';
import type { ReadEstate } from './reading.ts';

/** A file of the largest size takes a few seconds. */
const patienceMs = 60_000;
const resourceLimits = { maxOldGenerationSizeMb: 1024 };

/**
 * Reads estate files in a thread of their own, one after the other: taking a large one apart takes seconds, in which nobody else would be
 * answered. A thread that needs more time or memory than any honest file is ended.
 */
export function readInThread(program: URL): ReadEstate {
  const read: ReadEstate = (text) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(program, { workerData: text, resourceLimits });
      const giveUp = (cause?: unknown) => {
        const refusal = new Refusal('invalid', 'The file is too complicated to be read.');
        refusal.cause = cause;
        reject(refusal);
        void worker.terminate();
      };
      const patience = setTimeout(giveUp, patienceMs);
      worker.once('message', resolve);
      worker.once('error', giveUp);
      worker.once('exit', () => clearTimeout(patience));
    });
  let last: Promise<unknown> = Promise.resolve();
  return (text) => {
    const own = last.then(() => read(text));
    last = own.catch(() => undefined);
    return own;
  };
}
