import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chmod, lchown, opendir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EnginesError } from '../messages.ts';
import { copyBinaries, type PostgresBinaries } from './binaries.ts';

/**
 * As whom PostgreSQL runs. It refuses root, so a root process either maps itself to an ordinary user in a user
 * namespace (files stay root's) or becomes another user.
 */
export type Identity =
  | { kind: 'self' }
  | { kind: 'namespace' }
  | { kind: 'user'; uid: number; gid: number; name: string };

export type Runner = {
  identity: Identity;
  binaries: PostgresBinaries;
  spawn(program: string, args: string[], options: SpawnOptions): ChildProcess;
  /** Hands a path to whoever runs PostgreSQL. */
  own(path: string): Promise<void>;
};

const NO_ENTRY = 41;

/** Chooses by trying: the first identity that may enter the data folder and run the programs. */
export async function chooseRunner(
  dataDir: string,
  cluster: string,
  installed: PostgresBinaries,
  allowed: (identity: Identity) => boolean = () => true,
): Promise<Runner> {
  if (process.getuid?.() !== 0) return runnerFor({ kind: 'self' }, installed);
  const candidates = (await identitiesForRoot(dataDir, cluster)).filter((candidate) => allowed(candidate));
  for (const identity of candidates) {
    if (identity.kind === 'user') await chmod(dataDir, (await stat(dataDir)).mode | 0o011);
    const runner = runnerFor(identity, installed);
    const outcome = await tryPrograms(runner, dataDir);
    if (outcome === 0) return runner;
    if (outcome === NO_ENTRY || outcome === undefined) continue;
    const copied = runnerFor(identity, await copyBinaries(installed, dataDir, '18'));
    if ((await tryPrograms(copied, dataDir)) === 0) return copied;
  }
  throw new EnginesError(
    'folder-unusable',
    `PostgreSQL refuses to run as root, user namespaces are not available here, and no other user may enter ${dataDir}. ` +
      'Run Atrium as an ordinary user, or let others pass through the folders above it (chmod o+x).',
  );
}

export function describeIdentity(identity: Identity): string {
  if (identity.kind === 'self') return 'the current user';
  if (identity.kind === 'namespace') return 'root mapped to an ordinary user in a user namespace';
  return `user ${identity.name}`;
}

function runnerFor(identity: Identity, binaries: PostgresBinaries): Runner {
  const { env } = binaries;
  const owner = identity.kind === 'user' ? identity : { uid: 0, gid: 0 };
  const wrap = identity.kind === 'namespace' ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : [];
  const become = identity.kind === 'user' ? { uid: identity.uid, gid: identity.gid } : {};
  return {
    identity,
    binaries,
    spawn: (program, args, options) => {
      const [command = program, ...rest] = [...wrap, program, ...args];
      return spawn(command, rest, { ...options, ...become, env });
    },
    own: async (path) => {
      if (identity.kind !== 'self') await chownTree(path, owner.uid, owner.gid);
    },
  };
}

async function identitiesForRoot(dataDir: string, cluster: string): Promise<Identity[]> {
  const keeper = await ownerOf(cluster);
  const host = await nearestOwner(dirname(dataDir));
  return [...(keeper ? [keeper] : []), { kind: 'namespace' }, await nobody(), ...(host ? [host] : [])];
}

/** 0: works. 41: may not enter the folder. undefined: cannot become this identity. Else: may not run the programs. */
async function tryPrograms(runner: Runner, folder: string): Promise<number | undefined> {
  const script = `cd "$1" || exit ${NO_ENTRY}; exec "$2" --version`;
  const trial = runner.spawn('/bin/sh', ['-c', script, 'sh', folder, runner.binaries.postgres], {
    stdio: 'ignore',
    cwd: '/',
  });
  return await new Promise((resolve) => {
    trial.once('error', () => resolve(undefined));
    trial.once('exit', (code) =>
      resolve(runner.identity.kind === 'namespace' && code === 1 ? undefined : (code ?? -1)),
    );
  });
}

async function ownerOf(path: string): Promise<Identity | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.uid === 0) return undefined;
  return { kind: 'user', uid: found.uid, gid: found.gid, name: String(found.uid) };
}

/** With `sudo` in somebody's home folder, only that somebody may pass through it. */
async function nearestOwner(folder: string): Promise<Identity | undefined> {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const owner = await ownerOf(at);
    if (owner) return owner;
  }
  return undefined;
}

async function nobody(): Promise<Identity> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => promisify(execFile)('id', [flag, 'nobody'])));
  return { kind: 'user', uid: Number(uid?.stdout ?? 65_534), gid: Number(gid?.stdout ?? 65_534), name: 'nobody' };
}

async function chownTree(path: string, uid: number, gid: number): Promise<void> {
  const found = await stat(path);
  if (found.uid === uid) return;
  if (found.isDirectory()) {
    for await (const entry of await opendir(path)) {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) await chownTree(inner, uid, gid);
      else await lchown(inner, uid, gid);
    }
  }
  await lchown(path, uid, gid);
}
