import type { Transaction } from '../registry/registry.ts';
import type { LastState, Sums } from './fold.ts';
import { saveLast } from './today-store.ts';
import { notifyReadings } from './todo-store.ts';

/** A series whose sums for today changed. */
export interface Folded {
  readonly seriesId: number;
  readonly orgId: string;
  readonly state: LastState;
  readonly sums: Sums;
  /** The spaces that it fills, and its tail with the records that have just left it. */
  readonly fills?: { readonly spaceIds: readonly string[]; readonly taken: LastState } | undefined;
}

/**
 * Joins the transaction that changes today's sums: its writes are committed if, and only if, they are. It may see the
 * same sums again after a crash, so it must be idempotent. When it fails, the readings wait and are retried.
 */
export type OnFolded = (tx: Transaction, changes: readonly Folded[]) => Promise<void>;

/** Saves the changed sums, runs the joined work, and announces them to every node. */
export async function saveFolded(
  tx: Transaction,
  changes: readonly Folded[],
  now: Date,
  onFolded: OnFolded | undefined,
): Promise<void> {
  if (changes.length === 0) return;
  await saveLast(tx.client, changes, now);
  await onFolded?.(tx, changes);
  await notifyReadings(
    tx.client,
    changes.map(({ seriesId }) => seriesId),
  );
}
