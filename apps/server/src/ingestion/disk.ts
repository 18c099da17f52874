import { statfs } from 'node:fs/promises';

const interval = 5000;

/** Whether less than a share of the disk is left. Without a folder the disk is somebody else's care. */
export function watchDisk(folder: string | undefined, leastFree: number): { isLow(): boolean; close(): void } {
  let low = false;
  const look = async (path: string) => {
    const { bavail, blocks } = await statfs(path);
    low = bavail < blocks * leastFree;
  };
  if (folder === undefined) return { isLow: () => false, close: () => {} };
  const check = () => void look(folder).catch(() => {});
  check();
  const timer = setInterval(check, interval).unref();
  return { isLow: () => low, close: () => clearInterval(timer) };
}
