import type { GeneratedHistory } from './generated-history.ts';
import type { Member } from './question.ts';
import { DAY, type MinuteRow } from './rows.ts';
import { packVer, type Rank } from './version.ts';

/** A Saturday, on the edge of a month, 00:00 UTC. */
export const T = Date.UTC(2025, 2, 1) / 1000;
/** A freshness boundary that reads everything from quarters. */
export const FAR = Date.UTC(2090, 0, 1) / 1000;

export function ver(rank: Rank, seq: bigint): bigint {
  return packVer({ rank, seq, generation: 1 });
}

export function row(
  given: Pick<MinuteRow, 'org' | 'series' | 'at' | 'span' | 'ins' | 'outs'> & Partial<MinuteRow>,
): MinuteRow {
  return { ver: ver('final', 1n), gone: 0, flags: 0, ...given };
}

export function member(given: Partial<Member> = {}): Member {
  return { series: 1, from: 0, to: FAR, key: 0, wIn: 1, wOut: 1, ...given };
}

export function every(step: number, from: number, to: number): number[] {
  return Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
}

export function records({
  org,
  series,
  from,
  to,
  span,
}: Pick<MinuteRow, 'org' | 'series' | 'span'> & { from: number; to: number }) {
  return every(span, from, to)
    .slice(0, -1)
    .map((at, index) => row({ org, series, at, span, ins: (index * 7) % 11, outs: (index * 5) % 13 }));
}

export function gathered(rows: readonly MinuteRow[], span: number): MinuteRow[] {
  const sums = new Map<number, MinuteRow>();
  for (const each of rows) {
    const at = each.at - (each.at % span);
    const sum = sums.get(at) ?? { ...each, at, span, ins: 0, outs: 0 };
    sums.set(at, { ...sum, ins: sum.ins + each.ins, outs: sum.outs + each.outs });
  }
  return [...sums.values()];
}

/** The same disorder every time. */
export function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item, index) => ({ item, place: (index * 7919) % 10_007 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

export function describedDay(org: number): GeneratedHistory {
  const hours = Array.from({ length: 24 }, (_, hour) => (hour < 6 ? 0 : hour * 700));
  return {
    org,
    series: 1,
    ver: ver('history', 3n),
    seed: 4_294_967_290,
    curves: [
      { ins: hours, outs: hours.map((rate) => Math.round(rate * 0.9)) },
      { ins: hours.map((rate) => rate * 20), outs: hours },
    ],
    stretches: [
      { from: T, to: T + 7200, offset: -18_000, curve: 1, factor: 800 },
      { from: T + 7200, to: T + DAY, offset: -14_400, curve: 0, factor: 1234 },
    ],
    gaps: [
      { from: T + 3600, to: T + 10_800 },
      { from: T + 80_000 - (80_000 % 60), to: T + 82_800 },
    ],
  };
}
