import { check, checkDays, checkOpen, describe, isMilliseconds, isUInt32, isUInt64, MAX_EDGES } from './checks.ts';
import type { EventQuestion, ForecastMember, LevelMember, LevelQuestion, WeightedMember } from './kind-questions.ts';
import type { Membership, Slice } from './question.ts';
import {
  DAY,
  eventTypes,
  forecastGrains,
  MAX_AMOUNT_SPAN,
  MAX_FORECAST_HOUR,
  MAX_SPAN,
  MINUTE,
  outcomes,
  QUARTER,
  type AmountRow,
  type EventRow,
  type ForecastRow,
  type HeardRow,
  type LevelRow,
  type VisitRow,
} from './rows.ts';

/** As `checks.ts`, for what is not a count. */
export function checkLevelRow(row: LevelRow): void {
  const { last, lo, hi, area = 0 } = row;
  const values = [last, lo, hi].every(isInt32) && lo <= hi && Number.isInteger(area) && Math.abs(area) <= MAX_VALUE;
  refuseUnless(isFact(row) && isSpan(row.span, MAX_SPAN) && values, 'level', row);
}

export function checkVisitRow(row: VisitRow): void {
  const { id, ms, n, outcome } = row;
  const values = isCount(ms) && ms <= MAX_VALUE && isUInt32(n) && n > 0 && outcomes.includes(outcome);
  refuseUnless(isFact(row) && isUInt64(id) && values, 'sample', row);
}

export function checkAmountRow(row: AmountRow): void {
  const { span, employee, value, n } = row;
  const values = Number.isInteger(value) && Math.abs(value) <= MAX_VALUE && isUInt32(n);
  refuseUnless(isFact(row) && isSpan(span, MAX_AMOUNT_SPAN) && isUInt64(employee) && values, 'amount', row);
}

export function checkEventRow(row: EventRow): void {
  const { at, track, type, logic, ms, keepUntil } = row;
  const known = isUInt64(track) && eventTypes.includes(type) && isUInt32(logic) && isUInt32(ms);
  // The engine's dates end in 2149.
  const ends = Number.isInteger(keepUntil) && keepUntil % DAY === 0 && keepUntil >= 0 && keepUntil / DAY < 2 ** 16;
  const whole = { ...row, at: Math.floor(at) };
  refuseUnless(isFact(whole) && isMilliseconds(at) && known && ends, 'event', row);
}

export function checkHeardRow(row: HeardRow): void {
  const { at, seconds } = row;
  refuseUnless(isFact(row) && at % QUARTER === 0 && isCount(seconds) && seconds <= QUARTER, 'heard', row);
}

export function checkForecastRow(row: ForecastRow): void {
  const { at, grain, span, ins, outs, bands, made, model } = row;
  const { lowIns = 0, highIns = 0, lowOuts = 0, highOuts = 0 } = bands ?? {};
  const values = [ins, outs, lowIns, highIns, lowOuts, highOuts].every(isUInt32) && lowIns <= highIns;
  const known = forecastGrains.includes(grain) && /^[a-z0-9+]{0,16}$/.test(model) && isUInt32(made);
  // Starts at a minute: what is cut is spread over minutes.
  const place = isSpan(span, grain === 'hour' ? MAX_FORECAST_HOUR : MAX_AMOUNT_SPAN) && at % MINUTE === 0;
  refuseUnless(isFact(row) && values && lowOuts <= highOuts && known && place, 'forecast', row);
}

export function checkSlices(
  org: number,
  slices: readonly Slice<Membership & Partial<WeightedMember & ForecastMember>>[],
): void {
  check(isUInt32(org), 'org', org);
  for (const { edges, buckets, open = [], members } of slices) {
    checkOpen(open);
    check(!buckets || buckets.length === edges.length - 1, 'number of buckets', buckets?.length ?? 0);
    for (const bucket of buckets ?? []) check(isUInt32(bucket) && bucket < MAX_EDGES, 'bucket', bucket);
    check(edges.length >= 2 && edges.length <= MAX_EDGES, 'number of edges', edges.length);
    edges.forEach((edge, at) => check(isUInt32(edge) && edge > (edges[at - 1] ?? -1), 'edge', edge));
    for (const { series, key, from, to, weight = 1, wIn = 1, wOut = 1 } of members) {
      check(isUInt32(series), 'series', series);
      check(isUInt32(key), 'key', key);
      check(!Number.isNaN(from) && !Number.isNaN(to), 'range', from);
      for (const each of [weight, wIn, wOut]) check(Math.abs(each) <= MAX_WEIGHT, 'weight', each);
    }
  }
}

export function checkLevelQuestion({ org, slices, freshFrom, marks }: LevelQuestion): void {
  checkSlices(org, slices);
  check(isUInt32(freshFrom) && freshFrom % DAY === 0, 'freshFrom', freshFrom);
  checkDays(marks);
  const units = new Map<string, LevelMember[]>();
  for (const member of slices.flatMap(({ members }) => members)) {
    check(isUInt32(member.unit), 'unit', member.unit);
    if (!(member.from < member.to)) continue;
    const others = units.get(`${member.key} ${member.unit}`);
    if (others) others.push(member);
    else units.set(`${member.key} ${member.unit}`, [member]);
  }
  for (const members of units.values()) {
    members.sort((a, b) => a.from - b.from);
    members.forEach((member, at) => check(at === 0 || members[at - 1]!.to <= member.from, 'range', member.from));
  }
}

export function checkEventQuestion({ org, series, from, to, after, pageSize = 1 }: EventQuestion): void {
  check(isUInt32(org), 'org', org);
  for (const each of series) check(isUInt32(each), 'series', each);
  check(isUInt32(from), 'start of range', from);
  check(isUInt32(to) && to >= from, 'end of range', to);
  check(isUInt32(pageSize) && pageSize > 0, 'page size', pageSize);
  if (!after) return;
  check(isUInt32(after.series) && isMilliseconds(after.at) && after.at >= 0, 'event', after.series);
  check(isUInt64(after.track) && isUInt32(after.logic) && eventTypes.includes(after.type), 'event', after.track);
}

/** Far beyond any sum of money, and far from overflow when it is spread over the minutes of a day. */
const MAX_VALUE = 2 ** 48;
const MAX_WEIGHT = 1000;

function isFact({ org, series, at, ver }: { org: number; series: number; at: number; ver: bigint }): boolean {
  return isUInt32(org) && isUInt32(series) && isUInt32(at) && isUInt64(ver);
}

function isSpan(span: number, max: number): boolean {
  return Number.isInteger(span) && span >= 1 && span <= max;
}

function isInt32(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

function refuseUnless(holds: boolean, kind: string, row: object): void {
  if (!holds) throw new RangeError(`not a row of ${kind}: ${describe(row)}`);
}
