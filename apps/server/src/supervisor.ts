import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes, restartsArgument, type ServerMessage } from './exit-codes.ts';

export interface Supervised {
  /** The server's program; `main.js` next to this one in the build. */
  readonly program: string;
  readonly args?: readonly string[];
  /** Milliseconds before the first restart, and the maximum before any. */
  readonly pause?: { readonly first: number; readonly longest: number };
}

interface Run {
  readonly wasReady: boolean;
  readonly code: number | null;
  readonly how: string;
  readonly milliseconds: number;
}

/**
 * How Node runs the server. Under load most objects live for one batch of pushes: with room for a whole batch (MB, for
 * each thread) they are gone before the garbage collector has to move them.
 */
export const serverFlags: readonly string[] = ['--enable-source-maps', '--max-semi-space-size=32'];

/** A server that ran this long was healthy: the backoff is reset. */
const wellAfterMs = 60_000;
/** Consecutive restarts that never became ready. */
const maxFailedStarts = 5;
const stopPatienceMs = 90_000;

/**
 * Runs the server as a child process and restarts it when it dies after it was ready. A refused start, and the first
 * start in any case, is not repeated: the server has reported the problem. Resolves with the exit code of this process.
 */
export async function supervise({
  program,
  args = [],
  pause = { first: 1_000, longest: 30_000 },
}: Supervised): Promise<number> {
  const stop = new AbortController();
  let child: ChildProcess | undefined;
  const onSignal = () => {
    stop.abort();
    child?.kill('SIGTERM');
    setTimeout(() => child?.kill('SIGKILL'), stopPatienceMs).unref();
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  // A closed terminal or pipe is no reason to exit.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

  let isFirst = true;
  let tries = 0;
  let failedStarts = 0;
  let restarts = 0;
  for (;;) {
    child = start(program, [...args, `${restartsArgument}${restarts}`]);
    restarts += 1;
    const { wasReady, code, how, milliseconds } = await runOf(child);
    if (stop.signal.aborted || code === exitCodes.stopped) return code === exitCodes.stopped ? 0 : 1;
    if (code === exitCodes.refused || (isFirst && !wasReady)) return 1;
    isFirst = false;
    failedStarts = wasReady ? 0 : failedStarts + 1;
    if (failedStarts >= maxFailedStarts) {
      tell(`The server exited (${how}) during startup for the ${failedStarts}th time; giving up`);
      return 1;
    }
    if (milliseconds > wellAfterMs) tries = 0;
    const wait = Math.min(pause.first * 2 ** tries, pause.longest);
    tries += 1;
    tell(`The server exited (${how}); restarting in ${wait / 1000} s`);
    await sleep(wait, undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted) return 0;
  }
}

function start(program: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...serverFlags, program, ...args], {
    // In its own process group: the terminal's Ctrl-C is for this process, which asks the server to stop.
    detached: true,
    // The channel notifies the server when this process is gone.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

function runOf(child: ChildProcess): Promise<Run> {
  const since = performance.now();
  let wasReady = false;
  child.on('message', (message: ServerMessage) => {
    wasReady ||= message === 'ready';
  });
  return new Promise((resolve) => {
    const end = (code: number | null, how: string) =>
      resolve({ wasReady, code, how, milliseconds: performance.now() - since });
    child.once('error', (error) => end(null, error.message));
    child.once('exit', (code, signal) => end(code, signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
}

/** In the log format of the server: one object per line, to standard error. */
function tell(message: string): void {
  const line = { level: 50, time: Date.now(), pid: process.pid, from: 'supervisor', msg: message };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
