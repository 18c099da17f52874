import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url));

/** The built product as `npm start` runs it, without the supervisor, on a free port. */
export interface BuiltServer {
  readonly process: ChildProcess;
  /** Everything it has written so far. */
  readonly output: () => string;
  /** Its address, once it is ready; rejects with its output when it ends before that. */
  readonly ready: Promise<string>;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

export function startBuiltServer(settings: Record<string, string>): BuiltServer {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += String(chunk);
      const url = /ready at (http:\S+)/.exec(output)?.[1];
      if (url) resolve(url);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then((code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
  // Callers that expect the start to fail only check how it ended.
  ready.catch(() => undefined);
  return { process: child, output: () => output, ready, ended };
}

/** A data folder for one server, removed afterwards. */
export async function temporaryDataFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'atrium-story-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
