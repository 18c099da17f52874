import { recall, remember } from '../../ui/use-remembered.ts';

const key = 'last-counter';

/** Where an installed counter opens: at the last space that was counted on this device. */
export function lastCounterPath(): string | null {
  return recall(key);
}

export function rememberCounter(path: string): void {
  remember(key, path);
}
