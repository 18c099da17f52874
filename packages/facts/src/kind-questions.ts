import type { Limits, Membership, SeriesDay, Slice } from './question.ts';
import type { EventRow, Outcome } from './rows.ts';

/**
 * Questions about what is not a count. Slices, edges, opening hours, members and keys mean the same as for counts; an answer has the
 * columns that were asked for, and only those are computed.
 */
interface KindQuestion<Of extends Membership, Column extends string> {
  org: number;
  slices: readonly Slice<Of>[];
  columns: readonly Column[];
  limits?: Limits | undefined;
}

/** One entry per (key, bucket) in which something was received, ordered by key, then bucket; the columns run in parallel. */
export type Cells<Column extends string> = { keys: Uint32Array; buckets: Uint32Array } & Record<Column, Float64Array>;

/** Weights are taken to six decimals, so that everything is added up in integers. */
export interface WeightedMember extends Membership {
  weight: number;
}

/**
 * A level is not added over time, so it must be known what is the same level at another time: members with the same key and unit are
 * one level, say of a zone whose series or scale changed. Their ranges must not overlap; what shall be added is another unit.
 */
export interface LevelMember extends WeightedMember {
  /** Chosen by the asker. */
  unit: number;
}

/**
 * `avg`: the sum over units of area ÷ seconds received, each rounded toward zero to a billionth.
 * `max`, `min`: the highest and the lowest sum in one minute, of what the members of the key had in it as their highest and lowest.
 * A member without a reading in a minute is not in its sum. `last`: the sum over units of the last reading in the bucket.
 * `busy`: of the minutes with a reading, the share in which the sum of the last readings is above zero.
 * `got`: seconds received, over all members and not weighted.
 */
export const levelColumns = ['avg', 'max', 'min', 'last', 'busy', 'got'] as const;
export type LevelColumn = (typeof levelColumns)[number];

export interface LevelQuestion<Column extends LevelColumn = LevelColumn> extends KindQuestion<LevelMember, Column> {
  /** As for counts: from here on, and on marked days, quarters are not read. */
  freshFrom: number;
  marks: readonly SeriesDay[];
}

/**
 * All in seconds, except `count` (Σ n) and `estimated` (1 where a sample stood for more than one visit, otherwise 0).
 * A sample that stands for n visits counts as n visits of ms ÷ n, rounded to the microsecond. With all N visits of a cell in order:
 * `median`: the middle one, or half of the sum of the middle two.
 * `trimmed`: the mean without a tenth of N at each end, where the visit on either boundary counts by the part of it that is left;
 * rounded down to the nanosecond.
 */
export const sampleColumns = ['count', 'total', 'avg', 'max', 'median', 'trimmed', 'estimated'] as const;
export type SampleColumn = (typeof sampleColumns)[number];

export interface SampleQuestion<Column extends SampleColumn = SampleColumn> extends KindQuestion<Membership, Column> {
  /** Only these; all when not given. */
  outcomes?: readonly Outcome[] | undefined;
}

/**
 * `value`, `n`: weighted sums. `withheld`: 1 where an indivisible record was left out because the bucket, the opening hours or the
 * member's range would have divided it, otherwise 0; see also `endsEarly` of a slice.
 */
export const amountColumns = ['value', 'n', 'withheld'] as const;
export type AmountColumn = (typeof amountColumns)[number];

export type AmountQuestion<Column extends AmountColumn = AmountColumn> = KindQuestion<WeightedMember, Column>;

/** A series of a forecast. `gives`: a location adds up the values of its zones, and has its band from a series of its own. */
export interface ForecastMember extends Membership {
  wIn: number;
  wOut: number;
  gives: 'values' | 'bands' | 'both';
}

/**
 * `ins`, `outs`: weighted sums of hours; an hour that a bucket cuts is spread over its minutes. The four bands are never added: they are
 * given where a bucket is exactly one hour or one day of one series, open as a whole, and are not a number elsewhere.
 */
export const forecastColumns = ['ins', 'outs', 'lowins', 'highins', 'lowouts', 'highouts'] as const;
export type ForecastColumn = (typeof forecastColumns)[number];

export type ForecastQuestion<Column extends ForecastColumn = ForecastColumn> = KindQuestion<ForecastMember, Column>;

/** `got`: seconds in which devices were heard. */
export type HeardQuestion = Omit<KindQuestion<Membership, never>, 'columns'>;

export interface EventQuestion {
  org: number;
  series: readonly number[];
  /** Epoch seconds. */
  from: number;
  to: number;
  /** Continue behind this event. */
  after?: EventKey | undefined;
  /** How many at a time. */
  pageSize?: number | undefined;
  limits?: Limits | undefined;
}

/** Events are read in the order of their keys: by series, then by time. */
export type EventKey = Pick<EventRow, 'series' | 'at' | 'track' | 'type' | 'logic'>;
export type StoredEvent = Omit<EventRow, 'org' | 'ver' | 'gone'>;
