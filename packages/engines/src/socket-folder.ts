import { chmod, chown, lstat, mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RECORD = 'socket-folder';
const LONGEST_SOCKET_NAME = '/.s.PGSQL.5432';

/** `sun_path` less its terminating zero: 108 bytes on Linux, 104 on macOS. */
const SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/**
 * The private folder both engines put their sockets into: inside the data folder, or, where that lies too deep for a
 * socket address, a temporary one whose place is recorded in the data folder so that it stays the same.
 */
export async function socketFolder(dataDir: string, owner: number | undefined): Promise<string> {
  const inside = join(dataDir, 'run');
  const folder = fits(inside) ? await made(inside) : await recordedTemporary(dataDir, owner);
  if (owner !== undefined) await chown(folder, owner, -1);
  await chmod(folder, 0o700);
  return folder;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(folder + LONGEST_SOCKET_NAME) <= SOCKET_PATH_BYTES;
}

async function made(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

async function recordedTemporary(dataDir: string, owner: number | undefined): Promise<string> {
  const record = join(dataDir, RECORD);
  const known = (await readFile(record, 'utf8').catch(() => '')).trim();
  if (known !== '' && fits(known) && (await isPrivate(known, owner))) return known;
  const prefix = [tmpdir(), '/tmp'].map((folder) => join(folder, 'atrium-')).find((path) => fits(`${path}XXXXXX`));
  const folder = await mkdtemp(prefix ?? '/tmp/atrium-');
  await writeFile(`${record}.new`, `${folder}\n`);
  await rename(`${record}.new`, record);
  return folder;
}

/** The temporary folder is everybody's: a planted link or a folder that others may enter is not ours. */
async function isPrivate(folder: string, owner: number | undefined): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined || !found.isDirectory() || (found.mode & 0o077) !== 0) return false;
  return found.uid === process.getuid?.() || found.uid === owner;
}
