import type { Range } from './generated-history.ts';

/**
 * A query about counts. Time is epoch seconds everywhere; the calendar has already turned dates and time zones into
 * edges, and the directory has turned entities into members that the caller may see.
 */
export interface Question {
  org: number;
  slices: readonly Slice[];
  /** Start of a UTC day: from there on minutes are read, because quarters may not exist yet. */
  freshFrom: number;
  /** Days whose quarters are out of date: read from minutes. Marks of other series are ignored. */
  marks: readonly SeriesDay[];
  limits?: Limits | undefined;
}

/** Members that share bucket edges, in practice those of one time zone and the same opening hours. */
export interface Slice<Of extends Membership = Member> {
  /** Ascending multiples of 60; bucket `i` is `[edges[i], edges[i + 1])`. */
  edges: readonly number[];
  /**
   * The number of each bucket in the answer; 0, 1, 2 … when absent. Intervals with the same number are one bucket, say
   * all Mondays. For counts the caller adds up instead.
   */
  buckets?: readonly number[] | undefined;
  /**
   * Of amounts: this end of the last bucket is not one that was asked for, but how far things have come. An indivisible record that
   * is divided by it alone is left out, and does not count as withheld.
   */
  endsEarly?: number | undefined;
  /** When given, only minutes that start in one of these count. Ascending multiples of 60, not adjacent. */
  open?: readonly Range[] | undefined;
  members: readonly Of[];
}

/** A series while it belongs to what is asked. It may appear again with another range, key or weight, also in other slices. */
export interface Membership {
  series: number;
  /** The member owns the minutes that start in `[from, to)`. */
  from: number;
  to: number;
  /** Chosen by the caller; equal keys and bucket indexes are added up, across slices too. */
  key: number;
}

export interface Member extends Membership {
  wIn: number;
  wOut: number;
  /** Its ins count as outs and its outs as ins; each keeps its weight. */
  reversed?: true | undefined;
}

/** A whole UTC day of a series; `day` is the epoch second it starts at. */
export interface SeriesDay {
  series: number;
  day: number;
}

export interface Limits {
  seconds?: number | undefined;
  bytes?: number | undefined;
}

/** The count columns of an answer. `got` is the seconds received, over all members of the key and not weighted. */
export const countColumns = ['ins', 'outs', 'got'] as const;
export type CountColumn = (typeof countColumns)[number];

/**
 * One entry per (key, bucket) that has at least one received minute, ordered by key, then bucket; the columns run in
 * parallel.
 */
export interface Answer extends Record<CountColumn, Float64Array> {
  keys: Uint32Array;
  buckets: Uint32Array;
}

/** Accepts an answer in any order: counts are added to the cell of their key and bucket, column by column. */
export interface Tally {
  readonly cellOf: (key: number, bucket: number) => number;
  /** The requested ones. */
  readonly columns: Readonly<Partial<Record<CountColumn, Float64Array>>>;
}

export interface SumsQuestion {
  org: number;
  series: readonly number[];
  /** Multiples of 60. */
  from: number;
  to: number;
  limits?: Limits | undefined;
}

/** Series without a received minute in the range are absent from the answer. */
export interface SeriesSums {
  series: number;
  ins: number;
  outs: number;
  got: number;
  /** Start of the last minute with data. */
  lastMinute: number;
}

export interface QueryOptions {
  /** When it aborts, the engine's work is ended too and the call rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface RecomputeOptions {
  /**
   * For days whose minutes are damaged: a quarter that was computed from more seconds than remain stays, unless it was
   * erased.
   */
  readonly keepFuller?: boolean | undefined;
}
