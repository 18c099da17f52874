import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { BackupError, type BackupFile, type Manifest, manifestName, writeManifest } from './manifest.ts';

/** A backup that is being written, under a name that nobody takes for a complete one. */
export interface BackupDraft {
  /** Writes one file and remembers its size and hash. */
  put(path: string, content: Readable, how?: { readonly compressed: boolean }): Promise<void>;
  readonly files: readonly BackupFile[];
  /** Writes the manifest and gives the folder its name, which is returned. */
  finish(manifest: Manifest): Promise<string>;
  discard(): Promise<void>;
}

/** Backups of one installation are recognized by their names, so that several may share a folder. */
function prefixOf(installation: string): string {
  return `atrium-${installation.slice(0, 8)}-`;
}

const unfinished = '.partial';
const nameOfBackup = /^atrium-[0-9a-f]{8}-\d{8}T\d{6}Z$/;

/** Removes what a backup that was killed left. It may be what fills the disk. */
export async function removeUnfinished(into: string, installation: string): Promise<void> {
  await mkdir(into, { recursive: true, mode: 0o700 });
  for (const name of await readdir(into)) {
    if (name.startsWith(prefixOf(installation)) && name.endsWith(unfinished)) {
      await rm(join(into, name), { recursive: true });
    }
  }
}

/** Begins a backup in a folder of its own. */
export async function beginBackup(into: string, installation: string, now: Date): Promise<BackupDraft> {
  const target = join(into, `${prefixOf(installation)}${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
  if (await exists(target)) throw new BackupError(`${target} already exists.`);
  const draft = `${target}${unfinished}`;
  await mkdir(draft, { mode: 0o700 });
  const files: BackupFile[] = [];
  return {
    files,
    async put(path, content, { compressed = false } = { compressed: false }) {
      const file = join(draft, path);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const digest = createHash('sha256');
      let bytes = 0;
      const measured = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          digest.update(chunk);
          bytes += chunk.length;
          done(null, chunk);
        },
      });
      // A write that fails ends the backup: nothing in it may only look complete.
      const output = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
      await (compressed
        ? pipeline(content, unhurried, createGzip({ level: 3 }), measured, output)
        : pipeline(content, unhurried, measured, output));
      files.push({ path, bytes, sha256: digest.digest('hex') });
    },
    async finish(manifest) {
      await writeManifest(draft, manifest);
      await rename(draft, target);
      return target;
    },
    discard: () => rm(draft, { recursive: true, force: true }),
  };
}

const breath = 4 * 1024 ** 2;
const maxRest = 250;

/** Rests as long as it worked, every few megabytes: the running server comes first. */
async function* unhurried(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  let since = performance.now();
  for await (const chunk of chunks) {
    yield chunk;
    bytes += chunk.length;
    if (bytes < breath) continue;
    bytes = 0;
    await sleep(Math.min(performance.now() - since, maxRest));
    since = performance.now();
  }
}

/** Removes all but the newest complete backups of an installation. */
export async function keepNewest(into: string, installation: string, keep: number): Promise<string[]> {
  const own = (await completeBackups(into)).filter((name) => name.startsWith(prefixOf(installation)));
  const old = own.slice(0, Math.max(0, own.length - keep));
  for (const name of old) await rm(join(into, name), { recursive: true });
  return old;
}

/** A backup itself, or the newest complete one in a folder of backups. */
export async function findBackup(path: string): Promise<string> {
  if (await exists(join(path, manifestName))) return path;
  const names = await completeBackups(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BackupError(`There is no folder ${path}.`) : error;
  });
  const installations = new Set(names.map((name) => name.slice(0, prefixOf('00000000').length)));
  if (installations.size > 1) throw new BackupError(`${path} has backups of several installations. Name one of them.`);
  const newest = names.at(-1);
  if (newest === undefined) throw new BackupError(`${path} is not a complete backup: it has no ${manifestName}.`);
  return join(path, newest);
}

/** Oldest first. */
async function completeBackups(into: string): Promise<string[]> {
  const names = (await readdir(into)).filter((name) => nameOfBackup.test(name));
  const complete: string[] = [];
  for (const name of names) if (await exists(join(into, name, manifestName))) complete.push(name);
  return complete.toSorted((a, b) => a.slice(-16).localeCompare(b.slice(-16)));
}

export async function refuseFullDisk(into: string, bytes: number, what = 'the backup'): Promise<void> {
  const { bavail, bsize } = await statfs(into);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new BackupError(`${into} has ${megabytes(free)} MB free, and ${what} may need ${megabytes(bytes)} MB.`);
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 ** 2);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
