/** An interval in which a series was expected to report, epoch seconds, [from, to). */
export interface Expectation {
  readonly from: number;
  readonly to: number;
}

/** Received over expected seconds; null when nothing was due. Never above 1. */
export function completenessOf(gotSeconds: number, dueSeconds: number): number | null {
  return dueSeconds > 0 ? Math.min(1, gotSeconds / dueSeconds) : null;
}

/**
 * The seconds of readings that were due in each bucket until `until`, summed over all series. The future is not due; so
 * an open bucket is complete while its sensors keep up.
 */
export function dueByBucket(
  expectations: readonly Expectation[],
  edges: readonly number[],
  until: number,
): Float64Array {
  const due = new Float64Array(Math.max(0, edges.length - 1));
  const start = edges[0] ?? 0;
  const end = Math.min(edges.at(-1) ?? 0, until);
  for (const { from, to, count } of clipped(expectations, start, end))
    for (let bucket = 0; bucket < due.length; bucket += 1)
      due[bucket]! += count * Math.max(0, Math.min(edges[bucket + 1]!, to) - Math.max(edges[bucket]!, from));
  return due;
}

/**
 * Until when readings are expected. A sensor sends a minute when it is over, so the current minute and the one before
 * it may still be on their way: counting them would show every healthy sensor as incomplete.
 */
export function expectedUntil(now: number): number {
  return (Math.floor(now / 60) - 1) * 60;
}

/** Rounded down, because 99.7% is not all of it; but 0.29 is 29%, whatever its binary digits are. */
export function wholePercents(completeness: number): number {
  return Math.floor(completeness * 100 + 1e-9);
}

/** As readable text. */
export function completenessText(completeness: number | null): string {
  if (completeness === null) return 'no readings expected';
  return `built from ${wholePercents(completeness)}% of expected minutes`;
}

/** Most series span the whole window: equal intervals are counted instead of repeated. */
function clipped(expectations: readonly Expectation[], start: number, end: number) {
  const stretches = new Map<string, { from: number; to: number; count: number }>();
  for (const expectation of expectations) {
    const from = Math.max(expectation.from, start);
    const to = Math.min(expectation.to, end);
    if (from >= to) continue;
    const key = `${from} ${to}`;
    const known = stretches.get(key);
    if (known) known.count += 1;
    else stretches.set(key, { from, to, count: 1 });
  }
  return stretches.values();
}
