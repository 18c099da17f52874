import type { Answer } from './question.ts';
import type { MinuteRow } from './rows.ts';

export function table({ keys, buckets, ins, outs, got }: Answer): number[][] {
  return Array.from(keys, (key, at) => [key, buckets[at]!, ins[at]!, outs[at]!, got[at]!]);
}

export function column(rows: readonly (readonly number[])[], at: number): number {
  return rows.reduce((sum, each) => sum + each[at]!, 0);
}

export function total(rows: readonly MinuteRow[], of: 'ins' | 'outs'): number {
  return rows.reduce((sum, each) => sum + each[of], 0);
}

export function inside({ from, to }: { from: number; to: number }): (row: MinuteRow) => boolean {
  return ({ at }) => at >= from && at < to;
}
