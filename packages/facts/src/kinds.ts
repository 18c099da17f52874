import {
  checkAmountRow,
  checkEventRow,
  checkForecastRow,
  checkHeardRow,
  checkLevelRow,
  checkVisitRow,
} from './check-kinds.ts';
import { checkMinuteRow } from './checks.ts';
import { sql, type Sql } from './literals.ts';
import {
  storedKey,
  type AmountRow,
  type EventRow,
  type ForecastRow,
  type HeardRow,
  type LevelRow,
  type MinuteRow,
  type VisitRow,
} from './rows.ts';
import type { Tables } from './schema.ts';

/** What every fact has, whatever it says. */
export interface Fact {
  org: number;
  series: number;
  at: number;
  ver: bigint;
  gone: 0 | 1;
}

/** How facts of a kind are written. */
export interface Kind<Row extends Fact> {
  table: keyof Tables;
  check: (row: Row) => void;
  columns: Sql;
  /** The columns of a row, as CSV. */
  line: (row: Row) => string;
  /** What a tombstone has of the row it replaces, in SQL and here. */
  kept: Sql;
  emptied: (row: Row) => Row;
}

export const minuteKind: Kind<MinuteRow> = {
  table: 'minute',
  check: checkMinuteRow,
  columns: sql`org, series, at, span, ins, outs, ver, gone, flags, sub`,
  line: (row) => {
    const { org, series, ins, outs, ver, gone, flags } = row;
    const { at, span, sub } = storedKey(row);
    return `${org},${series},${at},${span},${ins},${outs},${ver},${gone},${flags},${sub}`;
  },
  kept: sql`org, series, at, span, sub`,
  emptied: (row) => ({ ...row, ins: 0, outs: 0, flags: 0 }),
};

export const levelKind: Kind<LevelRow> = {
  table: 'level',
  check: checkLevelRow,
  columns: sql`org, series, at, span, last, lo, hi, area, ver, gone`,
  line: ({ org, series, at, span, last, lo, hi, area = last * span, ver, gone }) =>
    `${org},${series},${at},${span},${last},${lo},${hi},${area},${ver},${gone}`,
  kept: sql`org, series, at, span`,
  emptied: (row) => ({ ...row, last: 0, lo: 0, hi: 0, area: 0 }),
};

export const visitKind: Kind<VisitRow> = {
  table: 'visit',
  check: checkVisitRow,
  columns: sql`org, series, at, id, ms, n, outcome, ver, gone`,
  line: ({ org, series, at, id, ms, n, outcome, ver, gone }) =>
    `${org},${series},${at},${id},${ms},${n},${outcome},${ver},${gone}`,
  kept: sql`org, series, at, id`,
  emptied: (row) => ({ ...row, ms: 0, n: 0, outcome: 'unknown' }),
};

export const amountKind: Kind<AmountRow> = {
  table: 'amount',
  check: checkAmountRow,
  columns: sql`org, series, at, span, employee, value, n, indivisible, ver, gone`,
  line: ({ org, series, at, span, employee, value, n, indivisible, ver, gone }) =>
    `${org},${series},${at},${span},${employee},${value},${n},${Number(indivisible)},${ver},${gone}`,
  kept: sql`org, series, at, span, employee`,
  emptied: (row) => ({ ...row, value: 0, n: 0, indivisible: false }),
};

export const eventKind: Kind<EventRow> = {
  table: 'event',
  check: checkEventRow,
  columns: sql`org, series, at, track, type, logic, ms, keep_until, ver, gone`,
  line: ({ org, series, at, track, type, logic, ms, keepUntil, ver, gone }) =>
    `${org},${series},${at.toFixed(3)},${track},${type},${logic},${ms},${dateOf(keepUntil)},${ver},${gone}`,
  kept: sql`org, series, at, track, type, logic, keep_until`,
  emptied: (row) => ({ ...row, ms: 0 }),
};

export const heardKind: Kind<HeardRow> = {
  table: 'heard',
  check: checkHeardRow,
  columns: sql`org, series, at, seconds, ver, gone`,
  line: ({ org, series, at, seconds, ver, gone }) => `${org},${series},${at},${seconds},${ver},${gone}`,
  kept: sql`org, series, at`,
  emptied: (row) => ({ ...row, seconds: 0 }),
};

export const forecastKind: Kind<ForecastRow> = {
  table: 'forecast',
  check: checkForecastRow,
  columns: sql`org, series, at, grain, span, ins, outs, banded, low_ins, high_ins, low_outs, high_outs, made, model, ver, gone`,
  line: ({ org, series, at, grain, span, ins, outs, bands, made, model, ver, gone }) => {
    const { lowIns = 0, highIns = 0, lowOuts = 0, highOuts = 0 } = bands ?? {};
    const banded = bands ? 1 : 0;
    return `${org},${series},${at},${grain},${span},${ins},${outs},${banded},${lowIns},${highIns},${lowOuts},${highOuts},${made},${model},${ver},${gone}`;
  },
  kept: sql`org, series, at, grain, span`,
  emptied: (row) => ({ ...row, ins: 0, outs: 0, bands: undefined }),
};

/** Besides counts. */
export const otherKinds = [levelKind, visitKind, amountKind, eventKind, heardKind, forecastKind] as const;

function dateOf(day: number): string {
  return new Date(day * 1000).toISOString().slice(0, 10);
}
