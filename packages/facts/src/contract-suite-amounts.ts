import { expect, it } from 'vitest';
import { describeKind, FAR, T, table, ver } from './contract-suite-kinds.ts';
import type { Facts } from './facts-interface.ts';
import { amountColumns, type AmountQuestion, type WeightedMember } from './kind-questions.ts';
import { DAY, type AmountRow } from './rows.ts';

export function describeAmounts(keeper: string, open: () => Promise<Facts>): void {
  describeKind('amounts', keeper, open, ({ facts, newOrg }) => {
    const ask = async (org: number, slices: AmountQuestion['slices']) =>
      table(await facts().amounts.aggregate({ org, slices, columns: amountColumns }), amountColumns);

    it('[I94] adds all records, spreads a long one in whole numbers that add up, and takes returns away', async () => {
      const org = newOrg();
      await facts().amounts.append([
        row({ org, at: T + 30, value: 1999 }),
        row({ org, at: T + 30, employee: 7n, value: -500 }),
        // A shift from the day before, 8 hours and a half minute: 481 minutes.
        row({ org, series: 2, at: T - 3600, span: 28_830, value: 28_830 }),
      ]);
      const members = [member(), member({ series: 2, key: 1, weight: 0.5 }), member({ series: 2, key: 1 })];
      const whole = (28_830 * 1.5).toString();
      const rows = await ask(org, [{ edges: [T - DAY, T, T + 60, T + DAY], members }]);
      expect(rows.filter(([key]) => key === 0)).toEqual([[0, 1, 1499, 2, 0]]);
      expect(rows.filter(([key]) => key === 1)).toEqual([
        [1, 0, Math.floor((28_830 * 60) / 481) * 1.5, 0, 0],
        [1, 1, (Math.floor((28_830 * 61) / 481) - Math.floor((28_830 * 60) / 481)) * 1.5, 0, 0],
        [1, 2, (28_830 - Math.floor((28_830 * 61) / 481)) * 1.5, 1.5, 0],
      ]);
      expect(String(rows.slice(1).reduce((sum, each) => sum + each[2]!, 0))).toBe(whole);
    });

    it('[I94] withholds what is known only as a whole from buckets, hours and ranges that would divide it', async () => {
      const org = newOrg();
      await facts().amounts.append([
        row({ org, at: T + 3600, span: DAY + 3600, value: 100_000, n: 40, indivisible: true }),
        row({ org, at: T + 7200, value: 500 }),
      ]);
      const end = T + 3600 + DAY + 3600;
      const days = [T, T + 3600, end, end + DAY];
      const of = (given: Partial<AmountQuestion['slices'][number]>) =>
        ask(org, [{ edges: days, members: [member()], ...given }]);
      expect(await of({})).toEqual([[0, 1, 100_500, 41, 0]]);
      expect(await of({ edges: [T, T + 10_800, end] })).toEqual([
        [0, 0, 500, 1, 1],
        [0, 1, 0, 0, 1],
      ]);
      expect(await of({ edges: [T + DAY, T + DAY + 900] })).toEqual([[0, 0, 0, 0, 1]]);
      expect(await of({ open: [{ from: T, to: end + 60 }] })).toEqual([[0, 1, 100_500, 41, 0]]);
      expect(await of({ open: [{ from: T + 7200, to: T + 36_000 }] })).toEqual([[0, 1, 500, 1, 1]]);
      expect(await of({ members: [member({ from: T + 7200 })] })).toEqual([[0, 1, 500, 1, 1]]);
    });

    it('[I94] [R1219] leaves out what only an early end divides, without withholding the rest', async () => {
      const org = newOrg();
      const whole = { span: DAY, value: 1000, n: 10, indivisible: true };
      await facts().amounts.append([
        ...[0, 1, 2].map((day) => row({ org, at: T + day * DAY, ...whole })),
        row({ org, at: T + 2 * DAY + 3600, value: 7 }),
      ]);
      const endsEarly = T + 2 * DAY + 43_200;
      const of = (given: Partial<AmountQuestion['slices'][number]>) =>
        ask(org, [{ edges: [T, endsEarly], members: [member()], endsEarly, ...given }]);
      expect(await of({})).toEqual([[0, 0, 2007, 21, 0]]);
      expect(await of({ endsEarly: undefined })).toEqual([[0, 0, 2007, 21, 1]]);
      const soon = T + 2 * DAY + 1800;
      expect(await of({ edges: [T + 2 * DAY, soon], endsEarly: soon })).toEqual([]);
      // Divided by something else, too.
      expect(await of({ edges: [T + 2 * DAY, endsEarly], members: [member({ to: T + 2 * DAY + 3600 })] })).toEqual([
        [0, 0, 0, 0, 1],
      ]);
      expect(await of({ edges: [T + 2 * DAY + 7200, endsEarly] })).toEqual([[0, 0, 0, 0, 1]]);
      expect(await of({ edges: [T + 2 * DAY, T + 2 * DAY + 60, endsEarly] })).toEqual([
        [0, 0, 0, 0, 1],
        [0, 1, 7, 1, 1],
      ]);
      const mondays = { edges: [T, T + DAY, T + 2 * DAY, endsEarly], buckets: [3, 4, 3] };
      expect(await of(mondays)).toEqual([
        [0, 3, 1007, 11, 0],
        [0, 4, 1000, 10, 0],
      ]);
      expect(await of({ open: [{ from: T, to: endsEarly }] })).toEqual([[0, 0, 2007, 21, 0]]);
    });

    it('[I92] replaces an amount by its version, and leaves erased what is erased', async () => {
      const org = newOrg();
      const sales = Array.from({ length: 12 }, (_, k) =>
        row({ org, at: T + k * 3600, value: k, ver: ver('history', 2n) }),
      );
      await facts().amounts.append(sales);
      await facts().amounts.append(sales.map((each) => ({ ...each, value: 9999, ver: ver('history', 1n) })));
      await facts().erase({ org, series: 1, from: T + 3600, to: T + DAY, ver: ver('manual', 3n) });
      await facts().amounts.append([
        ...sales,
        row({ org, at: T + 7200, employee: 3n, value: 5, ver: ver('history', 9n) }),
      ]);
      await facts().amounts.append([{ ...sales[3]!, value: -7, ver: ver('manual', 4n) }]);
      expect(await ask(org, [{ edges: [T, T + 60, T + DAY], members: [member()] }])).toEqual([
        [0, 0, 0, 1, 0],
        [0, 1, -7, 1, 0],
      ]);
    });
  });
}

function row(given: Pick<AmountRow, 'org' | 'at' | 'value'> & Partial<AmountRow>): AmountRow {
  return { series: 1, span: 1, employee: 0n, n: 1, indivisible: false, ver: ver('final', 1n), gone: 0, ...given };
}

function member(given: Partial<WeightedMember> = {}): WeightedMember {
  return { series: 1, from: 0, to: FAR, key: 0, weight: 1, ...given };
}
