import { randomBytes } from 'node:crypto';
import { link, rename, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { EnginesError } from './messages.ts';

const LOCK = 'engines.lock';
const STOPPING_PATIENCE_MS = 60_000;
const RUNNING_PATIENCE_MS = 1_000;

export type DataFolderLock = {
  /** From now on a new owner waits for us instead of being refused. */
  announceStop(): void;
  release(): Promise<void>;
};

/**
 * Makes this process the only owner of the current working folder. The lock is a listening socket inside the folder:
 * the kernel closes it with its process, so neither a crash nor a reused process id can leave a lock that looks alive,
 * and it works across containers that share the folder. Its path is relative because absolute socket paths are limited
 * to about a hundred bytes.
 */
export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  let stopping = false;
  const own = `${LOCK}.${randomBytes(6).toString('hex')}`;
  const server = createServer((caller) => {
    caller.on('error', () => caller.destroy());
    caller.end(JSON.stringify({ pid: process.pid, stopping }));
  });
  await listen(server, own, folder);
  // A caller that is not accepted tries again.
  server.on('error', () => {});
  server.unref();
  try {
    await takeOver(own, folder);
  } catch (error) {
    server.close();
    await rm(own, { force: true });
    throw error;
  }
  await rm(own, { force: true });
  return {
    announceStop: () => {
      stopping = true;
    },
    release: async () => {
      await rm(LOCK, { force: true });
      server.close();
    },
  };
}

async function listen(server: Server, path: string, folder: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  }).catch((error: unknown) => {
    throw new EnginesError(
      'folder-unusable',
      `The data folder ${folder} cannot be locked (${reasonOf(error)}). It must be writable and on a file system that supports sockets.`,
    );
  });
}

/** Links our live socket to the lock's name; a link never replaces, so only one process can win. */
async function takeOver(own: string, folder: string): Promise<void> {
  const begun = Date.now();
  for (;;) {
    try {
      await link(own, LOCK);
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const holder = await holderOf(LOCK);
    if (holder === undefined) {
      await clearStale();
      continue;
    }
    const patience = holder.stopping ? STOPPING_PATIENCE_MS : RUNNING_PATIENCE_MS;
    if (Date.now() - begun > patience) {
      const who = holder.pid === undefined ? '' : ` (process ${holder.pid})`;
      throw new EnginesError(
        'folder-in-use',
        `The data folder ${folder} is already in use by another running Atrium${who}. Stop that one first, or choose another data folder.`,
      );
    }
    await sleep(100);
  }
}

/** A dead socket is moved aside before it is deleted, so that a competitor's fresh lock can be put back. */
async function clearStale(): Promise<void> {
  const aside = `${LOCK}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(LOCK, aside);
    if ((await holderOf(aside)) !== undefined) await link(aside, LOCK);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

type Holder = { pid: number | undefined; stopping: boolean };

async function holderOf(path: string): Promise<Holder | undefined> {
  if (!(await stat(path).catch(() => undefined))?.isSocket()) return undefined;
  return await new Promise<Holder | undefined>((resolve) => {
    let answer = '';
    const caller = connect(path);
    caller.setEncoding('utf8');
    // A holder that accepts but does not respond is frozen, not gone.
    caller.setTimeout(2_000, () => caller.destroy());
    caller.on('data', (text: string) => {
      answer += text;
    });
    caller.on('error', (error) => resolve(isGone(error) ? undefined : parseHolder(answer)));
    caller.on('close', () => resolve(parseHolder(answer)));
  });
}

function parseHolder(answer: string): Holder {
  const match = /"pid":(\d+),"stopping":(true|false)/.exec(answer);
  return { pid: match ? Number(match[1]) : undefined, stopping: match?.[2] === 'true' };
}

function isGone(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ECONNREFUSED' || code === 'ENOENT';
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
