import type { Erasure } from './facts-interface.ts';
import type { Derived, GeneratedHistory, Range } from './generated-history.ts';
import type { Question, SeriesDay, SumsQuestion } from './question.ts';
import { DAY, MAX_SPAN, MINUTE, type CountBlock, type MinuteRow, type RawRow } from './rows.ts';

/** Arguments come from our own code, so an invalid one is a bug there: it throws before anything reaches the engine. */
export function checkMinuteRow(row: MinuteRow): void {
  if (
    !(isUInt32(row.org) && isUInt32(row.series) && isUInt32(row.ins) && isUInt32(row.outs)) ||
    !isInterval(row) ||
    !(Number.isInteger(row.flags) && row.flags >= 0 && row.flags <= 255) ||
    !isUInt64(row.ver)
  ) {
    throw new RangeError(`not a minute row: ${describe(row)}`);
  }
}

/** Numbers of the right length; the engine refuses those that do not fit. */
const countLines = /^(?:\d{1,10},\d{1,5},\d{1,10},\d{1,10}\n)*$/;

export function checkBlock(org: number, ver: bigint, { series, from, to, lines }: CountBlock): void {
  const isKnown = isUInt32(org) && isUInt32(series) && isUInt32(from) && isUInt32(to) && isUInt64(ver);
  if (!isKnown || !countLines.test(lines))
    throw new RangeError(`not lines of counts: ${describe({ org, series, from, to })}`);
}

/** Whole seconds, or less than a second in milliseconds. */
function isInterval({ at, span }: MinuteRow): boolean {
  if (span >= 1) return isUInt32(at) && Number.isInteger(span) && span <= MAX_SPAN;
  return isMilliseconds(at) && isUInt32(Math.floor(at)) && isMilliseconds(span) && span > 0;
}

export function isMilliseconds(seconds: number): boolean {
  return Math.round(seconds * 1000) / 1000 === seconds;
}

export function checkRawRow(row: RawRow): void {
  const received = Number.isInteger(row.receivedAt) && row.receivedAt >= 0 && row.receivedAt < 2 ** 32 * 1000;
  const lane = Number.isInteger(row.lane) && row.lane >= 0 && row.lane <= 65_535;
  if (!(isUInt32(row.org) && isUInt64(row.seq) && lane && received))
    throw new RangeError(`not a raw row: seq ${row.seq}`);
}

export function checkQuestion({ org, slices, freshFrom, marks }: Question): void {
  check(isUInt32(org), 'org', org);
  check(isUInt32(freshFrom) && freshFrom % DAY === 0, 'freshFrom', freshFrom);
  checkDays(marks);
  for (const { edges, members, open = [] } of slices) {
    checkOpen(open);
    check(edges.length >= 2 && edges.length <= MAX_EDGES, 'number of edges', edges.length);
    let previous = -1;
    for (let at = 0; at < edges.length; at += 1) {
      const edge = edges[at]!;
      if (!isUInt32(edge) || edge <= previous) check(false, 'edge', edge);
      previous = edge;
    }
    for (const { series, key, from, to, wIn, wOut } of members) {
      check(isUInt32(series), 'series', series);
      check(isUInt32(key), 'key', key);
      check(!Number.isNaN(from) && !Number.isNaN(to), 'range', from);
      check(Number.isFinite(wIn) && Number.isFinite(wOut), 'weight', wIn);
    }
  }
}

export function checkOpen(open: readonly Range[]): void {
  check(open.length <= MAX_OPEN, 'number of opening hours', open.length);
  let end = -1;
  for (const { from, to } of open) {
    checkRange(from, to, MINUTE);
    check(from > end && to > from, 'opening hours', from);
    end = to;
  }
}

export function checkSums({ org, series, from, to }: SumsQuestion): void {
  check(isUInt32(org), 'org', org);
  for (const each of series) check(isUInt32(each), 'series', each);
  checkRange(from, to, MINUTE);
}

export function checkDays(days: readonly SeriesDay[]): void {
  for (const { series, day } of days) {
    check(isUInt32(series), 'series', series);
    check(isUInt32(day) && day % DAY === 0, 'day', day);
  }
}

export function checkErasure({ org, series, from, to, ver }: Erasure): void {
  check(isUInt32(org), 'org', org);
  check(isUInt32(series), 'series', series);
  check(isUInt64(ver), 'ver', ver);
  checkRange(from, to, 1);
}

export function checkHistory({ org, series, ver, seed, curves, stretches, gaps, as }: GeneratedHistory): void {
  check(isUInt32(org), 'org', org);
  check(isUInt32(series), 'series', series);
  check(isUInt64(ver), 'ver', ver);
  check(isUInt32(seed), 'seed', seed);
  const slots = curves[0]?.ins.length ?? 0;
  check(slots > 0, 'curve', slots);
  for (const { ins, outs } of curves) {
    check(ins.length === slots && outs.length === slots, 'curve', ins.length);
    for (const rate of [...ins, ...outs]) check(isUInt32(rate) && rate <= MAX_RATE, 'rate', rate);
  }
  let end = 0;
  for (const { from, to, offset, curve, factor } of stretches) {
    checkRange(from, to, MINUTE);
    check(from >= end, 'stretch', from);
    check(Number.isInteger(offset) && Math.abs(offset) <= DAY && from + offset >= 0, 'offset', offset);
    check(curves[curve] !== undefined, 'curve', curve);
    check(isUInt32(factor) && factor <= MAX_RATE, 'factor', factor);
    end = to;
  }
  end = 0;
  for (const { from, to } of gaps) {
    checkRange(from, to, MINUTE);
    check(from >= end, 'gap', from);
    end = to;
  }
  if (as) checkDerived(as);
}

function checkDerived(as: Derived): void {
  if (as.kind !== 'level') check(as.from >= 0 && as.from <= as.to && as.to <= 1000, 'part', as.to);
  if (as.kind !== 'part') check(isUInt32(as.reset) && as.reset < DAY, 'reset', as.reset);
  if (as.kind === 'times')
    for (const ms of [as.base, as.perHead, as.spread]) check(isUInt32(ms) && ms < DAY * 1000, 'time', ms);
}

/** Several a day for centuries; a location that is always open has one. */
const MAX_OPEN = 2 ** 20;

/** So that key and bucket fit one exact number together. */
export const MAX_EDGES = 2 ** 20;

/** A thousand people a minute, times a thousand: far beyond reality, and far from overflow. */
const MAX_RATE = 1_000_000;

function checkRange(from: number, to: number, step: number): void {
  check(isUInt32(from) && from % step === 0, 'start of range', from);
  check(isUInt32(to) && to % step === 0 && to >= from, 'end of range', to);
}

export function check(holds: boolean, what: string, value: number | bigint): void {
  if (!holds) throw new RangeError(`${what} out of range: ${value}`);
}

export function isUInt32(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 32;
}

export function isUInt64(value: bigint): boolean {
  return value >= 0n && value < 1n << 64n;
}

export function describe(row: object): string {
  return JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
