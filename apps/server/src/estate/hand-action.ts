import type { CounterAction } from '@atrium/contract/manual-occupancy';
import type { Transaction } from '../registry/registry.ts';

/** Something that someone does at a counter of a space. */
export interface HandAction {
  readonly orgId: string;
  readonly spaceId: string;
  readonly userId: string;
  readonly action: CounterAction;
  readonly actionId: string;
  /** Epoch seconds. */
  readonly at: number;
  /** Of a reset. */
  readonly value: number;
  /** Writes a reset where others are written, at the time at which it counts. */
  readonly writeReset?: ((at: Date) => Promise<void>) | undefined;
}

/**
 * Counts people by hand, in a transaction with what belongs to it, and returns how many there are. Every action is kept
 * with what it changed, so that the history says the same.
 */
export type CountByHand = (tx: Transaction, action: HandAction) => Promise<number>;
