import { chmod, lstat, mkdir, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Programs that an account other than ours may have to run; nothing in them is secret. */
const programs = 'postgres-programs';
const others = 0o077;

/** Creates the folder if it is missing, and removes all group and other permissions inside it. */
export async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await closeEntry(folder);
  for await (const entry of await opendir(folder)) {
    if (entry.name !== programs) await closeTree(join(folder, entry.name), entry.isDirectory());
  }
}

async function closeTree(path: string, isFolder: boolean): Promise<void> {
  await closeEntry(path);
  if (!isFolder) return;
  try {
    for await (const entry of await opendir(path)) await closeTree(join(path, entry.name), entry.isDirectory());
  } catch (error) {
    passOver(error);
  }
}

async function closeEntry(path: string): Promise<void> {
  try {
    const found = await lstat(path);
    if (!found.isSymbolicLink() && (found.mode & others) !== 0) await chmod(path, found.mode & 0o7777 & ~others);
  } catch (error) {
    passOver(error);
  }
}

/** Ignores files that just disappeared, and those of other users: the databases report what they cannot use. */
function passOver(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EACCES') throw error;
}
