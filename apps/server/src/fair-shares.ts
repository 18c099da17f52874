import { Refusal } from './refusal.ts';

/** Shares a scarce resource between organizations (or other keys), so that none of them can take all of it. */
export interface FairShares {
  /** Runs `work` when it is `key`'s turn. Callers that disconnect are dropped from the queue; a full queue refuses new work. */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Of one key, or of all together. */
  load(key?: string): Load;
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
  /** Nothing begins for a key that has worked more than this allows. Several lines can share it. */
  readonly work?: WorkAccounts;
  /** Whether the time of a turn is work of its key; otherwise only what is charged is. */
  readonly turnsAreWork?: boolean;
}

/** Limits the time that one key works while others work too, at whatever. Alone it has all of it. */
export interface WorkBudget {
  /** Milliseconds of work without a pause. */
  readonly burst: number;
  /** Beyond that: milliseconds of work in each millisecond. */
  readonly share: number;
}

/** Of an organization, for all work that takes much of a small machine. */
export const organizationBudget: WorkBudget = { burst: 2_000, share: 0.3 };

interface Waiter {
  readonly start: () => void;
}

/** The first in line runs, then its key goes to the end: keys take turns, however much one of them requests. */
export function createFairShares(bounds: Bounds): FairShares {
  const { work: accounts, turnsAreWork = true } = bounds;
  const running = new Map<string, number>();
  /** Waiting work by key, in the order of turns. */
  const line = new Map<string, Waiter[]>();
  let runningInAll = 0;
  let waitingInAll = 0;
  let timer: NodeJS.Timeout | undefined;

  const hasRoom = (key: string) =>
    runningInAll < bounds.atOnce && (running.get(key) ?? 0) < bounds.perKey && (accounts?.mayWork(key) ?? true);

  const begin = (key: string) => {
    runningInAll += 1;
    running.set(key, (running.get(key) ?? 0) + 1);
  };

  const end = (key: string, milliseconds: number) => {
    if (turnsAreWork) accounts?.charge(key, milliseconds);
    runningInAll -= 1;
    const left = (running.get(key) ?? 1) - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
    startNext();
    lookAgain();
  };

  /** Nothing ends to start those who wait for their budget. */
  const lookAgain = () => {
    if (!accounts || timer || line.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      startNext();
      lookAgain();
    }, lookAgainMs).unref();
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
      lookAgain();
      signal?.addEventListener('abort', leave, { once: true });
    });

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted();
      if (hasRoom(key) && !line.has(key)) begin(key);
      else await turn(key, signal);
      const began = performance.now();
      try {
        return await work();
      } finally {
        end(key, performance.now() - began);
      }
    },
    load: (key) =>
      key === undefined
        ? { running: runningInAll, waiting: waitingInAll }
        : { running: running.get(key) ?? 0, waiting: line.get(key)?.length ?? 0 },
  };
}

const retryAfterSeconds = 2;
const lookAgainMs = 20;
/** A key that has not worked for this long does not count as another one. */
const activeMs = 5_000;

/** What each key has worked and not yet made up for by resting. */
export interface WorkAccounts {
  mayWork(key: string): boolean;
  charge(key: string, milliseconds: number): void;
}

export function createWorkAccounts({ burst, share }: WorkBudget): WorkAccounts {
  /** By the time of their last work. */
  const worked = new Map<string, { debt: number; at: number }>();
  const debtOf = (key: string, now: number) => {
    const { debt, at } = worked.get(key) ?? { debt: 0, at: now };
    return Math.max(0, debt - (now - at) * share);
  };
  const isAlone = (key: string, now: number) => {
    for (const [each, { at }] of worked) {
      if (now - at > activeMs && debtOf(each, now) === 0) worked.delete(each);
      else if (each !== key && now - at <= activeMs) return false;
    }
    return true;
  };
  return {
    mayWork(key: string) {
      const now = performance.now();
      return debtOf(key, now) < burst || isAlone(key, now);
    },
    charge(key: string, milliseconds: number) {
      const now = performance.now();
      const debt = Math.min(debtOf(key, now) + milliseconds, burst + maxDebt);
      worked.delete(key);
      worked.set(key, { debt, at: now });
    },
  };
}

/** However long a key has worked alone, others make it wait no longer than this debt. */
const maxDebt = 1_000;

function reasonOf(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new Error('The caller has left.');
}
