import type { Facts } from '@atrium/facts/facts-interface';
import type { SeriesDay } from '@atrium/facts/question';
import type { LastState } from './fold.ts';

/** What a command does to the facts, and what depends on it. */
export interface Work {
  /** Days whose quarters change. */
  readonly days: readonly SeriesDay[];
  /** Days with changes in what has no quarters. */
  readonly daysWithoutMarks?: readonly SeriesDay[];
  readonly series: readonly number[];
  /** The ranges to write, one after another. */
  readonly parts: readonly ((facts: Facts) => Promise<void>)[];
  /** The job that shows the progress. */
  readonly job?: string | undefined;
  /** What is taken away, in epoch seconds. */
  readonly erased?: { readonly from: number; readonly to: number };
  /** The part of the tail that comes after the command. */
  readonly keep: (tail: LastState['tail'], seriesId: number) => LastState['tail'];
  /** Start of the newest minute that the command writes for each series. */
  readonly newest?: ReadonlyMap<number, number>;
}
