import { int, ints, join, sql, type Sql } from './literals.ts';
import { MINUTE } from './rows.ts';

/**
 * The index of the bucket that contains the minute `t` (a UInt32 expression within the edges), in integer arithmetic.
 * Local days, hours and weeks are a few runs of equal steps, split where clocks change.
 */
export function bucketAt(runs: readonly Run[], t: Sql): Sql {
  if (runs.length > MAX_BRANCHES) return bySearch(runs, t);
  const branches = runs.map((run, at) => {
    const next = runs[at + 1];
    return next ? sql`${t} < ${int(next.start)}, ${within(run, t)}` : within(run, t);
  });
  return branches.length === 1
    ? sql`toUInt32(${join(branches, ', ')})`
    : sql`toUInt32(multiIf(${join(branches, ', ')}))`;
}

/** The number that a bucket has in the answer, by its position. */
export function bucketNumber(position: Sql, numbers: readonly number[] | undefined): Sql {
  if (!numbers || numbers.every((number, at) => number === at)) return position;
  return sql`toUInt32([${ints(numbers)}][${position} + 1])`;
}

/** Buckets of equal length one after another; `first` is the index of the first of them. */
export interface Run {
  start: number;
  step: number;
  count: number;
  first: number;
}

/** A minute belongs to the bucket it starts in, so edges inside a minute take effect at the next one. */
export function runsOf(edges: readonly number[]): Run[] {
  const runs: Run[] = [];
  let last: Run | undefined;
  let start = nextMinute(edges[0] ?? 0);
  for (let index = 0; index + 1 < edges.length; index += 1) {
    const end = nextMinute(edges[index + 1]!);
    const step = end - start;
    if (last && last.step === step && last.first + last.count === index) last.count += 1;
    else if (step > 0) runs.push((last = { start, step, count: 1, first: index }));
    start = end;
  }
  return runs;
}

export function nextMinute(instant: number): number {
  return Math.ceil(instant / MINUTE) * MINUTE;
}

/** Beyond this a binary search over the edges is cheaper than evaluating every branch for every row. */
const MAX_BRANCHES = 12;

function within({ start, step, count, first }: Run, t: Sql): Sql {
  if (count === 1) return int(first);
  const index = sql`intDiv(${t} - ${int(start)}, ${int(step)})`;
  return first === 0 ? index : sql`${int(first)} + ${index}`;
}

function bySearch(runs: readonly Run[], t: Sql): Sql {
  const starts: number[] = [];
  const indexes: number[] = [];
  for (const { start, step, count, first } of runs) {
    for (let at = 0; at < count; at += 1) {
      starts.push(start + at * step);
      indexes.push(first + at);
    }
  }
  const list = sql`[${ints(starts)}]`;
  return sql`toUInt32(transform(roundDown(${t}, ${list}), ${list}, [${ints(indexes)}], 0))`;
}
