import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const STABLE_AFTER_MS = 30_000;

export type Supervised = {
  /** Resolves once the process is working, rejects when it cannot. */
  launch: () => Promise<ChildProcess>;
  /** No further start after this. */
  signal: AbortSignal;
  onEnded: (how: string) => void;
  onFailed: (error: unknown) => void;
  onBack: () => void;
};

/** Starts a process (a first failure is thrown to the caller) and from then on restarts it whenever it exits. */
export async function keepRunning(supervised: Supervised): Promise<void> {
  void watch(await supervised.launch(), supervised);
}

async function watch(first: ChildProcess, { launch, signal, onEnded, onFailed, onBack }: Supervised): Promise<void> {
  let running: ChildProcess | undefined = first;
  let since = Date.now();
  let tries = 0;
  while (!signal.aborted) {
    if (running) {
      const how = await exitOf(running);
      if (signal.aborted) return;
      if (Date.now() - since > STABLE_AFTER_MS) tries = 0;
      onEnded(how);
    }
    await sleep(backOff(tries), undefined, { signal }).catch(() => undefined);
    tries += 1;
    if (signal.aborted) return;
    try {
      running = await launch();
      since = Date.now();
      onBack();
    } catch (error) {
      running = undefined;
      if (!signal.aborted) onFailed(error);
    }
  }
}

/** At once, then doubling from 100 ms up to 2 s. */
function backOff(tries: number): number {
  return tries === 0 ? 0 : Math.min(100 * 2 ** (tries - 1), 2_000);
}

export function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

export async function exitOf(child: ChildProcess): Promise<string> {
  if (child.exitCode !== null || child.signalCode !== null) return describeExit(child.exitCode, child.signalCode);
  return await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(describeExit(code, signal)));
  });
}

/** Stops a process with increasingly hard signals, giving each of them some time. */
export async function endProcess(child: ChildProcess, signals: NodeJS.Signals[], patienceMs: number): Promise<void> {
  const gone = exitOf(child).then(() => true);
  for (const signal of signals) {
    if (!isRunning(child)) return;
    child.kill(signal);
    const timer = new AbortController();
    const late = sleep(patienceMs, false, { signal: timer.signal }).catch(() => true);
    const ended = await Promise.race([gone, late]);
    timer.abort();
    if (ended) return;
  }
}

export function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
