import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ServerOptions, ServerReady } from './kill-point.ts';

export interface ServerProcess extends ServerReady {
  readonly process: ChildProcess;
  /** Resolves when everything received is applied. */
  idle(): Promise<void>;
  /** The current process id of its engines. */
  enginesPid(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a server as a process, limited to readings or the whole product, and waits until it listens. */
export async function startServer(
  options: ServerOptions,
  what: 'server' | 'product' = 'server',
): Promise<ServerProcess> {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const entry = fileURLToPath(new URL(`./${what}-process.ts`, import.meta.url));
  return listening(forkServer(entry, options, ['--import', loader]));
}

export function forkServer(entry: string, options: ServerOptions, execArgv: string[] = []): ChildProcess {
  return fork(entry, [JSON.stringify(options)], { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

/** Rejects when the process ends before it listens. */
export async function listening(child: ChildProcess): Promise<ServerProcess> {
  const ended = new AbortController();
  child.once('exit', (code, signal) => ended.abort(new Error(`The server ended: ${signal ?? code}`)));
  const ask = async (question: 'idle' | 'engines'): Promise<unknown> => {
    const answer = once(child, 'message', { signal: ended.signal });
    child.send(question);
    return (await answer)[0] as unknown;
  };
  const [ready] = (await once(child, 'message', { signal: ended.signal })) as [ServerReady];
  return {
    ...ready,
    process: child,
    async idle() {
      await ask('idle');
    },
    async enginesPid() {
      for (;;) {
        const pid = Number(await ask('engines'));
        // While they are being restarted there is none; 0 would mean everyone.
        if (pid > 0) return pid;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.send('stop');
      await exit;
    },
  };
}
