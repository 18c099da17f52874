import { daysTouchedBy } from '@atrium/facts/touched-days';
import { packVer } from '@atrium/facts/version';
import type { Estate } from '../registry/directory/estate.ts';
import type { AmountTuple } from './commands.ts';
import type { Work } from './command-work.ts';
import type { HistoryBlock } from './history-lines.ts';

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
    daysWithoutMarks: daysTouchedBy(known.map(([series, at, span]) => ({ series, at, span }))),
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

export function importedOf(blocks: readonly HistoryBlock[], seq: bigint, estate: Estate, now: number): Work {
  const ver = packVer({ rank: 'history', seq, generation: 0 });
  const known = blocks.filter(({ series }) => estate.series.has(series));
  const newest = new Map<number, number>();
  for (const { series, to } of known) {
    if (to > now - recent) newest.set(series, Math.max(newest.get(series) ?? 0, to - 60));
  }
  return {
    series: [...newest.keys()],
    days: known.flatMap(({ series, days }) => days.map((start) => ({ series, day: start }))),
    parts: [(facts) => facts.appendLines({ org: estate.factOrg, ver, blocks: known })],
    keep: (tail) => tail,
    newest,
  };
}
