import { openOracle } from '@atrium/facts/oracle';
import { packVer } from '@atrium/facts/version';
import { chance } from '@atrium/simulator/noise';
import { describe, expect, it } from 'vitest';
import { correctClosed, endOf, fold, openDay, sumMinutes, todaysSums, turnDay, type TailRow } from './fold.ts';

const always = { from: 0, to: 2 ** 32 };
const day = { from: 1_772_409_600, to: 1_772_496_000 };
const noon = day.from + 43_200;
let seq = 0n;
const row = (at: number, span: number, ins: number, outs = 0, rank: 'partial' | 'final' = 'final'): TailRow => {
  seq += 1n;
  return { at, span, ins, outs, ver: packVer({ rank, seq, generation: 1 }) };
};

describe("today's sums of a series", () => {
  it('replace a record with its correction and ignore a repeated one', () => {
    const first = row(noon, 60, 5, 1);
    const once = fold(openDay(day), [first], always, noon + 60);
    expect(todaysSums(once, always)).toEqual({ ins: 5, outs: 1, got: 60 });
    expect(fold(once, [first], always, noon + 60)).toBe(once);
    expect(todaysSums(fold(once, [row(noon, 60, 7)], always, noon + 60), always)).toEqual({ ins: 7, outs: 0, got: 60 });
  });

  it('prefer the final record to a partial one, whichever comes last', () => {
    const final = row(noon, 60, 9);
    const late = row(noon, 60, 3, 0, 'partial');
    const state = fold(fold(openDay(day), [final], always, noon), [late], always, noon);
    expect(todaysSums(state, always).ins).toBe(9);
  });

  it('count only the finest records of a minute, and let coarser ones fill the rest', () => {
    const rows = [row(noon, 300, 10), row(noon + 60, 60, 4), row(noon + 120, 15, 1), row(noon + 135, 15, 2)];
    expect(sumMinutes(rows, always)).toEqual({ ins: 2 + 4 + 3 + 2 + 2, outs: 0, got: 60 + 60 + 30 + 60 + 60 });
  });

  it('split a record at midnight, and count tomorrow’s part from a fast clock tomorrow', () => {
    const state = fold(openDay(day), [row(day.to - 120, 300, 10), row(day.to + 60, 60, 1)], always, day.to - 30);
    expect(todaysSums(state, always).ins).toBe(4);
    const next = turnDay(state, { from: day.to, to: day.to + 86_400 });
    expect(next.unsure).toBe(false);
    expect(todaysSums(next.state, always)).toEqual({ ins: 2 + 1 + 2, outs: 0, got: 180 });
  });

  it('need a read of the facts when an edited time zone moves the start of the day', () => {
    const state = fold(openDay(day), [row(noon, 60, 5)], always, noon);
    expect(turnDay(state, { from: day.from - 3600, to: day.to - 3600 }).unsure).toBe(true);
  });

  it('leave out minutes in which the series is not valid', () => {
    const valid = { from: 0, to: noon + 120 };
    const state = fold(openDay(day), [row(noon, 300, 5)], valid, noon + 300);
    expect(todaysSums(state, valid)).toEqual({ ins: 2, outs: 0, got: 120 });
  });

  it('keep a short tail, however much arrives', () => {
    let state = openDay(day);
    for (let at = day.from; at < day.to; at += 15) state = fold(state, [row(at, 15, 1)], always, at);
    expect(state.tail.length).toBeLessThan(100);
    expect(todaysSums(state, always)).toEqual({ ins: 5760, outs: 0, got: 86_400 });
    expect(state.lastMinute).toBe(day.to - 60);
  });

  it.each(Array.from({ length: 200 }, (_, seed) => seed + 1))(
    'equal a recomputation after any sequence of records (seed %i)',
    async (seed) => {
      let drawn = 0;
      const random = () => chance(seed, (drawn += 1));
      const oracle = openOracle();
      const sent: TailRow[] = [];
      let now = day.from + Math.floor(random() * 80_000);
      let current = day;
      let state = openDay(day);
      for (let step = 0; step < 60; step += 1) {
        now += Math.floor(random() * 900);
        if (now >= current.to) current = { from: current.to, to: current.to + 86_400 };
        state = turnDay(state, current).state;
        const rows = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
          const again = sent[Math.floor(random() * sent.length)];
          if (again && random() < 0.3) return again;
          const span = [15, 60, 60, 300, 900, 3600][Math.floor(random() * 6)] ?? 60;
          const age = random() < 0.7 ? random() * 600 : random() * 100_000;
          const at = Math.floor((now - age) / span) * span;
          return row(
            at,
            span,
            Math.floor(random() * 50),
            Math.floor(random() * 50),
            random() < 0.2 ? 'partial' : 'final',
          );
        });
        sent.push(...rows);
        state = fold(state, rows, always, now);
        await oracle.append(rows.map((each) => ({ ...each, org: 1, series: 1, gone: 0, flags: 0 })));
        const late = rows.some((each) => Math.floor(each.at / 60) * 60 < state.tailFrom && endOf(each) > current.from);
        if (late) {
          const found = await sums(current.from, state.tailFrom);
          state = correctClosed(state, state.closed, found);
        }
        expect(todaysSums(state, always)).toEqual(await sums(current.from, current.to));
      }
      async function sums(from: number, to: number) {
        const [found] = from < to ? await oracle.sums({ org: 1, series: [1], from, to }) : [];
        return { ins: found?.ins ?? 0, outs: found?.outs ?? 0, got: found?.got ?? 0 };
      }
    },
  );
});
