import type { Log } from '../log.ts';

/** Repeated work: at once when woken, otherwise after a pause. */
export interface Worker {
  wake(): void;
  /** Resolves when the current run is done. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  readonly name: string;
  readonly log: Log;
  /** Milliseconds to the next run when there was nothing to do. */
  readonly pause: number;
  /** Minimum milliseconds between two runs. */
  readonly breath?: number;
  /** The pause after a run, as a multiple of its duration, so that it leaves room for others; at most two seconds. */
  readonly rest?: number;
  /** Returns whether there is more to do right away. */
  readonly run: () => Promise<boolean>;
}

const maxBackOff = 5000;
/** Caps the rest after a run, so that a run that hung for a minute does not delay the next by minutes. */
const maxRest = 2000;

export function startWorker({ name, log, pause, breath = 0, rest = 0, run }: WorkerOptions): Worker {
  let stopped = false;
  let woken = true;
  let failures = 0;
  let wakeUp: (() => void) | undefined;

  const sleep = (milliseconds: number, deaf: boolean) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wakeUp = () => {
        if (deaf && !stopped) return;
        clearTimeout(timer);
        resolve();
      };
    });

  const loop = async () => {
    while (!stopped) {
      woken = false;
      let more = false;
      const since = performance.now();
      try {
        more = await run();
        failures = 0;
      } catch (error) {
        failures += 1;
        const wait = Math.min(maxBackOff, 100 * 2 ** failures);
        // The first failures of a restart are expected; they are logged only if they persist.
        log[failures === 3 ? 'warn' : 'debug']({ err: error, worker: name }, 'Trying again');
        if (!stopped) await sleep(wait, true);
        continue;
      }
      const due = Math.max(breath, Math.min(maxRest, rest * (performance.now() - since)));
      if (!stopped && due > 0) await sleep(due, true);
      if (!more && !woken && !stopped) await sleep(pause, false);
    }
  };
  const ended = loop();

  return {
    wake() {
      woken = true;
      wakeUp?.();
    },
    async stop() {
      stopped = true;
      wakeUp?.();
      await ended;
    },
  };
}
