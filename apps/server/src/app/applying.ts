import { type Applying, type ApplyingOptions, startApplying } from '../ingestion/applying.ts';
import type { OnFolded } from '../ingestion/folded.ts';

/** Work that joins the transaction in which today's sums change, in this order. */
const joining: readonly OnFolded[] = [];

/** Applies readings, in this thread or in a separate one: both are composed here, so that they do the same. */
export function buildApplying(options: Omit<ApplyingOptions, 'onFolded'>): Promise<Applying> {
  return startApplying({
    ...options,
    async onFolded(tx, changes) {
      for (const join of joining) await join(tx, changes);
    },
  });
}
