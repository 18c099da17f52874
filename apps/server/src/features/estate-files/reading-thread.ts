import { Worker } from 'node:worker_threads';
import { invalidField } from '../../refusal.ts';
import type { ReadEstate } from './reading.ts';

type Outcome = Awaited<ReturnType<ReadEstate>>;

/** A file of the largest size takes a few seconds. */
const patienceMs = 60_000;
const resourceLimits = { maxOldGenerationSizeMb: 1024 };

/**
 * Reads estate files in a thread of their own, one after the other: taking a large one apart takes seconds, in which nobody else would be
 * answered. A thread that needs more time or memory than any honest file is ended. Organizations take turns: however many files one sends, the
 * others wait for few of them.
 */
export function readInThread(program: URL): ReadEstate {
  const read = (text: string) =>
    new Promise<Outcome>((resolve, reject) => {
      const worker = new Worker(program, { workerData: text, resourceLimits });
      const giveUp = (cause?: unknown) => {
        const refusal = invalidField('file', 'The file is too complicated to be read.');
        refusal.cause = cause;
        reject(refusal);
        void worker.terminate();
      };
      const patience = setTimeout(giveUp, patienceMs);
      worker.once('message', resolve);
      worker.once('error', giveUp);
      worker.once('exit', () => {
        clearTimeout(patience);
        giveUp();
      });
    });

  const waiting = new Map<string, (() => Promise<void>)[]>();
  let isReading = false;
  const readOn = async () => {
    if (isReading) return;
    isReading = true;
    for (let [first] = waiting; first; [first] = waiting) {
      const [orgId, [task, ...later]] = first;
      // Whoever has more files goes to the end of the line with them.
      waiting.delete(orgId);
      if (later.length > 0) waiting.set(orgId, later);
      await task?.();
    }
    isReading = false;
  };
  return (text, orgId) =>
    new Promise((resolve, reject) => {
      const task = () => read(text).then(resolve, reject);
      waiting.set(orgId, [...(waiting.get(orgId) ?? []), task]);
      void readOn();
    });
}
