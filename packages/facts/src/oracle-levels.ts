import type { LevelFacts } from './facts-interface.ts';
import type { LevelColumn, LevelMember } from './kind-questions.ts';
import { bucketOfMinute, gatherCells, minuteCount, minuteOf, shares, type KeptRows } from './oracle-rows.ts';
import { MINUTE, type LevelRow } from './rows.ts';

/** Levels, in the most obvious way: minutes first, then one cell at a time. */
export function oracleOfLevels(rows: KeptRows<LevelRow>): LevelFacts {
  return {
    append: async (added) => rows.append(added),
    recompute: async () => {},
    rebuild: async () => {},
    aggregate: async ({ org, slices, columns }) => {
      const cells = gatherCells<Read[]>(() => []);
      for (const slice of slices) {
        for (const member of slice.members) {
          for (const [minute, reading] of minutesFrom(rows.of(org, member.series))) {
            const bucket = bucketOfMinute(slice, member, minute);
            if (bucket >= 0) cells.at(member.key, bucket).push({ member, minute, ...reading });
          }
        }
      }
      return cells.answer(columns, (column, reads) => figures[column](reads));
    },
  };
}

interface Reading {
  last: number;
  lo: number;
  hi: number;
  area: number;
  seconds: number;
}
interface Read extends Reading {
  member: LevelMember;
  minute: number;
}

function minutesFrom(rows: readonly LevelRow[]): Map<number, Reading> {
  const parts = new Map<number, (LevelRow & { part: number; seconds: number })[]>();
  for (const row of rows.toSorted((a, b) => a.at - b.at)) {
    const count = minuteCount(row.span);
    const areas = shares(row.area ?? row.last * row.span, count);
    shares(row.span, count).forEach((seconds, k) => {
      const minute = minuteOf(row.at) + k * MINUTE;
      parts.set(minute, [...(parts.get(minute) ?? []), { ...row, part: areas[k]!, seconds }]);
    });
  }
  const readings = new Map<number, Reading>();
  for (const [minute, all] of parts) {
    const finest = Math.min(...all.map(({ span }) => span));
    const found = all.filter(({ span }) => span === finest);
    const seconds = sum(found.map((each) => each.seconds));
    const area = sum(found.map(({ part }) => part));
    readings.set(minute, {
      last: found.at(-1)!.last,
      lo: Math.min(...found.map(({ lo }) => lo)),
      hi: Math.max(...found.map(({ hi }) => hi)),
      area: seconds > MINUTE ? Math.trunc((area * MINUTE) / seconds) : area,
      seconds: Math.min(seconds, MINUTE),
    });
  }
  return readings;
}

const figures: Record<LevelColumn, (reads: readonly Read[]) => number> = {
  avg: (reads) => {
    const averages = unitsOf(reads).map((unit) => {
      const area = unit.reduce((total, read) => total + BigInt(read.area) * millionths(read.member), 0n);
      return (area * 1000n) / BigInt(sum(unit.map(({ seconds }) => seconds)));
    });
    return Number(averages.reduce((total, each) => total + each, 0n)) / 1e9;
  },
  last: (reads) =>
    sum(
      unitsOf(reads)
        .map((unit) => unit.reduce((a, b) => (b.minute > a.minute ? b : a)))
        .map((read) => weighted(read, read.last)),
    ),
  max: (reads) =>
    Math.max(
      ...minutesOf(reads).map((minute) =>
        sum(minute.map((read) => Math.max(weighted(read, read.lo), weighted(read, read.hi)))),
      ),
    ),
  min: (reads) =>
    Math.min(
      ...minutesOf(reads).map((minute) =>
        sum(minute.map((read) => Math.min(weighted(read, read.lo), weighted(read, read.hi)))),
      ),
    ),
  busy: (reads) => {
    const minutes = minutesOf(reads);
    return minutes.filter(isBusy).length / minutes.length;
  },
  got: (reads) => sum(reads.map(({ seconds }) => seconds)),
};

function isBusy(minute: readonly Read[]): boolean {
  return sum(minute.map((read) => weighted(read, read.last))) > 0;
}

function unitsOf(reads: readonly Read[]): Read[][] {
  return grouped(reads, ({ member }) => member.unit);
}

function minutesOf(reads: readonly Read[]): Read[][] {
  return grouped(reads, ({ minute }) => minute);
}

function grouped(reads: readonly Read[], by: (read: Read) => number): Read[][] {
  const groups = new Map<number, Read[]>();
  for (const read of reads) {
    const group = groups.get(by(read));
    if (group) group.push(read);
    else groups.set(by(read), [read]);
  }
  return [...groups.values()];
}

function millionths({ weight }: LevelMember): bigint {
  return BigInt(Math.round(weight * 1e6));
}

function weighted({ member }: Read, value: number): number {
  return (value * Number(millionths(member))) / 1e6;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
