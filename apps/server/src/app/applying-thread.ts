import { Worker } from 'node:worker_threads';
import type { ApplyingAddresses, Question, ThreadMessage } from './applying-worker.ts';
import type { Applying, Health } from '../ingestion/applying.ts';

/** Longer than a restart of PostgreSQL blocks it. */
const silentSeconds = 30;

/**
 * Applies readings in a separate thread, so that decoding a burst of pushes does not slow down requests. The thread has
 * its own connections and shares nothing with this one but the databases.
 */
export async function startApplyingThread(
  addresses: ApplyingAddresses,
  /** Called when a statement of the thread found unreadable files. */
  onDamage: () => void,
  program = new URL('./applying-worker.js', import.meta.url),
): Promise<Applying> {
  const worker = new Worker(program, { workerData: addresses });
  let heardAt = performance.now();
  let health: Health = { lagSeconds: 0, factsAway: false, stalledSeconds: 0 };
  let asked = 0;
  let isStopping = false;
  const waiting = new Map<number, (failure?: string) => void>();
  const ask = (question: Question) =>
    new Promise<void>((resolve, reject) => {
      asked += 1;
      waiting.set(asked, (failure) => (failure === undefined ? resolve() : reject(new Error(failure))));
      worker.postMessage({ question, id: asked });
    });

  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that applies readings exited during startup.')));
    worker.on('message', (message: ThreadMessage) => {
      if (message.kind === 'ready') resolve();
      else if (message.kind === 'damage') onDamage();
      else if (message.kind === 'health') {
        health = message.health;
        heardAt = performance.now();
      } else {
        waiting.get(message.id)?.(message.failure);
        waiting.delete(message.id);
      }
    });
  });
  worker.removeAllListeners('error').removeAllListeners('exit');
  // Without it readings would be stored and never applied: the process exits and its supervisor restarts it.
  worker.on('error', (error) => {
    throw error;
  });
  worker.on('exit', () => {
    if (!isStopping) throw new Error('The thread that applies readings has exited.');
  });

  return {
    wake: (lanes) => worker.postMessage({ question: 'wake', lanes }),
    applied: () => ask('applied'),
    idle: () => ask('idle'),
    // It sends a message every second: a thread that hangs must not appear healthy forever.
    health: () => {
      const silent = Math.round((performance.now() - heardAt) / 1000);
      return silent > silentSeconds ? { ...health, stalledSeconds: Math.max(health.stalledSeconds, silent) } : health;
    },
    async stop() {
      isStopping = true;
      try {
        await ask('stop');
      } finally {
        await worker.terminate();
      }
    },
  };
}
