import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chmod, chown, lchown, opendir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EnginesError } from '../messages.ts';
import { exitOf } from '../supervision.ts';
import { copyBinaries, type PostgresBinaries } from './binaries.ts';

/**
 * The user that runs PostgreSQL. It refuses root, and its setup refuses users without a name (common in containers), so
 * we either appear as a named user in a user namespace, where our files stay ours, or switch to another user.
 */
export type Identity =
  | { kind: 'self' }
  | { kind: 'namespace'; uid: number }
  | { kind: 'user'; uid: number; gid: number; name: string };

export type Runner = {
  identity: Identity;
  binaries: PostgresBinaries;
  spawn: (program: string, args: string[], options: SpawnOptions) => ChildProcess;
  /** Changes the owner of a path to the user that runs PostgreSQL. */
  own: (path: string) => Promise<void>;
};

type Trial = 'works' | 'no such identity' | 'nameless' | 'may not enter' | 'cannot run the programs';

/** Chooses by trying: the first identity that may enter the data folder and run the programs. */
export async function chooseRunner(
  dataDir: string,
  cluster: string,
  installed: PostgresBinaries,
  allowed: (identity: Identity) => boolean = () => true,
): Promise<Runner> {
  const outcomes: string[] = [];
  for (const identity of (await candidates(dataDir, cluster)).filter((candidate) => allowed(candidate))) {
    if (identity.kind === 'user') await letEnter(dataDir, identity.gid);
    const runner = runnerFor(identity, installed);
    let outcome = await tryOut(runner, dataDir);
    if (outcome === 'works') return runner;
    if (outcome === 'cannot run the programs' && identity.kind === 'user') {
      const copied = runnerFor(identity, await copyBinaries(installed, dataDir));
      outcome = await tryOut(copied, dataDir);
      if (outcome === 'works') return copied;
    }
    outcomes.push(`${describeIdentity(identity)}: ${outcome}`);
  }
  throw new EnginesError(
    'folder-unusable',
    `PostgreSQL cannot run on ${dataDir} (${outcomes.join('; ')}). Start Atrium as an ordinary user with a name, ` +
      'let others pass through the folders above (chmod o+x), or set DATABASE_URL to a server.',
  );
}

export function describeIdentity(identity: Identity): string {
  if (identity.kind === 'self') return 'the current user';
  return identity.kind === 'namespace' ? 'a user namespace' : `user ${identity.name}`;
}

async function candidates(dataDir: string, cluster: string): Promise<Identity[]> {
  const named = await namedUsers();
  const namespace: Identity = { kind: 'namespace', uid: named[0]?.uid ?? 65_534 };
  if (process.getuid?.() !== 0) return [{ kind: 'self' }, namespace];
  const nobody = named.find((user) => user.name === 'nobody') ?? { uid: 65_534, gid: 65_534, name: 'nobody' };
  const keeper = await ownerOf(cluster);
  const host = await nearestOwner(dirname(dataDir));
  return [...(keeper ? [keeper] : []), namespace, { kind: 'user', ...nobody }, ...(host ? [host] : [])];
}

/** The user that runs PostgreSQL can traverse the folder through its group; nobody else can. */
async function letEnter(folder: string, gid: number): Promise<void> {
  const { uid, mode } = await stat(folder);
  await chown(folder, uid, gid);
  await chmod(folder, (mode & 0o7700) | 0o010);
}

function runnerFor(identity: Identity, binaries: PostgresBinaries): Runner {
  const { env } = binaries;
  const become = identity.kind === 'user' ? { uid: identity.uid, gid: identity.gid } : {};
  const wrap =
    identity.kind === 'namespace'
      ? ['unshare', '--user', `--map-user=${identity.uid}`, `--map-group=${identity.uid}`]
      : [];
  return {
    identity,
    binaries,
    spawn: (program, args, options) => {
      const [command = program, ...rest] = [...wrap, program, ...args];
      return spawn(command, rest, { ...options, ...become, env });
    },
    own: async (path) => {
      if (process.getuid?.() !== 0) return;
      const { uid, gid } = identity.kind === 'user' ? identity : { uid: 0, gid: 0 };
      await chownTree(path, uid, gid);
    },
  };
}

const TRIAL = `id -un >/dev/null 2>&1 || exit 40
cd "$1" || exit 41
"$2" --version >/dev/null 2>&1 || exit 42`;

async function tryOut(runner: Runner, folder: string): Promise<Trial> {
  const script = ['-c', TRIAL, 'sh', folder, runner.binaries.postgres];
  switch (await exitOf(runner.spawn('/bin/sh', script, { stdio: 'ignore', cwd: '/' }))) {
    case 'exit code 0':
      return 'works';
    case 'exit code 40':
      return 'nameless';
    case 'exit code 41':
      return 'may not enter';
    case 'exit code 42':
      return 'cannot run the programs';
    default:
      return 'no such identity';
  }
}

type User = { name: string; uid: number; gid: number };

async function namedUsers(): Promise<User[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  return lines
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid }) => uid > 0);
}

async function ownerOf(path: string): Promise<Identity | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.uid === 0) return undefined;
  return { kind: 'user', uid: found.uid, gid: found.gid, name: String(found.uid) };
}

/** With `sudo` in someone's home folder, only that user may pass through it. */
async function nearestOwner(folder: string): Promise<Identity | undefined> {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const owner = await ownerOf(at);
    if (owner) return owner;
  }
  return undefined;
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
