import { Refusal } from './refusal.ts';

/** Shares a scarce resource between organizations (or other keys), so that none of them can take all of it. */
export interface FairShares {
  /** Runs `work` when it is `key`'s turn. Callers that disconnect are dropped from the queue; a full queue refuses new work. */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** For all keys together. */
  load(): Load;
}

export interface Load {
  readonly running: number;
  readonly waiting: number;
}

export interface Bounds {
  /** Running at the same time, for all keys together. */
  readonly atOnce: number;
  readonly perKey: number;
  readonly waitingPerKey: number;
  /** Waiting, for all keys together. */
  readonly waiting: number;
  /** The error message when the queue is full. */
  readonly message: string;
}

interface Waiter {
  readonly start: () => void;
}

/** The first in line runs, then its key goes to the end: keys take turns, however much one of them requests. */
export function createFairShares(bounds: Bounds): FairShares {
  const running = new Map<string, number>();
  /** Waiting work by key, in the order of turns. */
  const line = new Map<string, Waiter[]>();
  let runningInAll = 0;
  let waitingInAll = 0;

  const hasRoom = (key: string) => runningInAll < bounds.atOnce && (running.get(key) ?? 0) < bounds.perKey;

  const begin = (key: string) => {
    runningInAll += 1;
    running.set(key, (running.get(key) ?? 0) + 1);
  };

  const end = (key: string) => {
    runningInAll -= 1;
    const left = (running.get(key) ?? 1) - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
    startNext();
  };

  const leaveLine = (key: string, waiter: Waiter) => {
    const queue = line.get(key) ?? [];
    const at = queue.indexOf(waiter);
    if (at < 0) return;
    queue.splice(at, 1);
    waitingInAll -= 1;
    if (queue.length === 0) line.delete(key);
  };

  const startNext = () => {
    for (const [key, queue] of line) {
      if (!hasRoom(key)) continue;
      const [first] = queue;
      if (!first) continue;
      leaveLine(key, first);
      if (queue.length > 0) {
        line.delete(key);
        line.set(key, queue);
      }
      begin(key);
      first.start();
      return;
    }
  };

  const turn = (key: string, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const queue = line.get(key) ?? [];
      if (queue.length >= bounds.waitingPerKey || waitingInAll >= bounds.waiting) {
        reject(new Refusal('too_many', bounds.message, { extra: { retryAfter: retryAfterSeconds } }));
        return;
      }
      const leave = () => {
        leaveLine(key, waiter);
        reject(reasonOf(signal));
      };
      const waiter = {
        start() {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      queue.push(waiter);
      line.set(key, queue);
      waitingInAll += 1;
      signal?.addEventListener('abort', leave, { once: true });
    });

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted();
      if (hasRoom(key) && !line.has(key)) begin(key);
      else await turn(key, signal);
      try {
        return await work();
      } finally {
        end(key);
      }
    },
    load: () => ({ running: runningInAll, waiting: waitingInAll }),
  };
}

const retryAfterSeconds = 2;

function reasonOf(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new Error('The caller has left.');
}
