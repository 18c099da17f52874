import type { SampleFacts } from './facts-interface.ts';
import type { SampleColumn } from './kind-questions.ts';
import { bucketOfMinute, gatherCells, minuteOf, type KeptRows } from './oracle-rows.ts';
import type { VisitRow } from './rows.ts';

/** Samples, in the most obvious way: every visit for itself, in order. */
export function oracleOfSamples(rows: KeptRows<VisitRow>): SampleFacts {
  return {
    append: async (added) => rows.append(added),
    aggregate: async ({ org, slices, columns, outcomes }) => {
      const cells = gatherCells<VisitRow[]>(() => []);
      for (const slice of slices) {
        for (const member of slice.members) {
          for (const row of rows.of(org, member.series)) {
            const bucket = bucketOfMinute(slice, member, minuteOf(row.at));
            if (bucket < 0 || (outcomes && !outcomes.includes(row.outcome))) continue;
            cells.at(member.key, bucket).push(row);
          }
        }
      }
      return cells.answer(columns, (column, visits) => figures[column](visits));
    },
  };
}

const figures: Record<SampleColumn, (rows: readonly VisitRow[]) => number> = {
  count: (rows) => rows.reduce((sum, { n }) => sum + n, 0),
  total: (rows) => rows.reduce((sum, { ms }) => sum + ms, 0) / 1000,
  avg: (rows) => figures.total(rows) / figures.count(rows),
  max: (rows) => each(rows).at(-1)! / 1e6,
  median: (rows) => {
    const all = each(rows);
    const [lower, upper] = [Math.ceil(all.length / 2) - 1, Math.floor(all.length / 2)];
    return (all[lower]! + all[upper]!) / 2e6;
  },
  trimmed: (rows) => {
    // Ten of each, so that a tenth of the visits is a whole number of them.
    const all = each(rows).flatMap((value) => Array<number>(10).fill(value));
    const cut = all.length / 10;
    const kept = all.slice(cut, all.length - cut);
    const sum = kept.reduce((total, value) => total + BigInt(value), 0n);
    return Number((sum * 1000n) / BigInt(kept.length)) / 1e9;
  },
  estimated: (rows) => Number(rows.some(({ n }) => n > 1)),
};

/** Every single visit in microseconds, ascending. */
function each(rows: readonly VisitRow[]): number[] {
  return rows
    .flatMap(({ ms, n }) => Array<number>(n).fill(Math.floor((2000 * ms + n) / (2 * n))))
    .toSorted((a, b) => a - b);
}
