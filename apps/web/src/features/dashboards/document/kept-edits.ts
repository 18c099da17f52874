import type { Operation } from '@atrium/rules/dashboard-edits';

import type { SavedDashboard } from './saved-dashboard.ts';
import type { Batch } from './transport.ts';

/** Edits that the server has not confirmed, and what they were made on. */
export interface Kept {
  readonly base: SavedDashboard;
  readonly inFlight?: Batch | undefined;
  readonly pending: readonly Operation[];
}

/** Where unsaved edits outlive a reload and a closed tab. */
export interface KeptEdits {
  read(): Kept | undefined;
  write(kept: Kept | undefined): void;
  /** False if another tab has taken the edits over since they were released. */
  claim(): boolean;
  /** From now on another tab may take them over. */
  release(): void;
  readonly isOwn: boolean;
}

interface Entry {
  readonly kept: Kept;
  readonly isReleased: boolean;
  readonly at: number;
}

export interface KeptEditsOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
  /** Of a person and a dashboard. */
  readonly key: string;
  /** Tabs that are open at the same time do not take each other's edits. */
  readonly tabId: string;
  readonly now: () => number;
}

/** A tab that ended without releasing its edits is not coming back after a day. */
const abandonedMs = 24 * 60 * 60 * 1000;

/** Nothing is kept where storage is forbidden or full. */
export function keptEdits({ storage, key, tabId, now }: KeptEditsOptions): KeptEdits {
  const own = `${key}.${tabId}`;
  let last: string | null = null;
  let isReleased = false;

  const store = (kept: Kept | undefined) => {
    last = kept ? JSON.stringify({ kept, isReleased, at: now() } satisfies Entry) : null;
    if (last === null) storage.removeItem(own);
    else storage.setItem(own, last);
  };

  const mayTake = (name: string): boolean => {
    if (name === own) return true;
    if (!name.startsWith(`${key}.`)) return false;
    const entry = entryIn(storage.getItem(name));
    return entry !== undefined && (entry.isReleased || now() - entry.at > abandonedMs);
  };

  const isOwn = () => !isReleased || storage.getItem(own) === last;

  return {
    read() {
      try {
        last = storage.getItem(own);
        const kept = entryIn(last)?.kept;
        if (kept) return kept;
        const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
        const left = names.find(mayTake);
        if (left === undefined) return undefined;
        const taken = entryIn(storage.getItem(left))?.kept;
        storage.removeItem(left);
        store(taken);
        return taken;
      } catch {
        return undefined;
      }
    },
    write(kept) {
      try {
        if (isOwn()) store(kept);
      } catch {
        last = null;
      }
    },
    claim() {
      try {
        const isClaimed = isOwn();
        isReleased = false;
        return isClaimed;
      } catch {
        return true;
      }
    },
    release() {
      try {
        const entry = entryIn(last);
        const mine = isOwn();
        isReleased = true;
        if (entry && mine) store(entry.kept);
      } catch {
        last = null;
      }
    },
    get isOwn() {
      try {
        return isOwn();
      } catch {
        return true;
      }
    },
  };
}

function entryIn(text: string | null): Entry | undefined {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as Entry;
  } catch {
    return undefined;
  }
}
