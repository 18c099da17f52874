import { expect, it } from 'vitest';
import type { Suite } from './contract-suite-kinds.ts';
import { every, FAR, member, row, T } from './contract-suite-rows.ts';
import { table } from './contract-suite-sums.ts';
import type { Member, Question } from './question.ts';
import { DAY } from './rows.ts';
import { daysTouchedBy } from './touched-days.ts';

/** What questions may ask of counts: weights, members over time, open hours. */
export function itAnswersQuestions({ facts, newOrg }: Suite): void {
  const ask = async (question: Omit<Question, 'freshFrom' | 'marks'> & Partial<Question>) =>
    table(await facts().aggregate({ freshFrom: 0, marks: [], ...question }));

  it('weighs members, counts a series as often as it is asked for, and adds up equal keys across slices', async () => {
    const org = newOrg();
    await facts().append([
      row({ org, series: 1, at: T, span: 60, ins: 10, outs: 4 }),
      row({ org, series: 1, at: T + 3600, span: 60, ins: 20, outs: 8 }),
      row({ org, series: 2, at: T, span: 60, ins: 100, outs: 0 }),
    ]);
    const members: Member[] = [
      member({ to: T + 3600, wIn: 2 }),
      member({ from: T + 3600, wIn: 0.5, wOut: 0.25 }),
      member({ key: 1 }),
      member({ key: 1 }),
      member({ series: 2, key: 1 }),
    ];
    const edges = [T, T + 3600, T + 7200];
    const slices = [
      { edges, members },
      { edges: edges.map((edge) => edge - 3600), members: [member({ series: 2, key: 1 })] },
    ];
    expect(await ask({ org, slices })).toEqual([
      [0, 0, 20, 4, 60],
      [0, 1, 10, 2, 60],
      [1, 0, 120, 8, 180],
      [1, 1, 140, 16, 180],
    ]);
  });

  it('gives minutes to the member they start in, and edges act at the next minute', async () => {
    const org = newOrg();
    await facts().append(
      every(60, T, T + 600)
        .slice(0, -1)
        .map((at) => row({ org, series: 1, at, span: 60, ins: 1, outs: 1 })),
    );
    await facts().recompute(org, [{ series: 1, day: T }]);
    const before = member({ to: T + 150, key: 1 });
    const after = member({ from: T + 150, key: 2 });
    for (const freshFrom of [0, FAR]) {
      const early = [[1, 0, 2, 2, 120]];
      const late = [
        [2, 0, 3, 3, 180],
        [2, 1, 4, 4, 240],
      ];
      expect(await ask({ org, slices: cutSlices([before]), freshFrom })).toEqual(early);
      expect(await ask({ org, slices: cutSlices([after]), freshFrom })).toEqual(late);
      expect(await ask({ org, slices: cutSlices([before, after]), freshFrom })).toEqual([...early, ...late]);
    }
    for (const [given, whole] of [
      [{ to: T + 150 }, [[0, 0, 3, 3, 180]]],
      [{ from: T + 150 }, [[0, 0, 7, 7, 420]]],
    ] as const) {
      const day = [{ edges: [T, T + DAY], members: [member(given)] }];
      expect(await ask({ org, slices: day, freshFrom: FAR })).toEqual(whole);
    }
  });

  it('sums series over a range with their last minute', async () => {
    const org = newOrg();
    await facts().append([
      row({ org, series: 1, at: T, span: 900, ins: 30, outs: 15 }),
      row({ org, series: 2, at: T + 75, span: 15, ins: 3, outs: 1 }),
      row({ org, series: 3, at: T + 7200, span: 60, ins: 3, outs: 1 }),
    ]);
    expect(await facts().sums({ org, series: [2, 1, 3, 4, 1], from: T, to: T + 3600 })).toEqual([
      { series: 1, ins: 30, outs: 15, got: 900, lastMinute: T + 840 },
      { series: 2, ins: 3, outs: 1, got: 15, lastMinute: T + 60 },
    ]);
    expect(await facts().sums({ org, series: [], from: T, to: T + 3600 })).toEqual([]);
    expect(await facts().sums({ org, series: [1], from: T, to: T })).toEqual([]);
  });

  it('counts only what is open, from minutes and from quarters, however many times it opens', async () => {
    const org = newOrg();
    const at = { org, series: 1 };
    const days = 14;
    const minutes = Array.from({ length: days * 1440 }, (_, index) =>
      row({ ...at, at: T + index * 60, span: 60, ins: index % 5, outs: 1 }),
    );
    await facts().append(minutes);
    const slice = { edges: [T, T + DAY, T + days * DAY], members: [member()] };
    // Every second minute: more than fit one statement.
    const flickering = Array.from({ length: days * 720 }, (_, index) => ({
      from: T + index * 120,
      to: T + index * 120 + 60,
    }));
    const countedIn = (hours: readonly { from: number; to: number }[], first: number, last: number) => {
      const started = new Set(hours.flatMap(({ from, to }) => every(60, from, to).slice(0, -1)));
      const counted = minutes.filter((each) => each.at >= first && each.at < last && started.has(each.at));
      return [counted.reduce((sum, { ins }) => sum + ins, 0), counted.length, counted.length * 60];
    };
    const shop = Array.from({ length: days }, (_, day) => ({
      from: T + day * DAY + 9 * 3600,
      to: T + day * DAY + 18 * 3600 + (day % 3) * 60,
    }));
    await facts().recompute(org, daysTouchedBy(minutes));
    for (const freshFrom of [T - (T % DAY), T - (T % DAY) + 60 * DAY]) {
      for (const hours of [shop, flickering.slice(0, 2000), flickering]) {
        expect(await ask({ org, freshFrom, slices: [{ ...slice, open: hours }] })).toEqual(
          [countedIn(hours, T, T + DAY), countedIn(hours, T + DAY, T + days * DAY)]
            .map((sums, bucket) => [0, bucket, ...sums])
            .filter((cell) => cell[4]! > 0),
        );
      }
      expect(await ask({ org, freshFrom, slices: [{ ...slice, open: [] }] })).toEqual([]);
    }
  });

  it('answers nothing for nothing', async () => {
    const org = newOrg();
    expect(await ask({ org, slices: [] })).toEqual([]);
    expect(await ask({ org, slices: [{ edges: [T, T + DAY], members: [] }] })).toEqual([]);
    expect(await ask({ org, slices: [{ edges: [T, T + DAY], members: [member({ to: T })] }] })).toEqual([]);
    await facts().append([]);
    await facts().recompute(org, []);
    await facts().rebuild(org, [1], T, T);
    await facts().erase({ org, series: 1, from: T, to: T, ver: 1n });
  });
}

/** With edges inside of minutes. */
function cutSlices(members: Member[]) {
  return [{ edges: [T + 30, T + 330, T + 600], members }];
}
