import type { Erasure, Facts } from './facts-interface.ts';
import { generatedHeard, generatedLevels, generatedMinutes, generatedTimes } from './generated-history.ts';
import { type Answer, countColumns, type Question, type SeriesSums, type SumsQuestion } from './question.ts';
import { oracleOfAmounts } from './oracle-amounts.ts';
import { oracleOfEvents, oracleOfHeard } from './oracle-events.ts';
import { oracleOfForecasts } from './oracle-forecasts.ts';
import { oracleOfLevels } from './oracle-levels.ts';
import { oracleOfRaw } from './oracle-raw.ts';
import { keepRows } from './oracle-rows.ts';
import { oracleOfSamples } from './oracle-samples.ts';
import {
  MINUTE,
  type AmountRow,
  type EventRow,
  type ForecastRow,
  type HeardRow,
  type LevelRow,
  type MinuteRow,
  type VisitRow,
} from './rows.ts';

/**
 * The rules of the facts in their simplest form, in memory, for comparison in tests and for calculations of what would
 * change (`what-if.ts`). It has no quarters: it is always
 * right.
 */
export function openOracle(): Facts {
  const erasures: Erasure[] = [];
  const counts = keepRows<MinuteRow>(erasures, ({ at, span }) => `${at} ${span}`);
  const levels = keepRows<LevelRow>(erasures, ({ at, span }) => `${at} ${span}`);
  const visits = keepRows<VisitRow>(erasures, ({ at, id }) => `${at} ${id}`);
  const amounts = keepRows<AmountRow>(erasures, ({ at, span, employee }) => `${at} ${span} ${employee}`);
  const events = keepRows<EventRow>(erasures, ({ at, track, type, logic }) => `${at} ${track} ${type} ${logic}`);
  const heard = keepRows<HeardRow>(erasures, ({ at }) => `${at}`);
  const forecasts = keepRows<ForecastRow>(erasures, ({ at, grain }) => `${at} ${grain}`);
  const raw = oracleOfRaw();
  const minutesOf = (org: number, series: number) => minutesFrom(counts.of(org, series));

  return {
    migrate: async () => {},
    append: async (rows) => counts.append(rows),
    appendRaw: async (rows) => raw.append(rows),
    appendLines: async ({ org, ver, blocks }) => {
      for (const { series, lines } of blocks) {
        const rows = lines.split('\n').filter(Boolean);
        const counted = rows.map((line) => line.split(',').map(Number) as [number, number, number, number]);
        counts.append(
          counted.map(([at, span, ins, outs]) => ({ org, series, at, span, ins, outs, ver, gone: 0, flags: 0 })),
        );
      }
    },
    appendFrom: async ({ org, series, ver, ...history }) => {
      const described = { org, series, ver, ...history };
      const shared = { org, series, ver, gone: 0 } as const;
      const heardIn = generatedHeard(described);
      switch (history.as?.kind) {
        case undefined:
        case 'part':
          counts.append([...generatedMinutes(described)].map((row) => ({ ...shared, span: MINUTE, flags: 0, ...row })));
          break;
        case 'level':
          for (const { at, last } of generatedLevels(described))
            levels.append([{ ...shared, at, span: MINUTE, last, lo: last, hi: last }]);
          break;
        case 'times':
          for (const row of generatedTimes(described))
            visits.append([{ ...shared, id: 0n, outcome: 'unknown', ...row }]);
          heard.append([...heardIn].map(([at, seconds]) => ({ ...shared, at, seconds })));
      }
      return [...heardIn.values()].reduce((sum, seconds) => sum + seconds, 0) / MINUTE;
    },
    erase: async (erasure) => {
      erasures.push(erasure);
      for (const kept of [counts, levels, visits, amounts, events, heard, forecasts]) kept.erase(erasure);
    },
    recompute: async () => {},
    rebuild: async () => {},
    aggregate: async (question) => aggregate(question, minutesOf),
    tally: async (question, { cellOf, columns }) => {
      const answer = aggregate(question, minutesOf);
      answer.keys.forEach((key, row) => {
        const cell = cellOf(key, answer.buckets[row]!);
        for (const name of countColumns) if (columns[name]) columns[name][cell]! += answer[name][row]!;
      });
    },
    sums: async (question) => sums(question, minutesOf),
    records: async ({ org, series, from, to }) => ({
      records: counts.of(org, series).filter(({ at }) => at >= from && at < to),
      erasures: erasures.filter(
        (each) => each.org === org && each.series === series && each.from < to && each.to > from,
      ),
    }),
    raw,
    levels: oracleOfLevels(levels),
    samples: oracleOfSamples(visits),
    amounts: oracleOfAmounts(amounts),
    events: oracleOfEvents(events),
    heard: oracleOfHeard(heard),
    forecasts: oracleOfForecasts(forecasts),
    ping: async () => {},
    close: async () => {},
  };
}

