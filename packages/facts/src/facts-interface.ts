import type { GeneratedHistory } from './generated-history.ts';
import type {
  Answer,
  QueryOptions,
  Question,
  RecomputeOptions,
  SeriesDay,
  SeriesSums,
  SumsQuestion,
  Tally,
} from './question.ts';
import type { MinuteRow, RawRow } from './rows.ts';

/**
 * Everything the product may do with counts. Implemented by ClickHouse (`openFacts`) and, for tests, by a
 * straightforward in-memory version of the same rules (`openOracle`); one contract suite tests both. Every call rejects
 * with `FactsUnavailable`, `FactsTimeout` or `FactsRefused`; invalid arguments throw a RangeError.
 */
export interface Facts {
  /** Migrates the tables to this program's version; refuses if they are already newer. */
  migrate(): Promise<void>;

  /** Idempotent: any number of times, in any order. Rows that an erasure covers stay erased. */
  append(rows: readonly MinuteRow[]): Promise<void>;

  appendRaw(rows: readonly RawRow[]): Promise<void>;

  /** Writes the minutes of a generated history, inside the engine. Returns how many rows were written. */
  appendFrom(history: GeneratedHistory): Promise<number>;

  /**
   * Removes the records that start in `[from, to)` for good, whatever older or weaker version of them arrives later:
   * only a row with a higher `ver` appears again. The quarters of the days follow with `recompute`.
   */
  erase(erasure: Erasure): Promise<void>;

  /** Recomputes the quarters of whole UTC days from their minutes. */
  recompute(org: number, days: readonly SeriesDay[], how?: RecomputeOptions): Promise<void>;

  /** `recompute` for every UTC day that overlaps `[from, to)`. */
  rebuild(org: number, series: readonly number[], from: number, to: number): Promise<void>;

  aggregate(question: Question, asking?: QueryOptions): Promise<Answer>;

  /** Adds the answer to the caller's own columns: for long answers and callers that need no ordering. */
  tally(question: Question, into: Tally, asking?: QueryOptions): Promise<void>;

  sums(question: SumsQuestion, asking?: QueryOptions): Promise<SeriesSums[]>;

  /** Resolves when the store responds. */
  ping(): Promise<void>;

  close(): Promise<void>;
}

export interface Erasure {
  org: number;
  series: number;
  from: number;
  to: number;
  ver: bigint;
}
