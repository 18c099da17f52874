import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Log } from '../log.ts';

/** Next to the bundle of the server. */
const program = fileURLToPath(new URL('./backup.js', import.meta.url));

/** Makes a backup as `npm run backup` does, in a process of low priority: the work of the server is not delayed. */
export async function backUpInProcess(into: string, keep: number, log: Log, entry = program): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, entry, into, '--keep', String(keep)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let reason = '';
  createInterface({ input: child.stdout }).on('line', (line) => log.debug({ line }, 'The backup is being made'));
  createInterface({ input: child.stderr }).on('line', (line) => {
    reason = line;
    log.warn({ line }, 'The backup reports a problem');
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(reason || 'The backup process was ended.');
  log.info({ into }, 'The backup was made');
}
