import { fromEpoch, parseTimestamp } from '@atrium/calendar/timestamps';

export interface Interval {
  /** Epoch seconds; of an interval shorter than a second, with its milliseconds. */
  readonly at: number;
  /** Seconds; below one, with milliseconds. */
  readonly span: number;
}

/** Seconds since 1970 out of milliseconds, seconds or text with an offset; null for anything else. */
export function instantOf(value: unknown): number | null {
  const read = typeof value === 'number' ? fromEpoch(value) : typeof value === 'string' ? parseTimestamp(value) : null;
  return read?.kind === 'instant' ? read.seconds : null;
}

/** Whole seconds; only of what is shorter than one, the milliseconds. Undefined where nothing can have been counted. */
export function intervalBetween(from: number | null, to: number | null): Interval | undefined {
  if (from === null || to === null) return undefined;
  const length = Math.round((to - from) * 1000) / 1000;
  if (length <= 0 || Math.round(length) > maxSpan) return undefined;
  if (length >= 1) return { at: Math.floor(from), span: Math.round(length) };
  return { at: Math.round(from * 1000) / 1000, span: length };
}

/**
 * One crossing as a record of its own, for devices that say nothing else: shorter than a second, and of another length for
 * another crossing, so that two of the same instant stay two and a repetition stays one.
 */
export function crossingAt(when: number, name: string): Interval {
  let key = 0;
  for (const char of name) key = (31 * key + (char.codePointAt(0) ?? 0)) % 997;
  return { at: Math.round(when * 1000) / 1000, span: (1 + key) / 1000 };
}

/** A local day has up to 25 hours. A fact has at most 24: the rest of a longer record becomes one of its own. */
const maxSpan = 25 * 3600;
const maxFact = 24 * 3600;

/** What is no sum is true of the end of a record that is longer than a fact. */
export function lastDayOf<Reading extends { readonly at: number; readonly span: number | null }>(
  reading: Reading,
): Reading {
  const beyond = (reading.span ?? 0) - maxFact;
  return beyond > 0 ? { ...reading, at: reading.at + beyond, span: maxFact } : reading;
}

export function withinFacts<Reading extends Interval & { readonly ins: number; readonly outs: number }>(
  reading: Reading,
): Reading[] {
  if (reading.span <= maxFact) return [reading];
  const first = (value: number) => Math.floor((value * maxFact) / reading.span);
  const { at, span, ins, outs } = reading;
  const [firstIns, firstOuts] = [first(ins), first(outs)];
  return [
    { ...reading, span: maxFact, ins: firstIns, outs: firstOuts },
    { ...reading, at: at + maxFact, span: span - maxFact, ins: ins - firstIns, outs: outs - firstOuts },
  ];
}
