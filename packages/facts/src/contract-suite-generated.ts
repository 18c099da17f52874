import { expect, it } from 'vitest';
import { describeKind, FAR, T, table, ver } from './contract-suite-kinds.ts';
import { describedDay } from './contract-suite-rows.ts';
import type { Facts } from './facts-interface.ts';
import {
  type Derived,
  generatedHeard,
  generatedLevels,
  generatedMinutes,
  generatedTimes,
  type GeneratedHistory,
} from './generated-history.ts';
import { DAY, QUARTER } from './rows.ts';

const reset = 4 * 3600;
const minutes = Array.from({ length: DAY / 60 + 1 }, (_, minute) => T + minute * 60);
const quarters = minutes.filter((at) => at % QUARTER === 0);
const partOf = (from: number, to: number, leaving = false): Derived => ({ kind: 'part', from, to, leaving });
const minuteOf = (at: number) => (at - T) / 60;
const member = { series: 1, key: 0, unit: 0, weight: 1, from: 0, to: FAR };

/** Histories whose measures follow from the same people. */
export function describeGenerated(keeper: string, open: () => Promise<Facts>): void {
  describeKind('generated histories', keeper, open, ({ facts, newOrg }) => {
    const counted = async (history: GeneratedHistory) => {
      expect(await facts().appendFrom(history)).toBe([...generatedMinutes(history)].length);
      const { org } = history;
      const members = [{ ...member, wIn: 1, wOut: 1 }];
      const slices = [{ edges: minutes, members }];
      const { buckets, ins, outs } = await facts().aggregate({ org, slices, freshFrom: 0, marks: [] });
      return Array.from(buckets, (at, row) => [at, ins[row]!, outs[row]!]);
    };

    it('[I200] are parts of the people that add up to all of them in every minute', async () => {
      const all = await counted(describedDay(newOrg()));
      const parts = [];
      for (const part of [partOf(0, 460), partOf(460, 940), partOf(940, 1000), partOf(0, 940, true)]) {
        const history = { ...describedDay(newOrg()), as: part };
        parts.push(await counted(history));
        expect(parts.at(-1)).toEqual(
          [...generatedMinutes(history)].map(({ at, ins, outs }) => [minuteOf(at), ins, outs]),
        );
      }
      const [male, female, unknown, leaving] = parts as [number[][], number[][], number[][], number[][]];
      const sum = all.map(([at], row) => [
        at,
        ...[1, 2].map((way) => male[row]![way]! + female[row]![way]! + unknown[row]![way]!),
      ]);
      expect(sum).toEqual(all);
      expect(leaving.map(([at, ins, outs]) => [at, ins! + unknown.find(([other]) => other === at)![2]!, outs])).toEqual(
        all.map(([at, , outs]) => [at, outs, 0]),
      );
      expect(total(male, 1)).toBeGreaterThan(0.44 * total(all, 1));
      expect(total(male, 1)).toBeLessThan(0.48 * total(all, 1));
    });

    it('[I200] are levels: ins less outs since the reset, also of the people in a gap, never below zero', async () => {
      const org = newOrg();
      const history: GeneratedHistory = { ...describedDay(org), as: { kind: 'level', reset } };
      await facts().appendFrom(history);
      const question = { org, slices: [{ edges: minutes, members: [member] }], freshFrom: 0, marks: [] };
      const answer = await facts().levels.aggregate({ ...question, columns: ['last', 'min', 'max', 'got'] });
      const expected = [...generatedLevels(history)];
      expect(table(answer, ['last', 'min', 'max', 'got'])).toEqual(
        expected.map(({ at, last }) => [0, minuteOf(at), last, last, last, 60]),
      );
      const whole = { ...history, as: undefined, gaps: [] };
      // The clock of the described day is first five, then four hours behind.
      const local = (at: number) => at - (at < T + 7200 ? 18_000 : 14_400) - reset;
      let inside = 0;
      let before = local(T);
      const running = new Map<number, number>();
      for (const { at, ins, outs } of generatedMinutes(whole)) {
        if (Math.floor(local(at) / DAY) !== Math.floor(before / DAY)) inside = 0;
        before = local(at);
        running.set(at, (inside = Math.max(0, inside + ins - outs)));
      }
      expect(expected.map(({ at, last }) => [at, last])).toEqual(expected.map(({ at }) => [at, running.get(at)]));
      expect(Math.max(...running.values())).toBeGreaterThan(20);
    });

    it('[I200] are the times of those who leave, and when the sensor was heard; erased ones stay erased', async () => {
      const org = newOrg();
      const as: Derived = { kind: 'times', from: 0, to: 940, reset, base: 20_000, perHead: 500, spread: 9000 };
      const history: GeneratedHistory = { ...describedDay(org), as };
      await facts().appendFrom(history);
      const ask = () =>
        facts().samples.aggregate({
          org,
          slices: [{ edges: minutes, members: [member] }],
          columns: ['count', 'total'],
        });
      const expected = [...generatedTimes(history)];
      expect(expected.length).toBeGreaterThan(500);
      expect(table(await ask(), ['count', 'total'])).toEqual(
        expected.map(({ at, ms, n }) => [0, minuteOf(at), n, ms / 1000]),
      );
      const got = await facts().heard.aggregate({ org, slices: [{ edges: quarters, members: [member] }] });
      expect(table(got, ['got'])).toEqual(
        [...generatedHeard(history)].map(([at, seconds]) => [0, (at - T) / QUARTER, seconds]),
      );
      const range = { from: T + 36_000, to: T + 39_600 };
      await facts().erase({ org, series: 1, ...range, ver: ver('manual', 9n) });
      await facts().appendFrom(history);
      const left = expected.filter(({ at }) => at < range.from || at >= range.to);
      expect((await ask()).buckets).toHaveLength(left.length);
    });
  });
}

const total = (rows: readonly number[][], column: number) => rows.reduce((sum, row) => sum + row[column]!, 0);
