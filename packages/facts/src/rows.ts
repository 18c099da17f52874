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

/** A received body from the inbox, copied for browsing and replay. */
export interface RawRow {
  org: number;
  seq: bigint;
  lane: number;
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

export const MINUTE = 60;
export const QUARTER = 900;
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
