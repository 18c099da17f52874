import { setPriority } from 'node:os';

/**
 * Makes the calling thread step back while others need the processor, the one that answers requests above all. Only Linux has
 * priorities for each thread; elsewhere this would slow down the whole process. Where it is not permitted, nothing is lost.
 */
export function stepBack(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(niceness);
  } catch {
    // The thread goes on as it is.
  }
}
