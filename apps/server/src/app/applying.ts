import { type Applying, type ApplyingOptions, startApplying } from '../ingestion/applying.ts';
import type { OnFolded } from '../ingestion/folded.ts';

/** What joins the transaction in which sums of today change, in this order. */
const joining: readonly OnFolded[] = [];

/** Applies readings, in this thread or in one of its own: both are composed here, so that they do the same. */
export function buildApplying(options: Omit<ApplyingOptions, 'onFolded'>): Promise<Applying> {
  return startApplying({
    ...options,
    async onFolded(tx, changes) {
      for (const join of joining) await join(tx, changes);
    },
  });
}
