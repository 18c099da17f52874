import { setMaxListeners } from 'node:events';
import { underSignal } from '../payer.ts';

/** The same work that several callers ask for at once runs once. Nothing is kept after it ends. */
export interface Coalescing<T> {
  /**
   * Runs `work`, or joins the work under the same key that began a moment ago. It is aborted when all its callers have
   * left.
   */
  run(key: string, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
}

interface Running<T> {
  readonly result: Promise<T>;
  readonly beganAt: number;
  readonly leaving: AbortController;
  callers: number;
}

/** Milliseconds. Work that began earlier may have read what has changed since. */
const atOnce = 200;

export function createCoalescing<T>(clock: () => number = performance.now.bind(performance)): Coalescing<T> {
  const running = new Map<string, Running<T>>();

  const begin = (key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> => {
    const leaving = new AbortController();
    // An answer may ask the facts a few dozen times.
    setMaxListeners(0, leaving.signal);
    const result = underSignal(leaving.signal, () => work(leaving.signal));
    const begun = { result, beganAt: clock(), leaving, callers: 0 };
    running.set(key, begun);
    const forget = () => {
      if (running.get(key) === begun) running.delete(key);
    };
    begun.result.then(forget, forget);
    return begun;
  };

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted();
      const found = running.get(key);
      const isJoined = found && clock() - found.beganAt <= atOnce && !found.leaving.signal.aborted;
      const joined = isJoined ? found : begin(key, work);
      joined.callers += 1;
      const leave = () => {
        joined.callers -= 1;
        if (joined.callers === 0) joined.leaving.abort(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      try {
        return await untilAborted(joined.result, signal);
      } finally {
        signal?.removeEventListener('abort', leave);
      }
    },
  };
}

/** A caller who leaves does not wait for the others' answer. */
function untilAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return result;
  return new Promise<T>((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
