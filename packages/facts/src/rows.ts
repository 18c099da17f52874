/**
 * One record as reported by a sensor: `ins` and `outs` counted in the `span` seconds from `at` on. Its key is (org,
 * series, at, span); a row with a higher `ver` replaces the one under the same key. Both are whole seconds, except that
 * a record shorter than a second has milliseconds in its start and length. A partial record of an open interval has the
 * start and the span of the whole interval, so that it is replaced.
 */
export interface MinuteRow {
  org: number;
  series: number;
  /** Epoch seconds. */
  at: number;
  /** Seconds, a thousandth to `MAX_SPAN`. */
  span: number;
  ins: number;
  outs: number;
  ver: bigint;
  gone: 0 | 1;
  flags: number;
}

/** Counts of one version as text: a long history is never rows in memory. */
export interface CountLines {
  org: number;
  ver: bigint;
  blocks: readonly CountBlock[];
}

export interface CountBlock {
  series: number;
  /** All of them start in `[from, to)`, epoch seconds. */
  from: number;
  to: number;
  /** `at,span,ins,outs` in whole numbers; every line ends with a line feed. */
  lines: string;
}

/**
 * One reading of a level (people in a zone, length of a queue) over the `span` seconds from `at` on: its value at the end, its lowest and
 * its highest. Its key is (org, series, at, span). Nothing is carried beyond its span: where no reading is, there is a gap.
 */
export interface LevelRow {
  org: number;
  series: number;
  /** Epoch seconds. */
  at: number;
  /** Whole seconds, up to `MAX_SPAN`. */
  span: number;
  last: number;
  lo: number;
  hi: number;
  /** Level times seconds, for a sensor that measures an average of its own; otherwise `last` times `span`. */
  area?: number | undefined;
  ver: bigint;
  gone: 0 | 1;
}

export const outcomes = ['unknown', 'served', 'abandoned'] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * A sample: a wait, a service or a stay that ended at `at`, or the sum of `n` such times.
 * Its key is (org, series, at, id).
 */
export interface VisitRow {
  org: number;
  series: number;
  /** Epoch seconds. */
  at: number;
  /** Tells apart what ended in the same second. */
  id: bigint;
  /** Milliseconds, of all `n` together. */
  ms: number;
  n: number;
  outcome: Outcome;
  ver: bigint;
  gone: 0 | 1;
}

/**
 * An amount that adds up: sales in minor units of the currency (returns are negative), staff time in seconds.
 * Its key is (org, series, at, span, employee). All records count: a long one and a short one of the same time are different amounts.
 */
export interface AmountRow {
  org: number;
  series: number;
  /** Epoch seconds. */
  at: number;
  /** Whole seconds, up to `MAX_AMOUNT_SPAN`; 1 for what happened at an instant. */
  span: number;
  /** Zero where nobody is named. */
  employee: bigint;
  value: number;
  /** How many sales, items or shifts it stands for. */
  n: number;
  /** It is known only as a whole, like the sales of a day: it is never spread, and missing from buckets that would divide it. */
  indivisible: boolean;
  ver: bigint;
  gone: 0 | 1;
}

export const eventTypes = [
  'track_created',
  'track_deleted',
  'line_forward',
  'line_backward',
  'zone_entered',
  'zone_left',
  'zone_dwell',
] as const;
export type EventType = (typeof eventTypes)[number];

/** What happened to one track, for journeys. Its key is (org, series, at, track, type, logic). */
export interface EventRow {
  org: number;
  series: number;
  /** Epoch seconds, with milliseconds. */
  at: number;
  track: bigint;
  type: EventType;
  /** The line or zone of the sensor; zero for the track as a whole. */
  logic: number;
  /** How long it took, in milliseconds: a dwell. */
  ms: number;
  /** Epoch second at which a UTC day starts: from then on the row is gone. */
  keepUntil: number;
  ver: bigint;
  gone: 0 | 1;
}

/**
 * In how many seconds of a UTC quarter hour a device was heard. Who reports events cannot tell zero from missing; this can.
 * Its key is (org, series, at).
 */
export interface HeardRow {
  org: number;
  series: number;
  /** Epoch seconds, the start of a quarter hour. */
  at: number;
  /** 0 to 900. */
  seconds: number;
  ver: bigint;
  gone: 0 | 1;
}

export const forecastGrains = ['hour', 'day'] as const;
export type ForecastGrain = (typeof forecastGrains)[number];

/**
 * How many people are expected in an hour, or the band of a day: a day is the sum of its hours, its band is not. Its key is
 * (org, series, at, grain). In hundredths of people.
 */
export interface ForecastRow {
  org: number;
  series: number;
  /** Epoch seconds. */
  at: number;
  grain: ForecastGrain;
  /** Whole seconds: of an hour up to `MAX_FORECAST_HOUR`. */
  span: number;
  ins: number;
  outs: number;
  /** Eighty of a hundred times, what comes is between them. Absent where that is not known. */
  bands?: ForecastBands | undefined;
  /** Epoch seconds. */
  made: number;
  /** A word in lower case. */
  model: string;
  ver: bigint;
  gone: 0 | 1;
}

export interface ForecastBands {
  lowIns: number;
  highIns: number;
  lowOuts: number;
  highOuts: number;
}

/** A received body as the inbox kept it, copied for browsing and replay. */
export interface RawRow {
  org: number;
  seq: bigint;
  lane: number;
  /** Who sent it; empty where that was not stored. */
  device: string;
  /** Epoch milliseconds. */
  receivedAt: number;
  kind: string;
  vendor: string;
  decoder: string;
  contentType: string;
  body: Uint8Array;
}

/**
 * A record may not be longer than a day: a query for a day then has to look back only one day for records that extend
 * into it. Importers split longer ones.
 */
export const MAX_SPAN = 86_400;

/** The longest local day, which cannot be split when only its sum is known, and room for days that changed their clocks twice. */
export const MAX_AMOUNT_SPAN = 93_600;

/** A clock that is set back within an hour makes it longer. */
export const MAX_FORECAST_HOUR = 7200;

export const MINUTE = 60;
export const QUARTER = 900;
export const HOUR = 3600;
export const DAY = 86_400;

/**
 * How a key is stored: whole seconds in `at` and `span`, and the thousandths of both in one number, zero for nearly
 * all. Half a second from 12.5 on is at 12, span 0, sub 500_500.
 */
export function storedKey({ at, span }: Pick<MinuteRow, 'at' | 'span'>): { at: number; span: number; sub: number } {
  const [start, length] = [Math.round(at * 1000), Math.round(span * 1000)];
  return {
    at: Math.floor(start / 1000),
    span: Math.floor(length / 1000),
    sub: (start % 1000) * 1000 + (length % 1000),
  };
}
