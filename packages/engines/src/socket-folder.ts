import { chmod, lstat, mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RECORD = 'socket-folder';
const MAX_SOCKET_NAME = '/.s.PGSQL.5432';

/** `sun_path` less its terminating zero: 108 bytes on Linux, 104 on macOS. */
const SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/**
 * The private folder for the sockets of both engines: inside the data folder, or, if that path is too long for a socket
 * address, a temporary one whose path is recorded in the data folder so that it stays the same.
 */
export async function socketFolder(dataDir: string): Promise<string> {
  const inside = join(dataDir, 'run');
  if (!fits(inside)) return await recordedTemporary(dataDir);
  await mkdir(inside, { recursive: true, mode: 0o700 });
  await chmod(inside, 0o700);
  return inside;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(folder + MAX_SOCKET_NAME) <= SOCKET_PATH_BYTES;
}

async function recordedTemporary(dataDir: string): Promise<string> {
  const record = join(dataDir, RECORD);
  const known = (await readFile(record, 'utf8').catch(() => '')).trim();
  if (known !== '' && fits(known) && (await isOurs(known))) return known;
  const roots = [tmpdir(), '/tmp'].map((folder) => join(folder, 'atrium-'));
  const folder = await mkdtemp(roots.find((root) => fits(`${root}XXXXXX`)) ?? '/tmp/atrium-');
  await writeFile(`${record}.new`, `${folder}\n`, { mode: 0o600 });
  await rename(`${record}.new`, record);
  return folder;
}

/**
 * Everyone can write to the temporary folder: a planted link, or a folder that others own or may enter, is not ours.
 */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined || !found.isDirectory() || (found.mode & 0o077) !== 0) return false;
  const self = process.getuid?.();
  // As root, give the folder to the user that runs PostgreSQL.
  return found.uid === self || self === 0;
}
