import { type GroupingStep, slotOf } from '@atrium/calendar/groupings';
import { wallClock, zoneOf } from '@atrium/calendar/zones';
import type { AskedMetric } from '@atrium/metrics/catalog';
import { fourDecimals } from '@atrium/metrics/precision';
import type { EntityHead } from '../registry/directory/resolve.ts';
import type { Columns, RowHead } from './shape.ts';

/** Whether a metric adds up, and not its sum is asked for but the average, lowest or highest of its buckets. */
export function isOverBuckets({ metric, aggregation }: AskedMetric): boolean {
  return aggregation !== 'sum' && metric.aggregations.includes('sum');
}

/** The buckets of a total over a number of local days, if its query names none. */
export function bucketsOfTotal(days: number): GroupingStep {
  return { grouping: days <= 2 ? 'hour' : 'day', step: 1 };
}

/**
 * One value for each row of an answer, from an answer that has a row for each bucket. Buckets without data do not count.
 * A row of a folded answer has the buckets of its place in the week, any other those of its entity.
 */
export function overBuckets(
  buckets: Columns,
  bucketHeads: readonly EntityHead[],
  metrics: readonly AskedMetric[],
  { heads, rows, grouping }: { heads: readonly RowHead[]; rows: Columns; grouping: GroupingStep | undefined },
): Record<string, Float64Array> {
  const fold = grouping?.fold;
  const rowOf = new Map<string, number>();
  for (let row = 0; row < rows.length; row += 1) {
    const { entityId, weekday, hour } = heads[rows.entity[row]!]!;
    rowOf.set(keyOf(entityId, weekday, hour), row);
  }
  const places = Int32Array.from({ length: buckets.length }, (_, at) => {
    const { entityId, timezone } = bucketHeads[buckets.entity[at]!]!;
    const start = buckets.start[at]!;
    if (Number.isNaN(start)) return -1;
    if (!fold) return rowOf.get(keyOf(entityId)) ?? -1;
    const slot = slotOf(fold, wallClock(zoneOf(timezone), start));
    const key = fold === 'weekday' ? keyOf(entityId, slot) : keyOf(entityId, Math.floor(slot / 24), slot % 24);
    return rowOf.get(key) ?? -1;
  });
  return Object.fromEntries(
    metrics.map(({ aggregation, column }) => [
      column,
      combined(buckets.figures[column]!, places, rows.length, aggregation as 'avg' | 'min' | 'max'),
    ]),
  );
}

function keyOf(entityId: string, weekday?: number, hour?: number): string {
  return `${entityId} ${weekday ?? ''} ${hour ?? ''}`;
}

function combined(values: Float64Array, places: Int32Array, size: number, how: 'avg' | 'min' | 'max'): Float64Array {
  const result = new Float64Array(size).fill(Number.NaN);
  const counts = new Float64Array(size);
  for (let at = 0; at < values.length; at += 1) {
    const [value, place] = [values[at]!, places[at]!];
    if (place < 0 || Number.isNaN(value)) continue;
    const known = result[place]!;
    if (counts[place] === 0) result[place] = value;
    else result[place] = how === 'avg' ? known + value : Math[how](known, value);
    counts[place]! += 1;
  }
  if (how === 'avg') for (let row = 0; row < size; row += 1) result[row] = fourDecimals(result[row]! / counts[row]!);
  return result;
}
