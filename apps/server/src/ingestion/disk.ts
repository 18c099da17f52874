import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export type ReadDisk = (folder: string) => Promise<DiskSpace>;

export interface DiskWatch {
  /** Whether less than a share of the disk is left. */
  isLow(): boolean;
  /** As it is now; null where it cannot be read. */
  space(): Promise<DiskSpace | null>;
  close(): void;
}

const interval = 5000;

/** Without a folder someone else manages the disk. */
export function watchDisk(folder: string | undefined, leastFree: number, read: ReadDisk = readDisk): DiskWatch {
  let low = false;
  if (folder === undefined) return { isLow: () => false, space: async () => null, close: () => {} };
  const space = async () => {
    const found = await read(folder).catch(() => null);
    if (found) low = found.freeBytes < found.totalBytes * leastFree;
    return found;
  };
  void space();
  const timer = setInterval(() => void space(), interval).unref();
  return { isLow: () => low, space, close: () => clearInterval(timer) };
}

/** Space reserved for root does not count as free. */
async function readDisk(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
