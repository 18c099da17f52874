import type { Operation } from '@atrium/rules/dashboard-edits';

import type { SavedDashboard } from './saved-dashboard.ts';
import type { Batch } from './transport.ts';

/** Edits that the server has not confirmed, and what they were made on. */
export interface Kept {
  readonly base: SavedDashboard;
  readonly inFlight?: Batch | undefined;
  readonly pending: readonly Operation[];
}

/** Where unsaved edits outlive a reload. */
export interface KeptEdits {
  read(): Kept | undefined;
  write(kept: Kept | undefined): void;
  claim(): void;
  /** From now on, what someone else has written in the meantime stays. */
  release(): void;
}

/** Nothing is kept where storage is forbidden or full. */
export function keptEdits(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, key: string): KeptEdits {
  let last: string | null = null;
  let isReleased = false;
  return {
    read() {
      try {
        last = storage.getItem(key);
        return last === null ? undefined : (JSON.parse(last) as Kept);
      } catch {
        return undefined;
      }
    },
    write(kept) {
      try {
        if (isReleased && storage.getItem(key) !== last) return;
        last = kept ? JSON.stringify(kept) : null;
        if (last === null) storage.removeItem(key);
        else storage.setItem(key, last);
      } catch {
        last = null;
      }
    },
    claim() {
      isReleased = false;
    },
    release() {
      isReleased = true;
    },
  };
}
