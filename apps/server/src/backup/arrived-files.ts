import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  folders,
  isUnfinishedName,
  plainName,
  processingName,
  readProcessingName,
  stampOf,
} from '../ingestion/sftp/places.ts';
import { isId } from '../registry/ids.ts';
import type { BackupDraft } from './backup-folder.ts';
import { arrivedPath, type Manifest } from './manifest.ts';

type Arrived = Manifest['arrived'];

export interface TakenFile {
  readonly orgId: string;
  readonly sha256: string;
  /** Of a file that was handed over. */
  readonly importId: string | null;
}

interface Copying {
  /** Where files that arrive by SFTP are kept. */
  readonly folder: string;
  /** The moment of the registry. */
  readonly since: Date;
  /** Whether the registry of that moment has its import. */
  readonly isTaken: (file: TakenFile) => Promise<boolean>;
}

/**
 * Copies the files that arrived by SFTP and that the registry has not taken: those that wait, and those that were taken
 * after its moment. The content of all others is among the files of the registry.
 */
export async function copyArrived(draft: BackupDraft, { folder, since, isTaken }: Copying): Promise<Arrived> {
  const arrived: Arrived = [];
  const seen = new Set<number>();
  const copy = async (handle: FileHandle, { orgId, name, importId }: Found) => {
    const { ino, mtime } = await handle.stat();
    if (seen.has(ino)) return;
    seen.add(ino);
    if (await isTaken({ orgId, importId, sha256: await digestOf(handle) })) return;
    const path = arrivedPath(arrived.length);
    await draft.put(path, handle.createReadStream({ start: 0, autoClose: false }));
    arrived.push({ path, orgId, name: plainName(name), modifiedAt: mtime.toISOString() });
  };
  // A file that moved to its next folder during one look is found there by another.
  for (let moved = true, looks = 0; moved && looks < 10; looks += 1) {
    moved = false;
    for (const file of await filesIn(folder)) {
      const handle = await open(file.path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(unlessMissing);
      moved ||= handle === undefined;
      if (handle === undefined) continue;
      try {
        const { ctime } = await handle.stat();
        if (!file.settled || ctime >= since) await copy(handle, file);
      } finally {
        await handle.close();
      }
    }
  }
  return arrived;
}

/** Each waits again, in the order of arrival; the server takes them when it has started. */
export async function restoreArrived(arrived: Arrived, { from, folder }: { from: string; folder: string }) {
  let mark = 0;
  for (const { path, orgId, name, modifiedAt } of arrived.toSorted((a, b) => (a.modifiedAt < b.modifiedAt ? -1 : 1))) {
    mark = Math.max(mark + 1, Date.parse(modifiedAt));
    const waiting = join(folder, orgId, 'processing');
    await mkdir(waiting, { recursive: true, mode: 0o700 });
    await copyFile(join(from, path), join(waiting, processingName(stampOf(new Date(mark)), name)));
  }
}

interface Found extends Pick<TakenFile, 'orgId' | 'importId'> {
  readonly path: string;
  /** As its client called it. */
  readonly name: string;
  readonly settled: boolean;
}

/** Every complete file. */
async function filesIn(root: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const orgId of (await namesIn(root, 'isDirectory')).filter(isId)) {
    for (const folder of folders) {
      for (const entry of await namesIn(join(root, orgId, folder), 'isFile')) {
        const settled = folder === 'done' || folder === 'failed';
        if (folder === 'incoming' && isUnfinishedName(entry)) continue;
        if (settled && entry.endsWith('.error.txt')) continue;
        const known = folder === 'processing' ? readProcessingName(entry) : undefined;
        const importId = known?.isHandedOver ? known.mark : null;
        const name = known?.name ?? (settled ? entry.slice(stampLength) : entry);
        found.push({ orgId, importId, path: join(root, orgId, folder, entry), name, settled });
      }
    }
  }
  return found;
}

/** Of `20260304T120000000Z-`, before the name of a settled file. */
const stampLength = 20;

/** Links and whatever else an operator put there are not followed. */
async function namesIn(folder: string, what: 'isFile' | 'isDirectory'): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unlessMissing)) ?? [];
  return entries.filter((entry) => entry[what]()).map(({ name }) => name);
}

async function digestOf(handle: FileHandle): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) digest.update(chunk as Buffer);
  return digest.digest('hex');
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