interface Counted {
  span: number;
  ins: number;
  outs: number;
  got: number;
}
type Minutes = Map<number, Counted>;

function minutesFrom(records: readonly MinuteRow[]): Minutes {
  const minutes: Minutes = new Map();
  for (const { at, span, ins, outs } of records) {
    const count = Math.max(1, Math.round(span / MINUTE));
    const share = (value: number, k: number) => Math.floor((value * (k + 1)) / count) - Math.floor((value * k) / count);
    for (let k = 0; k < count; k += 1) {
      const minute = Math.floor(at / MINUTE) * MINUTE + k * MINUTE;
      const present = minutes.get(minute);
      const fineness = Math.floor(span);
      if (present && present.span < fineness) continue;
      const same = present?.span === fineness ? present : { ins: 0, outs: 0, got: 0 };
      minutes.set(minute, {
        span: fineness,
        ins: same.ins + share(ins, k),
        outs: same.outs + share(outs, k),
        got: Math.min(MINUTE, same.got + span),
      });
    }
  }
  // Whole seconds, and never zero for a minute in which something was received.
  for (const minute of minutes.values()) minute.got = Math.max(1, Math.floor(minute.got + 1e-6));
  return minutes;
}

function aggregate({ org, slices }: Question, minutesOf: (org: number, series: number) => Minutes): Answer {
  const cells = new Map<string, { key: number; bucket: number; ins: number; outs: number; got: number }>();
  for (const { edges, members, open } of slices) {
    for (const { series, from, to, key, wIn, wOut, reversed } of members) {
      for (const [minute, { ins, outs, got }] of minutesOf(org, series)) {
        const bucket = edges.findLastIndex((edge) => edge <= minute);
        if (open && !open.some((hours) => hours.from <= minute && minute < hours.to)) continue;
        if (minute < from || minute >= to || bucket < 0 || bucket === edges.length - 1) continue;
        const cell = cells.get(`${key} ${bucket}`) ?? { key, bucket, ins: 0, outs: 0, got: 0 };
        cells.set(`${key} ${bucket}`, {
          ...cell,
          ins: cell.ins + (reversed ? outs * wOut : ins * wIn),
          outs: cell.outs + (reversed ? ins * wIn : outs * wOut),
          got: cell.got + got,
        });
      }
    }
  }
  const rows = [...cells.values()].toSorted((a, b) => a.key - b.key || a.bucket - b.bucket);
  return {
    keys: Uint32Array.from(rows, ({ key }) => key),
    buckets: Uint32Array.from(rows, ({ bucket }) => bucket),
    ins: Float64Array.from(rows, ({ ins }) => ins),
    outs: Float64Array.from(rows, ({ outs }) => outs),
    got: Float64Array.from(rows, ({ got }) => got),
  };
}

function sums(
  { org, series, from, to }: SumsQuestion,
  minutesOf: (org: number, series: number) => Minutes,
): SeriesSums[] {
  return [...new Set(series)]
    .toSorted((a, b) => a - b)
    .flatMap((each) => {
      const minutes = [...minutesOf(org, each)].filter(([minute]) => minute >= from && minute < to);
      if (minutes.length === 0) return [];
      const total = (value: (counted: Counted) => number) =>
        minutes.reduce((sum, [, counted]) => sum + value(counted), 0);
      return [
        {
          series: each,
          ins: total(({ ins }) => ins),
          outs: total(({ outs }) => outs),
          got: total(({ got }) => got),
          lastMinute: Math.max(...minutes.map(([minute]) => minute)),
        },
      ];
    });
}
