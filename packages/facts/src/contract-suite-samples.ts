import { expect, it } from 'vitest';
import { describeKind, FAR, T, table, ver } from './contract-suite-kinds.ts';
import type { Facts } from './facts-interface.ts';
import { sampleColumns, type SampleQuestion } from './kind-questions.ts';
import { DAY, type VisitRow } from './rows.ts';

export function describeSamples(keeper: string, open: () => Promise<Facts>): void {
  describeKind('samples', keeper, open, ({ facts, newOrg }) => {
    const ask = async (question: Omit<SampleQuestion, 'columns'>) =>
      table(await facts().samples.aggregate({ ...question, columns: sampleColumns }), sampleColumns);

    it('[I93] answers median and trimmed mean exactly, by what each sample stands for', async () => {
      const org = newOrg();
      const waits = [10, 20, 30, 40, 1000];
      await facts().samples.append([
        ...waits.map((seconds, k) => row({ org, at: T + k, id: BigInt(k), ms: seconds * 1000 })),
        // Ten visits: one is cut off at each end.
        ...Array.from({ length: 10 }, (_, k) =>
          row({ org, at: T + 60, id: BigInt(k), ms: (k === 9 ? 500 : k) * 1000 }),
        ),
        row({ org, at: T + 120, ms: 10_000, n: 3 }),
        row({ org, at: T + 121, ms: 40_000, n: 1 }),
      ]);
      const slices = [{ edges: [T, T + 60, T + 120, T + 180, T + DAY], members: [member()] }];
      expect(await ask({ org, slices })).toEqual([
        // Of five visits half of one is cut off at each end.
        [0, 0, 5, 1100, 220, 1000, 30, (5 + 20 + 30 + 40 + 500) / 4, 0],
        [0, 1, 10, 536, 53.6, 500, 4.5, 36 / 8, 0],
        [0, 2, 4, 50, 12.5, 40, 3.333_333, down((2.6 * 3.333_333 + 0.6 * 40) / 3.2), 1],
      ]);
    });

    it('[I93] answers by outcome, over several series, and only in open hours', async () => {
      const org = newOrg();
      await facts().samples.append([
        row({ org, at: T + 5, ms: 4000, outcome: 'served' }),
        row({ org, at: T + 5, id: 2n, ms: 8000, outcome: 'abandoned' }),
        row({ org, series: 2, at: T + 30, ms: 6000, outcome: 'served' }),
        row({ org, series: 2, at: T + 700, ms: 9000, outcome: 'served' }),
      ]);
      const members = [member(), member({ series: 2 }), member({ series: 2, key: 1, to: T + 600 })];
      const slices = [{ edges: [T, T + 900], members }];
      const of = async (question: Omit<SampleQuestion, 'columns' | 'org'>) =>
        (await ask({ org, ...question })).map(([key, , count, total]) => [key, count, total]);
      expect(await of({ slices })).toEqual([
        [0, 4, 27],
        [1, 1, 6],
      ]);
      expect(await of({ slices, outcomes: ['served'] })).toEqual([
        [0, 3, 19],
        [1, 1, 6],
      ]);
      expect(await of({ slices, outcomes: [] })).toEqual([]);
      const hours = [{ from: T + 600, to: T + 900 }];
      expect(await of({ slices: [{ ...slices[0]!, open: hours }] })).toEqual([[0, 1, 9]]);
      const { max, ...rest } = await facts().samples.aggregate({ org, slices, columns: ['max'] });
      expect(max).toEqual(Float64Array.of(9, 6));
      expect(Object.keys(rest)).toEqual(['keys', 'buckets']);
    });

    it('[I92] replaces a sample by its version, and leaves erased what is erased', async () => {
      const org = newOrg();
      const day = Array.from({ length: 24 }, (_, k) =>
        row({ org, at: T + k * 3600, ms: k * 1000, ver: ver('final', 2n) }),
      );
      await facts().samples.append(day);
      await facts().samples.append(day.map((each) => ({ ...each, ms: 1, ver: ver('partial', 9n) })));
      await facts().erase({ org, series: 1, from: T + 3600, to: T + DAY, ver: ver('manual', 3n) });
      await facts().samples.append([...day, row({ org, at: T + 7200, id: 77n, ms: 5, ver: ver('history', 9n) })]);
      await facts().samples.append([{ ...day[3]!, ms: 7000, ver: ver('manual', 4n) }]);
      const question = {
        org,
        slices: [{ edges: [T, T + 60, T + DAY], members: [member()] }],
        columns: ['total', 'count'] as const,
      };
      expect(table(await facts().samples.aggregate(question), question.columns)).toEqual([
        [0, 0, 0, 1],
        [0, 1, 7, 1],
      ]);
    });
  });
}

function row(given: Pick<VisitRow, 'org' | 'at' | 'ms'> & Partial<VisitRow>): VisitRow {
  return { series: 1, id: 1n, n: 1, outcome: 'unknown', ver: ver('final', 1n), gone: 0, ...given };
}

function member(given: Partial<SampleQuestion['slices'][number]['members'][number]> = {}) {
  return { series: 1, from: 0, to: FAR, key: 0, ...given };
}

/** To the nanosecond. */
function down(value: number): number {
  return Math.trunc(value * 1e9) / 1e9;
}
