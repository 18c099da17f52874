import type { CorrectionKind } from './correction-kinds.ts';

const minute = 60;
const day = 86_400;

/** The longest stretch of each kind, in days. */
export const maxDays: Record<CorrectionKind, number> = { excluded: 366, replaced: 2, estimated: 31 };

/** How far an estimate looks back, and how many hours of the same kind it needs. */
export const lookBackWeeks = 8;
export const fewestHours = 3;
/** The share of an hour that must have been received for it to serve as an example. */
const completeShare = 0.95;

export const correctionTexts = {
  order: 'The end must be after the beginning.',
  minutes: 'A period begins and ends at a full minute.',
  future: 'Only the past can be corrected: the period must end before now.',
  tooLong: (kind: CorrectionKind) => `A period of this kind lasts at most ${maxDays[kind]} days.`,
  reason: 'Say why these counts are wrong.',
  counts: 'Enter the ins and outs of every hour as whole numbers up to 1,000,000.',
  overlaps: 'Part of this period is already corrected. Remove that correction first.',
  nothingKnown: `There is too little history for an estimate: at least ${fewestHours} complete hours of the same weekday and time are needed, within the ${lookBackWeeks} weeks before.`,
} as const;

/** Epoch seconds, `[from, to)`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export function periodProblem({ from, to }: Stretch, kind: CorrectionKind, now: number): string | undefined {
  if (from % minute !== 0 || to % minute !== 0) return correctionTexts.minutes;
  if (from >= to || from < 0) return correctionTexts.order;
  if (to > now) return correctionTexts.future;
  if (to - from > maxDays[kind] * day + 3600) return correctionTexts.tooLong(kind);
  return undefined;
}

export interface Counts {
  readonly ins: number;
  readonly outs: number;
}

/** An hour of the past, or a part of one. `slot` is its place in the week: weekday times 24 plus hour. */
export interface PastHour extends Stretch, Counts {
  readonly slot: number;
  /** Seconds received. */
  readonly got: number;
}

/**
 * The median of the same hours of the weeks before, bucket by bucket: one unusual day does not change it. Undefined
 * where too few complete hours are known for one of the buckets.
 */
export function estimate(
  wanted: readonly (Stretch & { readonly slot: number })[],
  past: readonly PastHour[],
): Counts[] | undefined {
  const bySlot = new Map<number, PastHour[]>();
  for (const hour of past) {
    if (hour.got < completeShare * (hour.to - hour.from)) continue;
    const known = bySlot.get(hour.slot);
    if (known) known.push(hour);
    else bySlot.set(hour.slot, [hour]);
  }
  const found: Counts[] = [];
  for (const { slot, from, to } of wanted) {
    const examples = bySlot.get(slot) ?? [];
    if (examples.length < fewestHours) return undefined;
    const rate = (pick: (hour: Counts) => number) =>
      Math.round((to - from) * median(examples.map((hour) => pick(hour) / (hour.to - hour.from))));
    found.push({ ins: rate(({ ins }) => ins), outs: rate(({ outs }) => outs) });
  }
  return found;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const maxCount = 1_000_000;

/** Hand-entered counts, one for each bucket of the period. */
export function areCounts(counts: readonly Counts[], buckets: number): boolean {
  return counts.length === buckets && counts.every(({ ins, outs }) => isCount(ins) && isCount(outs));
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= maxCount;
}

/** The parts of a stretch outside of others, in order. `others` ascend and do not overlap. */
export function without<S extends Stretch>(stretch: S, others: readonly Stretch[]): S[] {
  const parts: S[] = [];
  let at = stretch.from;
  for (const { from, to } of others) {
    if (to <= at || from >= stretch.to) continue;
    if (at < from) parts.push({ ...stretch, from: at, to: from });
    at = Math.max(at, to);
  }
  if (at < stretch.to) parts.push({ ...stretch, from: at });
  return parts;
}
