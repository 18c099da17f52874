import { maximumRows } from '@atrium/contract/product';
import { type AskedEntity, axesOf, type Axis, type TimeQuestion } from './axes.ts';
import type { Reading } from './readings.ts';
import { countRows, orderRows } from './row-order.ts';
import { openWindow, rangesOf, type Wanted, type Window } from './window.ts';

export interface DataQuestion extends TimeQuestion {
  /** Newest bucket first. */
  readonly descending?: boolean | undefined;
  readonly limit?: number | undefined;
}

/** Everything about an answer that is known before the facts are queried. */
export interface Plan {
  readonly entities: readonly AskedEntity[];
  readonly current: Window;
  /** Row by row, the values that the current rows are compared with, in each earlier window. */
  readonly earlier: readonly Window[];
  /** Rows beyond the maximum of one answer. */
  readonly leftOut: number;
}

export function planRows(question: DataQuestion, entities: readonly AskedEntity[], readings: readonly Reading[]): Plan {
  const { now, previousPeriod, trend = 0, descending = false, limit = maximumRows } = question;
  const axes = axesOf(question, entities);
  const lanes = (bucketsOf: (axis: Axis) => number) =>
    axes.map((axis) => ({ entities: axis.entities, starts: axis.edges, buckets: bucketsOf(axis) }));
  const begun = countRows(lanes((axis) => axis.begun));
  const shown = Math.min(begun, limit);
  const leftOut = limit < maximumRows ? 0 : begun - shown;

  const [only, ...others] = axes;
  if (only && others.length === 0 && shown === begun && !previousPeriod && trend === 0) {
    // The most common and longest query: every bucket that has begun; its rows are sorted later.
    const isOrdered = only.entities.length === 1 && !descending;
    const wanted = () =>
      orderRows(
        lanes((axis) => axis.begun),
        descending,
        limit,
      );
    return {
      entities,
      current: openWindow(axes, [{ low: 0, high: only.begun }], readings, isOrdered ? undefined : wanted, now),
      earlier: [],
      leftOut,
    };
  }

  const wanted = orderRows(
    lanes((axis) => axis.begun),
    descending,
    limit,
  );
  const open = (on: Parameters<typeof openWindow>[0], rows: Wanted) =>
    openWindow(on, rangesOf(on, rows), readings, () => rows, now);
  return {
    entities,
    current: open(axes, wanted),
    earlier: (axes[0]?.earlier ?? []).map((_, index) =>
      open(earlierAxes(axes, index), partnersOf(axes, index, wanted)),
    ),
    leftOut,
  };
}

function earlierAxes(axes: readonly Axis[], index: number) {
  return axes.map(({ entities, earlier }) => ({ ...earlier[index]!, entities }));
}

function partnersOf(
  axes: readonly Axis[],
  index: number,
  { entity, bucket }: { entity: Uint32Array; bucket: Uint32Array },
) {
  const axisOf = new Map(axes.flatMap((axis) => axis.entities.map((place) => [place, axis] as const)));
  const partner = Int32Array.from(bucket, (at, row) => axisOf.get(entity[row]!)!.earlier[index]!.partners[at] ?? -1);
  return { entity, bucket: partner };
}
