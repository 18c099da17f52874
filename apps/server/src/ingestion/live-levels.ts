import type { Transaction } from '../registry/registry.ts';

/** How many people are somewhere now. */
export interface LiveLevel {
  readonly orgId: string;
  readonly entity: { readonly kind: 'space' | 'location' | 'zone'; readonly id: string };
  readonly value: number | null;
  /** Epoch seconds of the newest reading that decides it. */
  readonly at: number;
  /** Changed by late data or an edit: nothing fires for the past. */
  readonly corrected: boolean;
}

/** Joins the transaction that changes levels. It may see the same levels again, so it must be idempotent. */
export type OnLevels = (tx: Transaction, changes: readonly LiveLevel[]) => Promise<void>;
