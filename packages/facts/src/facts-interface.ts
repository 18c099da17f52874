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
import type {
  AmountColumn,
  AmountQuestion,
  Cells,
  EventQuestion,
  ForecastColumn,
  ForecastQuestion,
  HeardQuestion,
  LevelColumn,
  LevelQuestion,
  SampleColumn,
  SampleQuestion,
  StoredEvent,
} from './kind-questions.ts';
import type { RawDaysQuestion, RawHeader, RawKey, RawQuestion } from './raw-question.ts';
import type {
  AmountRow,
  CountLines,
  EventRow,
  ForecastRow,
  HeardRow,
  LevelRow,
  MinuteRow,
  RawRow,
  VisitRow,
} from './rows.ts';

/**
 * Everything the product may do with facts: with counts here, with other kinds under their names. Kept by ClickHouse (`openFacts`) and, for tests, by the obvious
 * in-memory reading of the same rules (`openOracle`); one contract suite holds both to it.
 *
 * Every call rejects with `FactsUnavailable`, `FactsTimeout` or `FactsRefused`; bad arguments throw a RangeError.
 */
export interface Facts {
  /** Migrates the tables to this program's version; refuses if they are already newer. */
  migrate(): Promise<void>;

  /** Idempotent: any number of times, in any order. Rows that an erasure covers stay erased. */
  append(rows: readonly MinuteRow[]): Promise<void>;

  appendRaw(rows: readonly RawRow[]): Promise<void>;

  /** `append` for long histories. */
  appendLines(history: CountLines): Promise<void>;

  /** Writes a generated history, of whichever kind, inside the engine. Returns how many minutes it covers. */
  appendFrom(history: GeneratedHistory): Promise<number>;

  /**
   * Removes what is known of the records that start in `[from, to)` and keeps removed, for good, whatever older or weaker
   * version of them arrives later: only a row with a higher `ver` shows again. The quarters of the days follow with `recompute`.
   * It holds for every kind.
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

  /** The stored records of a series that start in `[from, to)`, and what was erased there: for a calculation of what others would change. */
  records(question: RecordsQuestion): Promise<StoredRecords>;

  readonly raw: RawFacts;
  readonly levels: LevelFacts;
  readonly samples: SampleFacts;
  readonly amounts: AmountFacts;
  readonly events: EventFacts;
  readonly heard: HeardFacts;
  readonly forecasts: ForecastFacts;

  /** Resolves when the store answers. */
  ping(): Promise<void>;

  close(): Promise<void>;
}

/** Received bodies, which are kept for 30 days. */
export interface RawFacts {
  /** The UTC days that have any, as the epoch seconds at which they start, in order. */
  days(question: RawDaysQuestion): Promise<number[]>;
  /** Of one UTC day, newest first, without their bytes. */
  day(question: RawQuestion): Promise<RawHeader[]>;
  /** The bodies under these keys, in no particular order; those that are gone are missing. */
  read(keys: readonly RawKey[]): Promise<RawRow[]>;
}

export interface RecordsQuestion {
  org: number;
  series: number;
  from: number;
  to: number;
}

export interface StoredRecords {
  records: MinuteRow[];
  erasures: Erasure[];
}

/** As for counts: rows are replaced by their `ver`, whatever the order, and stay erased. */
interface Appending<Row> {
  append(rows: readonly Row[]): Promise<void>;
}

export interface LevelFacts extends Appending<LevelRow> {
  recompute(org: number, days: readonly SeriesDay[], how?: RecomputeOptions): Promise<void>;
  rebuild(org: number, series: readonly number[], from: number, to: number): Promise<void>;
  aggregate<Column extends LevelColumn>(question: LevelQuestion<Column>, asking?: QueryOptions): Promise<Cells<Column>>;
}

export interface SampleFacts extends Appending<VisitRow> {
  aggregate<Column extends SampleColumn>(
    question: SampleQuestion<Column>,
    asking?: QueryOptions,
  ): Promise<Cells<Column>>;
}

export interface AmountFacts extends Appending<AmountRow> {
  aggregate<Column extends AmountColumn>(
    question: AmountQuestion<Column>,
    asking?: QueryOptions,
  ): Promise<Cells<Column>>;
}

export interface EventFacts extends Appending<EventRow> {
  /** Page by page, in the order of the keys. */
  read(question: EventQuestion, asking?: QueryOptions): AsyncGenerator<StoredEvent[], void, void>;
}

export interface HeardFacts extends Appending<HeardRow> {
  aggregate(question: HeardQuestion, asking?: QueryOptions): Promise<Cells<'got'>>;
}

export interface ForecastFacts extends Appending<ForecastRow> {
  /** Appends rows of these series and removes what older forecasts said of them from `from` on; what is past stays as it was forecast. */
  replace(forecast: NewForecast): Promise<void>;
  aggregate<Column extends ForecastColumn>(
    question: ForecastQuestion<Column>,
    asking?: QueryOptions,
  ): Promise<Cells<Column>>;
}

export interface NewForecast {
  org: number;
  series: readonly number[];
  from: number;
  ver: bigint;
  /** All of this version, none before `from`. */
  rows: readonly ForecastRow[];
}

export interface Erasure {
  org: number;
  series: number;
  from: number;
  to: number;
  ver: bigint;
}
