import type { SeriesDay } from '@atrium/facts/question';
import { packVer } from '@atrium/facts/version';
import type { Estate } from '../registry/directory/estate.ts';
import type { AmountTuple, HistoryTuple } from './commands.ts';
import type { Work } from './command-work.ts';

const day = 86_400;
/** Only then can a row be of a day that is still today somewhere. */
const recent = 2 * day;

/** Amounts have no rollups and no sums of today. */
export function amountsOf(rows: readonly AmountTuple[], seq: bigint, estate: Estate): Work {
  const ver = packVer({ rank: 'history', seq, generation: 0 });
  const known = rows.filter(([series]) => estate.series.has(series));
  return {
    series: [],
    days: [],
    parts: [
      (facts) =>
        facts.amounts.append(
          known.map(([series, at, span, employee, value, n, indivisible, gone]) => ({
            org: estate.factOrg,
            series,
            at,
            span,
            employee: BigInt(employee),
            value: gone === 1 ? 0 : value,
            n: gone === 1 ? 0 : n,
            indivisible: gone !== 1 && indivisible === 1,
            ver,
            gone: gone === 1 ? 1 : 0,
          })),
        ),
    ],
    keep: (tail) => tail,
  };
}

export function importedOf(rows: readonly HistoryTuple[], seq: bigint, estate: Estate, now: number): Work {
  const ver = packVer({ rank: 'history', seq, generation: 0 });
  const known = rows.filter(([series]) => estate.series.has(series));
  const newest = new Map<number, number>();
  const days = new Map<string, SeriesDay>();
  for (const [series, at, span] of known) {
    if (at + span > now - recent) newest.set(series, Math.max(newest.get(series) ?? 0, at + span - 60));
    for (let from = at - (at % day); from < at + span; from += day) {
      days.set(`${series} ${from}`, { series, day: from });
    }
  }
  return {
    series: [...newest.keys()],
    days: [...days.values()],
    parts: [
      (facts) =>
        facts.append(
          known.map(([series, at, span, ins, outs]) => ({
            org: estate.factOrg,
            series,
            at,
            span,
            ins,
            outs,
            ver,
            gone: 0,
            flags: 0,
          })),
        ),
    ],
    keep: (tail) => tail,
    newest,
  };
}
