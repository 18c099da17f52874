import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Folder, folders } from './places.ts';
import { sharedRuns } from './shared-runs.ts';

export interface ShelfLimits {
  readonly fileBytes: number;
  /** Of all files of an organization that are not imported yet, and how many there may be in a folder. */
  readonly totalBytes: number;
  readonly files: number;
}

export const defaultShelfLimits: Omit<ShelfLimits, 'fileBytes'> = { totalBytes: 4 * 1024 ** 3, files: 2_000 };

export interface Entry {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
  /** When it got this name, or was last written. */
  readonly changedAt: Date;
}

/** A file that a client is sending. It gets its name when it is complete. */
export interface Upload {
  readonly name: string;
  /** False when it would become too large, or there is no room for it. */
  write(data: Buffer, offset: number): Promise<boolean>;
  readonly bytes: number;
  /** False, and nothing is kept, when a part of it could not be written. */
  finish(): Promise<boolean>;
  discard(): Promise<void>;
}

/** No room, or too many files. */
export class ShelfFull extends Error {
  override readonly name = 'ShelfFull';
}

/** The files of one organization on disk. Names are checked before; a symbolic link is never followed. */
export interface Shelf {
  /** Requests at the same time share an answer. */
  list(folder: Folder): Promise<readonly Entry[]>;
  find(folder: Folder, name: string): Promise<Entry | undefined>;
  path(folder: Folder, name: string): string;
  read(folder: Folder, name: string): Promise<FileHandle>;
  upload(name: string): Promise<Upload>;
  move(from: Folder, name: string, to: Folder, newName: string): Promise<void>;
  remove(folder: Folder, name: string): Promise<void>;
}

const writing = '.writing';

/** Deletes what an earlier process was still receiving. `hasRoom` says whether the disk takes more. */
export async function openShelf(root: string, limits: ShelfLimits, hasRoom = () => true): Promise<Shelf> {
  await rm(join(root, writing), { recursive: true, force: true });
  for (const folder of [...folders, writing]) await mkdir(join(root, folder), { recursive: true, mode: 0o700 });
  const path = (folder: Folder, name: string) => join(root, folder, name);
  let uploading = 0;
  /** Of all uploads since the start: what others have finished is gone from the room that an upload began with. */
  let finished = 0;

  const find = async (folder: Folder, name: string): Promise<Entry | undefined> => {
    const found = await lstat(path(folder, name)).catch(ignoreMissing);
    return found?.isFile() ? { name, bytes: found.size, modifiedAt: found.mtime, changedAt: found.ctime } : undefined;
  };
  const look = async (folder: Folder): Promise<readonly Entry[]> => {
    const names = await readdir(join(root, folder));
    const found = await Promise.all(names.map((name) => find(folder, name)));
    return found.filter((entry) => entry !== undefined).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  };
  // A thousand requests for a folder of a thousand files must not be a million at once.
  const looks = new Map(folders.map((folder) => [folder, sharedRuns(() => look(folder))]));
  const list = (folder: Folder) => looks.get(folder)!();
  const usedBytes = async () => {
    const all = await Promise.all((['incoming', 'processing'] as const).map(list));
    if (all.some((entries) => entries.length >= limits.files)) throw new ShelfFull('Too many files.');
    return all.flat().reduce((sum, { bytes }) => sum + bytes, 0);
  };

  return {
    list,
    find,
    path,
    read: (folder, name) => open(path(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW),

    async upload(name) {
      const before = finished;
      const room = limits.totalBytes - (await usedBytes());
      const left = () => room - (finished - before);
      if (left() <= uploading) throw new ShelfFull('No storage left.');
      const temporary = join(root, writing, randomUUID());
      const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      let bytes = 0;
      let isBroken = false;
      const writes = new Set<Promise<void>>();
      const leave = async () => {
        uploading -= bytes;
        await handle.close();
      };
      const discard = async () => {
        await leave();
        await rm(temporary, { force: true });
      };
      return {
        name,
        get bytes() {
          return bytes;
        },
        async write(data, offset) {
          const end = Math.max(bytes, offset + data.length);
          isBroken ||= end > limits.fileBytes || uploading - bytes + end > left() || !hasRoom();
          if (isBroken) return false;
          uploading += end - bytes;
          bytes = end;
          const write = writeAll(handle, data, offset).catch((error: unknown) => {
            isBroken = true;
            throw error;
          });
          writes.add(write);
          await write.finally(() => writes.delete(write));
          return true;
        },
        async finish() {
          // A client may close a file before it knows whether everything was written.
          await Promise.allSettled(writes);
          if (!isBroken) {
            await handle.sync().catch(() => {
              isBroken = true;
            });
          }
          if (isBroken) {
            await discard();
            return false;
          }
          finished += bytes;
          await leave();
          await rename(temporary, path('incoming', name));
          return true;
        },
        discard,
      };
    },

    move: (from, name, to, newName) => rename(path(from, name), path(to, newName)),
    async remove(folder, name) {
      await unlink(path(folder, name)).catch(ignoreMissing);
    },
  };
}

async function writeAll(handle: FileHandle, data: Buffer, offset: number): Promise<void> {
  for (let done = 0; done < data.length;) {
    done += (await handle.write(data, done, data.length - done, offset + done)).bytesWritten;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
