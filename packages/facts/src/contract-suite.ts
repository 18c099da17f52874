import { bucketEdges } from '@atrium/calendar/groupings';
import { localDayStart, nextLocalDayStart, zoneOf } from '@atrium/calendar/zones';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itAnswersQuestions } from './contract-suite-questions.ts';
import { describedDay, every, FAR, gathered, member, records, row, shuffled, T, ver } from './contract-suite-rows.ts';
import { column, inside, table, total } from './contract-suite-sums.ts';
import type { Facts } from './facts-interface.ts';
import { generatedMinutes } from './generated-history.ts';
import type { Question } from './question.ts';
import { DAY, type MinuteRow } from './rows.ts';
import { daysTouchedBy, daysTouchedByErasure } from './touched-days.ts';
import type { Rank } from './version.ts';

/** The requirements for every implementation of facts, run against each of them. */
export function describeFacts(keeper: string, open: () => Promise<Facts>): void {
  describe(`facts kept by ${keeper}`, () => {
    let facts: Facts;
    let org = 0;
    beforeAll(async () => {
      facts = await open();
      await facts.migrate();
    });
    afterAll(() => facts?.close());

    const newOrg = () => (org += 1);
    const ask = async (question: Omit<Question, 'freshFrom' | 'marks'> & Partial<Question>) =>
      table(await facts.aggregate({ freshFrom: 0, marks: [], ...question }));

    it('[I15] spreads a long record over its minutes in whole people that add up to it', async () => {
      const at = { org: newOrg(), series: 1 };
      await facts.append([row({ ...at, at: T, span: 300, ins: 7, outs: 3 })]);
      expect(await ask({ org, slices: [{ edges: every(60, T, T + 300), members: [member()] }] })).toEqual([
        [0, 0, 1, 0, 60],
        [0, 1, 1, 1, 60],
        [0, 2, 2, 0, 60],
        [0, 3, 1, 1, 60],
        [0, 4, 2, 1, 60],
      ]);
    });

    it('[I14] lets the finest span of a minute win, and fills with coarser records only what is empty', async () => {
      const at = { org: newOrg(), series: 1 };
      await facts.append([
        row({ ...at, at: T, span: 300, ins: 50, outs: 5 }),
        row({ ...at, at: T + 60, span: 60, ins: 3, outs: 2 }),
        row({ ...at, at: T + 120, span: 60, ins: 9, outs: 9 }),
        row({ ...at, at: T + 120, span: 15, ins: 1, outs: 0 }),
        row({ ...at, at: T + 150, span: 15, ins: 1, outs: 1 }),
      ]);
      expect(await ask({ org, slices: [{ edges: every(60, T, T + 300), members: [member()] }] })).toEqual([
        [0, 0, 10, 1, 60],
        [0, 1, 3, 2, 60],
        [0, 2, 2, 1, 30],
        [0, 3, 10, 1, 60],
        [0, 4, 10, 1, 60],
      ]);
    });

    it('finds a long record that began the day before', async () => {
      const at = { org: newOrg(), series: 1 };
      await facts.append([row({ ...at, at: T - DAY + 60, span: DAY, ins: 1440, outs: 2880 })]);
      expect(await ask({ org, slices: [{ edges: [T - 120, T, T + DAY], members: [member()] }] })).toEqual([
        [0, 0, 2, 4, 120],
        [0, 1, 1, 2, 60],
      ]);
      expect(await ask({ org, slices: [{ edges: [T, T + 60], members: [member()] }] })).toEqual([[0, 0, 1, 2, 60]]);
    });

    it('does not count received seconds of a minute twice', async () => {
      const at = { org: newOrg(), series: 1 };
      await facts.append([
        row({ ...at, at: T, span: 45, ins: 1, outs: 0 }),
        row({ ...at, at: T + 30, span: 45, ins: 1, outs: 0 }),
        row({ ...at, at: T + 70, span: 45, ins: 1, outs: 0 }),
      ]);
      expect(await ask({ org, slices: [{ edges: [T, T + 60, T + 120], members: [member()] }] })).toEqual([
        [0, 0, 2, 0, 60],
        [0, 1, 1, 0, 45],
      ]);
    });

    it('[I39] adds records that start within the same second, each once, in whatever order they come', async () => {
      const at = { org: newOrg(), series: 1, outs: 0 };
      const halves = Array.from({ length: 120 }, (_, k) => row({ ...at, at: T + k / 2, span: 0.5, ins: 1 }));
      const quarter = row({ ...at, at: T + 60.25, span: 0.25, ins: 4 });
      const newer = row({ ...at, at: T + 0.5, span: 0.5, ins: 3, ver: ver('final', 9n) });
      await facts.append([newer, ...halves, quarter, row({ ...at, at: T, span: 60, ins: 50 })]);
      await facts.append([...halves.toReversed(), quarter]);
      const slices = [{ edges: [T, T + 60, T + 120], members: [member()] }];
      const expected = [
        [0, 0, 122, 0, 60],
        [0, 1, 4, 0, 1],
      ];
      expect(await ask({ org, slices })).toEqual(expected);
      await facts.recompute(org, [{ series: 1, day: T - (T % DAY) }]);
      await facts.erase({ org, series: 1, from: T + 60, to: T + 61, ver: ver('manual', 10n) });
      expect(await ask({ org, slices })).toEqual(expected.slice(0, 1));
    });

    it('[I31] tells a received zero from nothing received', async () => {
      const at = { org: newOrg(), series: 1 };
      await facts.append([row({ ...at, at: T + 60, span: 60, ins: 0, outs: 0 })]);
      const answer = await ask({ org, slices: [{ edges: every(60, T, T + 180), members: [member()] }] });
      expect(answer).toEqual([[0, 1, 0, 0, 60]]);
      expect(await facts.sums({ org, series: [1], from: T, to: T + 60 })).toEqual([]);
    });

    it('[I11] [I12] [I29] replaces by rank, then by sequence, whatever the order of arrival, and never adds', async () => {
      const words: [Rank, bigint, number][] = [
        ['partial', 1n, 2],
        ['partial', 2n, 4],
        ['final', 3n, 5],
        ['final', 4n, 6],
        ['history', 2n, 7],
        ['manual', 1n, 8],
      ];
      for (let first = 0; first < words.length; first += 1) {
        const at = { org: newOrg(), series: 1, at: T, span: 60, outs: 0 };
        const arriving = [...words.slice(first), ...words.slice(0, first), ...words.toReversed()];
        for (const [rank, seq, ins] of arriving) await facts.append([row({ ...at, ins, ver: ver(rank, seq) })]);
        expect(await ask({ org, slices: [{ edges: [T, T + DAY], members: [member()] }] })).toEqual([[0, 0, 8, 0, 60]]);
      }
    });

    it('[I12] [I13] [T02] sums a day alike in 15-second, 1-minute and 5-minute records, sent twice, shuffled and reversed, at every grain', async () => {
      for (const [zoneName, instant] of [
        ['Europe/Berlin', Date.UTC(2025, 2, 30, 12) / 1000],
        ['Europe/Berlin', Date.UTC(2025, 9, 26, 12) / 1000],
        ['Asia/Kathmandu', Date.UTC(2025, 5, 5, 12) / 1000],
      ] as const) {
        const zone = zoneOf(zoneName);
        const [from, to] = [localDayStart(zone, instant), nextLocalDayStart(zone, instant)];
        newOrg();
        const fine = records({ org, series: 1, from, to, span: 15 });
        const minutes = gathered(fine, 60).map((each) => ({ ...each, series: 2 }));
        const fives = gathered(fine, 300).map((each) => ({ ...each, series: 3 }));
        const all = [fine, minutes, fives].flatMap((list) => list.map((each) => ({ ...each, series: 4 })));
        const sent = [...fine, ...minutes, ...fives, ...all];
        await facts.append(shuffled(sent));
        await facts.append(sent.toReversed());

        const totals = { ins: total(fine, 'ins'), outs: total(fine, 'outs') };
        for (const [grouping, step] of [
          ['minute', 1],
          ['minute', 5],
          ['minute', 15],
          ['hour', 1],
          ['day', 1],
          ['week', 1],
          ['month', 1],
          ['year', 1],
        ] as const) {
          const edges = bucketEdges(zone, from, to, grouping, step);
          const members = [1, 2, 3, 4].map((series) => member({ series, key: series }));
          const answer = await facts.aggregate({ org, slices: [{ edges, members }], freshFrom: 0, marks: [] });
          const rows = table(answer);
          const ofKey = (key: number) => rows.filter((each) => each[0] === key).map(([, ...rest]) => rest);
          for (const key of [1, 2, 3, 4]) {
            expect(column(ofKey(key), 1), `${grouping} ${step}`).toBe(totals.ins);
            expect(column(ofKey(key), 2), `${grouping} ${step}`).toBe(totals.outs);
            expect(column(ofKey(key), 3), `${grouping} ${step}`).toBe(to - from);
          }
          expect(ofKey(4)).toEqual(ofKey(1));
          expect(ofKey(2)).toEqual(ofKey(1));
          if (grouping !== 'minute' || step > 1) expect(ofKey(3)).toEqual(ofKey(1));
        }
      }
    });

    it('[I20] [T02] gives the same from quarters as from minutes, on days of 23 and 25 hours and in quarter-hour zones', async () => {
      newOrg();
      for (const [zoneName, day] of [
        ['America/New_York', '2025-03-09'],
        ['America/New_York', '2025-11-02'],
        ['Australia/Lord_Howe', '2025-04-06'],
        ['Asia/Kathmandu', '2025-07-09'],
      ] as const) {
        const zone = zoneOf(zoneName);
        const noon = Date.parse(`${day}T12:00Z`) / 1000;
        const [from, to] = [localDayStart(zone, noon - DAY), localDayStart(zone, noon + 2 * DAY)];
        const rows = records({ org, series: 1, from, to, span: 300 });
        await facts.append(rows);
        await facts.recompute(org, daysTouchedBy(rows));
        for (const [grouping, step] of [
          ['day', 1],
          ['hour', 1],
          ['hour', 7],
          ['minute', 45],
          ['minute', 15],
        ] as const) {
          const slices = [{ edges: bucketEdges(zone, from, to, grouping, step), members: [member()] }];
          const fromQuarters = await ask({ org, slices, freshFrom: FAR });
          expect(fromQuarters).toEqual(await ask({ org, slices, freshFrom: 0 }));
          expect(column(fromQuarters, 2)).toBe(total(rows, 'ins'));
        }
      }
    });

    it('[I19] [I20] reads marked and fresh days from minutes, and everything after their quarters are made again', async () => {
      const at = { org: newOrg(), series: 1 };
      const first = records({ ...at, from: T, to: T + 3 * DAY, span: 900 });
      await facts.append(first);
      await facts.rebuild(org, [1], T, T + 3 * DAY);
      const late = [
        row({ ...at, at: T + DAY, span: 900, ins: 1000, outs: 0, ver: ver('final', 9n) }),
        row({ ...at, at: T + 2 * DAY, span: 60, ins: 5000, outs: 0, ver: ver('final', 9n) }),
      ];
      await facts.append(late);
      const slices = [{ edges: [T, T + DAY, T + 2 * DAY, T + 3 * DAY], members: [member()] }];
      const truth = await ask({ org, slices, freshFrom: 0 });
      const marks = daysTouchedBy(late);
      expect(marks).toHaveLength(2);
      expect(await ask({ org, slices, freshFrom: FAR, marks })).toEqual(truth);
      expect(await ask({ org, slices, freshFrom: T + 2 * DAY, marks: marks.slice(0, 1) })).toEqual(truth);
      expect(await ask({ org, slices, freshFrom: FAR, marks: [...marks, { series: 77, day: T }] })).toEqual(truth);
      await facts.recompute(org, marks);
      expect(await ask({ org, slices, freshFrom: FAR })).toEqual(truth);
    });

    it('[I16] keeps erased what was erased: replays, older records never seen before, and weaker new ones', async () => {
      const at = { org: newOrg(), series: 1 };
      const rows = records({ ...at, from: T, to: T + 2 * DAY, span: 900 });
      await facts.append(rows.filter((_, index) => index % 2 === 0));
      await facts.rebuild(org, [1], T, T + 2 * DAY);
      const erasure = { org, series: 1, from: T + 3600, to: T + DAY, ver: ver('manual', 50n) };
      await facts.erase(erasure);
      const kept = rows.filter((each) => each.at < erasure.from || each.at >= erasure.to);
      const slices = [{ edges: [T, T + DAY, T + 2 * DAY], members: [member()] }];

      await facts.append(rows);
      await facts.append(rows.map((each) => ({ ...each, span: 60, ver: ver('history', 40n) })).filter(inside(erasure)));
      await facts.append(rows.map((each) => ({ ...each, ver: ver('final', 60n) })).filter(inside(erasure)));
      const after = await ask({ org, slices });
      expect(column(after, 2)).toBe(total(kept, 'ins'));
      expect(column(after, 4)).toBe(kept.length * 900);

      await facts.recompute(org, daysTouchedByErasure(erasure));
      expect(await ask({ org, slices, freshFrom: FAR })).toEqual(after);

      await facts.append([row({ ...at, at: T + 7200, span: 900, ins: 12, outs: 0, ver: ver('manual', 51n) })]);
      expect(column(await ask({ org, slices }), 2)).toBe(total(kept, 'ins') + 12);
    });

    it('[I35] erases one series of one organization, and a whole emptied day leaves no quarter behind', async () => {
      const other = newOrg();
      newOrg();
      for (const each of [other, org]) {
        for (const series of [1, 2]) {
          await facts.append(records({ org: each, series, from: T, to: T + DAY, span: 900 }));
        }
        await facts.rebuild(each, [1, 2], T, T + DAY);
      }
      await facts.erase({ org, series: 1, from: T, to: T + DAY, ver: ver('manual', 9n) });
      await facts.rebuild(org, [1], T, T + DAY);
      const slices = [{ edges: [T, T + DAY], members: [member({ key: 1 }), member({ series: 2, key: 2 })] }];
      for (const freshFrom of [0, FAR]) {
        expect((await ask({ org, slices, freshFrom })).map(([key]) => key)).toEqual([2]);
        expect((await ask({ org: other, slices, freshFrom })).map(([key]) => key)).toEqual([1, 2]);
      }
    });

    it('writes the past that a description stands for, to the last person, and leaves erased what is erased', async () => {
      newOrg();
      const history = describedDay(org);
      const minutes = [...generatedMinutes(history)];
      expect(await facts.appendFrom(history)).toBe(minutes.length);
      const edges = every(60, T, T + DAY);
      const answer = await ask({ org, slices: [{ edges, members: [member()] }] });
      expect(answer).toEqual(minutes.map(({ at, ins, outs }) => [0, (at - T) / 60, ins, outs, 60]));

      await facts.erase({ org, series: 1, from: T + 36_000, to: T + 39_600, ver: ver('manual', 9n) });
      await facts.appendFrom(history);
      expect(await ask({ org, slices: [{ edges, members: [member()] }] })).toHaveLength(minutes.length - 60);
    });

    it('[I143] takes rows as lines: once, replaced by version and erased like any others, and nothing but rows', async () => {
      newOrg();
      const rows = [1, 2].flatMap((series) => records({ org, series, from: T, to: T + 7200, span: 60 }));
      const block = (series: number, of: readonly MinuteRow[] = rows) => {
        const own = of.filter((each) => each.series === series);
        const lines = own.map(({ at, span, ins, outs }) => `${at},${span},${ins},${outs}\n`).join('');
        return { series, from: T, to: T + 7200, lines };
      };
      const history = { org, ver: ver('history', 1n) };
      await facts.appendLines({ ...history, blocks: [block(1), block(2)] });
      await facts.appendLines({ ...history, blocks: [block(2, rows.slice(7)), block(1, [])] });
      const slices = [{ edges: every(60, T, T + DAY), members: [member(), member({ series: 2, key: 1 })] }];
      const expected = rows.map(({ series, at, ins, outs }) => [series - 1, (at - T) / 60, ins, outs, 60]);
      expect(await ask({ org, slices })).toEqual(expected);

      await facts.append([{ ...rows[0]!, ins: 99, ver: ver('history', 2n) }]);
      await facts.appendLines({ ...history, blocks: [block(1)] });
      expect((await ask({ org, slices }))[0]).toEqual([0, 0, 99, rows[0]!.outs, 60]);
      await facts.erase({ org, series: 1, from: T, to: T + 3600, ver: ver('manual', 9n) });
      await facts.appendLines({ ...history, blocks: [block(1), block(2)] });
      expect(await ask({ org, slices })).toEqual(expected.slice(60));
    });

    itAnswersQuestions({ facts: () => facts, newOrg });
  });
}
