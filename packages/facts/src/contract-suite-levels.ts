import { expect, it } from 'vitest';
import { describeKind, FAR, T, table, ver } from './contract-suite-kinds.ts';
import type { Facts } from './facts-interface.ts';
import type { LevelMember } from './kind-questions.ts';
import type { Slice } from './question.ts';
import { DAY, type LevelRow } from './rows.ts';

const levelColumns = ['avg', 'max', 'min', 'last', 'got'] as const;

export function describeLevels(keeper: string, open: () => Promise<Facts>): void {
  describeKind('levels', keeper, open, ({ facts, newOrg }) => {
    const ask = async (org: number, slices: readonly Slice<LevelMember>[], freshFrom = 0) =>
      table(await facts().levels.aggregate({ org, slices, columns: levelColumns, freshFrom, marks: [] }), levelColumns);

    it('[I90] [I97] holds a reading in the minutes of its span, lets the finest win and leaves gaps, also from quarters', async () => {
      const org = newOrg();
      await facts().levels.append([
        row({ org, at: T, span: 300, last: 5, lo: 2, hi: 9, area: 1500 }),
        row({ org, at: T + 60, span: 60, last: 7, lo: 6, hi: 8 }),
        row({ org, at: T + 120, span: 15, last: 1, lo: 1, hi: 4 }),
        row({ org, at: T + 150, span: 15, last: 3, lo: 0, hi: 3 }),
        row({ org, at: T + 600, span: 60, last: 4 }),
        // Overlapping ones do not make a minute longer.
        row({ org, at: T + 900, span: 45, last: 2 }),
        row({ org, at: T + 930, span: 45, last: 6 }),
      ]);
      expect(await ask(org, [{ edges: every(60, T, T + 960), members: [member()] }])).toEqual([
        [0, 0, 5, 9, 2, 5, 60],
        [0, 1, 7, 8, 6, 7, 60],
        [0, 2, 2, 4, 0, 3, 30],
        [0, 3, 5, 9, 2, 5, 60],
        [0, 4, 5, 9, 2, 5, 60],
        [0, 10, 4, 4, 4, 4, 60],
        [0, 15, 4, 6, 2, 6, 60],
      ]);
      const quarters = [
        [0, 0, (60 * (5 + 7 + 5 + 5 + 4) + 60) / 330, 9, 0, 4, 330],
        [0, 1, 4, 6, 2, 6, 60],
      ].map((each) => [...each.slice(0, 2), down(each[2]!), ...each.slice(3)]);
      const slices = [{ edges: [T, T + 900, T + DAY], members: [member()] }];
      expect(await ask(org, slices)).toEqual(quarters);
      await facts().levels.rebuild(org, [1], T, T + DAY);
      expect(await ask(org, slices, FAR)).toEqual(quarters);
    });

    it('[I263] knows in which share of the received minutes the sum was above zero, by minutes and not by quarters', async () => {
      const org = newOrg();
      await facts().levels.append([
        ...[3, 0, 0, 0].map((last, k) => row({ org, series: 1, at: T + k * 60, span: 60, last })),
        ...[0, 0, 2].map((last, k) => row({ org, series: 2, at: T + k * 60, span: 60, last })),
      ]);
      await facts().levels.rebuild(org, [1, 2], T, T + DAY);
      const edges = [T, T + 900, T + 1800];
      const sum = [member(), member({ series: 2, unit: 2 })];
      const slices = [{ edges, members: [...sum, member({ key: 1 }), member({ series: 2, key: 2, weight: 0.0001 })] }];
      const busy = await facts().levels.aggregate({ org, slices, columns: ['busy'], freshFrom: FAR, marks: [] });
      expect(table(busy, ['busy'])).toEqual([
        [0, 0, 0.5],
        [1, 0, 0.25],
        [2, 0, 1 / 3],
      ]);
    });

    it('[I91] averages by time and adds over units; the maximum of a sum is not the sum of maxima', async () => {
      const org = newOrg();
      await facts().levels.append([
        ...[10, 20, 0].map((last, k) => row({ org, series: 1, at: T + k * 60, span: 60, last })),
        ...[5, 0].map((last, k) => row({ org, series: 2, at: T + k * 60, span: 60, last })),
        // The same unit in the series that followed.
        row({ org, series: 3, at: T + 120, span: 60, last: 8, lo: 7, hi: 9 }),
        row({ org, series: 4, at: T, span: 60, last: 3, lo: 1, hi: 4 }),
      ]);
      const followed = [
        member({ series: 2, unit: 2, to: T + 120 }),
        member({ series: 3, unit: 2, from: T + 120, weight: 0.5 }),
      ];
      const members = [
        member(),
        ...followed,
        ...followed.map((each) => ({ ...each, key: 1 })),
        member({ series: 1, key: 2, weight: 2 }),
        member({ series: 4, key: 2, unit: 4, weight: -1.5 }),
      ];
      expect(await ask(org, [{ edges: [T, T + 900], members }])).toEqual([
        [0, 0, 10 + 3, 20, 3.5, 0 + 4, 360],
        [1, 0, 3, 5, 0, 4, 180],
        [2, 0, 20 - 4.5, 40, 0, 0 - 4.5, 240],
      ]);
      expect(await ask(org, [{ edges: [T, T + 900], members: [members[6]!] }])).toEqual([
        [2, 0, -4.5, -1.5, -6, -4.5, 60],
      ]);
      const clash = [member(), member({ series: 2, from: T + 60 })];
      if (keeper !== 'the oracle')
        await expect(ask(org, [{ edges: [T, T + 900], members: clash }])).rejects.toThrow(RangeError);
    });

    it('[I92] replaces by version, stays erased, and answers marked days from readings until they are made again', async () => {
      const org = newOrg();
      const other = newOrg();
      const day = Array.from({ length: 96 }, (_, k) =>
        row({ org, at: T + k * 900, span: 900, last: k, ver: ver('final', 2n) }),
      );
      await facts().levels.append(day.toReversed());
      await facts().levels.append([
        ...day.map((each) => ({ ...each, last: 500, ver: ver('final', 1n) })),
        { ...day[0]!, org: other },
      ]);
      await facts().levels.rebuild(org, [1], T, T + DAY);
      await facts().erase({ org, series: 1, from: T + 900, to: T + DAY, ver: ver('manual', 3n) });
      await facts().levels.append([...day, { ...day[4]!, span: 60, ver: ver('history', 9n) }]);
      await facts().levels.append([{ ...day[2]!, last: 7, ver: ver('manual', 4n) }]);
      const slices = [{ edges: [T, T + 900, T + DAY], members: [member()] }];
      const truth = [
        [0, 0, 0, 0, 0, 0, 900],
        [0, 1, 7, 2, 2, 7, 900],
      ];
      const { levels } = facts();
      const marked = { org, slices, columns: levelColumns, freshFrom: FAR, marks: [{ series: 1, day: T }] };
      expect(table(await levels.aggregate(marked), levelColumns)).toEqual(truth);
      await levels.recompute(org, [{ series: 1, day: T }]);
      expect(await ask(org, slices, FAR)).toEqual(truth);
      expect(await ask(other, slices)).toEqual(truth.slice(0, 1));
    });

    it('[I91] counts only open hours, and answers only what was asked', async () => {
      const org = newOrg();
      await facts().levels.append(
        Array.from({ length: 60 }, (_, k) => row({ org, at: T + k * 60, span: 60, last: k })),
      );
      const hours = [
        { from: T + 600, to: T + 1200 },
        { from: T + 1800, to: T + 1860 },
      ];
      const slices = [{ edges: [T, T + 3600], open: hours, members: [member()] }];
      const { got, avg, ...rest } = await facts().levels.aggregate({
        org,
        slices,
        columns: ['got', 'avg'],
        freshFrom: 0,
        marks: [],
      });
      expect([got, avg]).toEqual([Float64Array.of(660), Float64Array.of(down((145 + 30) / 11))]);
      expect(Object.keys(rest)).toEqual(['keys', 'buckets']);
    });
  });
}

function row(given: Pick<LevelRow, 'org' | 'at' | 'span' | 'last'> & Partial<LevelRow>): LevelRow {
  return { series: 1, lo: given.last, hi: given.last, ver: ver('final', 1n), gone: 0, ...given };
}

function member(given: Partial<LevelMember> = {}): LevelMember {
  return { series: 1, from: 0, to: FAR, key: 0, unit: 1, weight: 1, ...given };
}

function every(step: number, from: number, to: number): number[] {
  return Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
}

/** To the billionth. */
function down(value: number): number {
  return Math.trunc(value * 1e9) / 1e9;
}
