import { expectedWait, sampledMinutes } from '@atrium/metrics/expected-wait';
import { describe, expect, it } from 'vitest';
import { fold, type LastState, openDay, type TailRow } from '../../ingestion/fold.ts';
import type { Member } from '../../registry/directory/resolve.ts';
import { type CountedMinutes, headMinutes, olderThanTails } from './head-minutes.ts';

const noon = Date.parse('2026-03-04T12:00:00Z') / 1000;
const forever = { from: 0, to: 4e9 };
const line: Member = { series: 1, ...forever, wIn: 1, wOut: 1, timezone: 'UTC', locationId: 'here' };

const tail = (from: number, ...ins: number[]): LastState => ({
  ...openDay({ from: noon - 43_200, to: noon + 43_200 }),
  tailFrom: from,
  tail: ins.map((each, index) => ({ at: from + index * 60, span: 60, ins: each, outs: 2 * each, ver: 1n })),
});
const isReversedAt = (at: number) => at >= noon;

describe('the sampled minutes', () => {
  it('[R890] end with the newest minute of the head zone that is over, at most five minutes ago', () => {
    const ends = (heard: number | undefined) => (noon - sampledMinutes(noon + 40, 15, heard).to) / 60;
    expect([noon, noon - 60, noon - 120, noon - 360].map(ends)).toEqual([0, 0, 1, 5]);
    expect(ends(noon - 9000)).toBe(5);
    expect(ends(undefined)).toBe(5);
    expect(sampledMinutes(noon, 3, noon - 60)).toEqual({ from: noon - 180, to: noon });
  });
});

describe('the minutes of a head zone', () => {
  it('[R890] come from the last minutes where they are kept and from the facts before', () => {
    const tails = new Map([[1, tail(noon - 60, 4, 5)]]);
    const older = new Map([
      [
        1,
        new Map([
          [noon - 180, { ins: 1, outs: 0 }],
          [noon - 60, { ins: 9, outs: 9 }],
        ]),
      ],
    ]);
    const window = { from: noon - 180, to: noon + 120 };
    expect(olderThanTails({ members: [line], tails }, window)).toEqual([
      { series: 1, from: noon - 180, to: noon - 60 },
    ]);
    expect(headMinutes({ members: [line], tails, older, isReversedAt }, window)).toEqual([
      { ins: 1, outs: 0, isReversed: false },
      null,
      { ins: 4, outs: 8, isReversed: false },
      { ins: 5, outs: 10, isReversed: true },
      null,
    ]);
  });

  it('[R890] are weighted, added over series, and without what is excluded or not valid', () => {
    const tails = new Map([
      [1, tail(noon, 2, 2)],
      [2, tail(noon, 3, 3)],
    ]);
    const members: Member[] = [
      { ...line, wIn: 1.5, to: noon + 60 },
      { ...line, series: 2 },
      { ...line, from: noon + 60, excluded: true },
    ];
    const head = { members, tails, older: new Map<number, CountedMinutes>(), isReversedAt: () => false };
    expect(headMinutes(head, { from: noon, to: noon + 120 }).map((each) => each?.ins)).toEqual([6, 3]);
    expect(olderThanTails(head, { from: noon, to: noon + 120 })).toEqual([]);
  });
});

/*
 * A head zone as it happens: people cross it at a second, its sensor reports minutes, late, twice and corrected. The oracle
 * looks at the crossings that the newest report of each minute includes, second by second.
 */
const sequences = Number(process.env.ATRIUM_WAITS ?? 300);
const first = Number(process.env.ATRIUM_SEED ?? 1);

it(`[R891] the live wait equals what ${sequences} generated queues show (seed ${first})`, { timeout: 600_000 }, () => {
  let known = 0;
  for (let seed = first; seed < first + sequences; seed += 1) {
    const { now, interval, people, reports, isReversed } = generated(seed);
    let state = openDay({ from: noon - 43_200, to: noon + 43_200 });
    const facts = new Map<number, TailRow>();
    for (const row of reports) {
      state = fold(state, [row], forever, now);
      const before = facts.get(row.at);
      if (!before || before.ver < row.ver) facts.set(row.at, row);
    }
    const tails = new Map([[1, state]]);
    const sampled = sampledMinutes(now, interval, state.lastMinute ?? undefined);
    const older = new Map([[1, new Map(olderThanTails({ members: [line], tails }, sampled).flatMap(within(facts)))]]);
    const head = { members: [line], tails, older, isReversedAt: () => isReversed };
    const computed = expectedWait(people, headMinutes(head, sampled));
    const seen = seenBy(reports, { now, interval, people, isReversed });
    if (seen === null || computed === null) expect([seed, computed]).toEqual([seed, seen]);
    else
      expect(Math.abs(computed - seen), `seed ${seed}: ${computed} and ${seen}`).toBeLessThanOrEqual(
        0.000_05 + seen * 1e-12,
      );
    if (computed !== null && computed > 0) known += 1;
  }
  expect(known).toBeGreaterThan(sequences / 3);
});

function within(facts: ReadonlyMap<number, TailRow>) {
  return ({ from, to }: { from: number; to: number }) =>
    [...facts.values()].filter(({ at }) => at >= from && at < to).map((row) => [row.at, row] as const);
}

interface Queue {
  readonly now: number;
  readonly interval: number;
  readonly people: number | null;
  readonly isReversed: boolean;
}

function seenBy(reports: readonly TailRow[], { now, interval, people, isReversed }: Queue): number | null {
  if (people === null || people <= 0) return people === null ? null : 0;
  let end = now - (now % 60);
  const isReported = (at: number) => reports.some((row) => row.at === at);
  // One that reports the open minute has reported the one before, or never will.
  if (!isReported(end)) for (let back = 0; back < 5 && !isReported(end - 60); back += 1) end -= 60;
  let [minutes, moved] = [0, 0];
  for (let at = end - 60; at >= end - interval * 60; at -= 60) {
    const [newest] = reports.filter((row) => row.at === at).toSorted((a, b) => (a.ver > b.ver ? -1 : 1));
    if (!newest) continue;
    minutes += 1;
    moved += isReversed ? newest.outs : newest.ins;
  }
  return moved === 0 ? null : (people / (moved / minutes)) * 60;
}

function generated(seed: number): Queue & { readonly reports: readonly TailRow[] } {
  let state = seed * 7919;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const now = noon + whole(0, 7200);
  const silent = random() < 0.2 ? whole(1, 12) : 0;
  const heard = random() < 0.3 ? 0.5 : 0.95;
  const busy = random() < 0.3 ? 0.1 : 3;
  const arrivals: { at: number; row: TailRow }[] = [];
  for (let back = silent; back < 180; back += 1) {
    const at = now - (now % 60) - back * 60;
    if (random() > heard) continue;
    const counts = () => ({ ins: Math.floor(random() * busy * 2), outs: Math.floor(random() * busy) });
    const arrives = () => at + (random() < 0.8 ? whole(60, 120) : whole(60, 9000));
    const row = { at, span: 60, ...counts(), ver: 1n };
    arrivals.push({ at: arrives(), row });
    if (random() < 0.1) arrivals.push({ at: arrives(), row });
    if (random() < 0.1) arrivals.push({ at: arrives(), row: { ...row, ...counts(), ver: 2n } });
  }
  const people = random() < 0.1 ? null : random() < 0.1 ? 0 : whole(1, 40);
  const reports = arrivals.toSorted((a, b) => a.at - b.at).map(({ row }) => row);
  return { now, interval: random() < 0.3 ? 15 : whole(1, 120), people, isReversed: random() < 0.3, reports };
}
