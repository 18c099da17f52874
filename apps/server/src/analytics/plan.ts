import { maximumRows } from '@atrium/contract/product';
import type { Slice } from '@atrium/facts/question';
import { dueByBucket, expectedUntil } from '@atrium/metrics/completeness';
import type { Entity } from '../registry/directory/resolve.ts';
import { axesOf, type Axis, type Strand, type TimeQuestion } from './axes.ts';
import { countRows, orderRows, type RowOrder } from './row-order.ts';

export interface TrafficQuestion extends TimeQuestion {
  /** Newest bucket first. */
  readonly descending?: boolean | undefined;
  readonly limit?: number | undefined;
}

/** Everything about an answer that is known before the facts are asked. */
export interface Plan {
  readonly entities: readonly Entity[];
  readonly current: Window;
  readonly previous: Window | undefined;
  readonly results: Rows;
  /**
   * Row by row what the results are compared with. When the period is not over, an ascending answer goes on to the end
   * of the previous one.
   */
  readonly previousResults: Rows | undefined;
  /** Rows beyond the most that one answer may have. */
  readonly leftOut: number;
}

/** What to ask of the facts, and the cells that take their answer: bucket `b` of entity `e` is `firstCell[e] + b`. */
export interface Window {
  readonly slices: readonly Slice[];
  readonly firstCell: Uint32Array;
  readonly start: Float64Array;
  /** Seconds that should have been received. */
  readonly due: Float64Array;
}

export interface Rows {
  readonly length: number;
  readonly entity: Uint32Array;
  /** The cell of the window, or -1 where there is nothing to compare with. */
  readonly cell: Int32Array;
}

export function planTraffic(question: TrafficQuestion, entities: readonly Entity[]): Plan {
  const { now, descending = false, limit = maximumRows } = question;
  const axes = axesOf(question, entities);
  const lanes = (bucketsOf: (axis: Axis) => number) =>
    axes.map((axis) => ({ entities: axis.entities, starts: axis.edges, buckets: bucketsOf(axis) }));
  const begun = countRows(lanes((axis) => axis.begun));
  const shown = Math.min(begun, limit);
  const beyondNow = question.previousPeriod !== undefined && !descending;
  const order = orderRows(
    lanes((axis) => (beyondNow ? axis.edges.length - 1 : axis.begun)),
    descending,
    limit,
  );

  const placeOf = axisOfEntity(axes, entities.length);
  const current = openWindow(
    axes,
    entities.length,
    rangesOf(order, shown, axes, placeOf, (_, bucket) => bucket),
  );
  const common = { entities, leftOut: limit < maximumRows ? 0 : begun - shown };
  const due = (window: OpenWindow): Window => fillDue(window, expectedUntil(now));
  const results = rowsIn(current, order, shown, (_, bucket) => bucket, placeOf);
  if (!question.previousPeriod) {
    return { ...common, current: due(current), results, previous: undefined, previousResults: undefined };
  }
  const partnerOf = (axis: number, bucket: number) => axes[axis]!.previous!.partners[bucket] ?? -1;
  const before = axes.map(({ entities: places, previous }) => ({ entities: places, ...previous! }));
  const previous = openWindow(before, entities.length, rangesOf(order, order.length, axes, placeOf, partnerOf));
  return {
    ...common,
    current: due(current),
    results,
    previous: due(previous),
    previousResults: rowsIn(previous, order, order.length, partnerOf, placeOf),
  };
}

type BucketOf = (axis: number, bucket: number) => number;

/** The buckets of an axis that appear in the answer: only those are asked for. */
interface Range {
  low: number;
  high: number;
}

interface OpenWindow extends Window {
  readonly ranges: readonly Range[];
}

function axisOfEntity(axes: readonly Axis[], entities: number): Uint32Array {
  const placeOf = new Uint32Array(entities);
  for (const [axis, { entities: places }] of axes.entries()) for (const place of places) placeOf[place] = axis;
  return placeOf;
}

function rangesOf(order: RowOrder, rows: number, axes: readonly Axis[], placeOf: Uint32Array, bucketOf: BucketOf) {
  const ranges: Range[] = axes.map(() => ({ low: Number.POSITIVE_INFINITY, high: 0 }));
  for (let row = 0; row < rows; row += 1) {
    const axis = placeOf[order.entity[row]!]!;
    const bucket = bucketOf(axis, order.bucket[row]!);
    if (bucket < 0) continue;
    const range = ranges[axis]!;
    range.low = Math.min(range.low, bucket);
    range.high = Math.max(range.high, bucket + 1);
  }
  return ranges.map(({ low, high }) => (low < high ? { low, high } : { low: 0, high: 0 }));
}

function openWindow(
  axes: readonly Pick<Axis, 'entities' | 'edges' | 'strands'>[],
  entities: number,
  ranges: readonly Range[],
): OpenWindow {
  const firstCell = new Uint32Array(entities);
  let cells = 0;
  for (const [i, axis] of axes.entries()) {
    const { low, high } = ranges[i]!;
    for (const entity of axis.entities) {
      firstCell[entity] = cells;
      cells += high - low;
    }
  }
  const start = new Float64Array(cells);
  for (const [i, axis] of axes.entries()) {
    const { low, high } = ranges[i]!;
    const starts = axis.edges.slice(low, high);
    for (const entity of axis.entities) start.set(starts, firstCell[entity]);
  }
  const slices = axes.flatMap((axis, i) => axis.strands.flatMap((strand) => sliceOf(strand, ranges[i]!)));
  return { slices, firstCell, start, due: new Float64Array(cells), ranges };
}

function sliceOf(strand: Strand, { low, high }: Range): Slice[] {
  // Facts know whole minutes from 1970 on. An edge between two minutes belongs to the minute it cuts; a comparison may
  // begin before there were any.
  const edges = strand.edges.slice(low, high + 1).map((edge) => Math.max(0, Math.floor(edge / 60) * 60));
  const first = edges[0] ?? 0;
  const last = edges.at(-1) ?? 0;
  const members = strand.members.flatMap(({ entity, member: { series, from, to, wIn, wOut } }) => {
    const clipped = { series, from: Math.max(from, first), to: Math.min(to, last), key: entity, wIn, wOut };
    return clipped.from < clipped.to ? [clipped] : [];
  });
  return low < high && members.length > 0 ? [{ edges, members }] : [];
}

function fillDue({ slices, firstCell, start, due }: OpenWindow, until: number): Window {
  for (const { edges, members } of slices) {
    for (const [entity, stretches] of byKey(members)) {
      const seconds = dueByBucket(stretches, edges, until);
      for (let i = 0, cell = firstCell[entity]!; i < seconds.length; i += 1, cell += 1) due[cell]! += seconds[i]!;
    }
  }
  return { slices, firstCell, start, due };
}

function byKey(members: Slice['members']): Map<number, Slice['members'][number][]> {
  const groups = new Map<number, Slice['members'][number][]>();
  for (const member of members) {
    const group = groups.get(member.key);
    if (group) group.push(member);
    else groups.set(member.key, [member]);
  }
  return groups;
}

function rowsIn(window: OpenWindow, order: RowOrder, length: number, bucketOf: BucketOf, placeOf: Uint32Array): Rows {
  const cell = new Int32Array(length);
  for (let row = 0; row < length; row += 1) {
    const entity = order.entity[row]!;
    const axis = placeOf[entity]!;
    const bucket = bucketOf(axis, order.bucket[row]!);
    cell[row] = bucket < 0 ? -1 : window.firstCell[entity]! + bucket - window.ranges[axis]!.low;
  }
  return { length, entity: order.entity.subarray(0, length), cell };
}
