import { type Fold, slotOf, slotsOf } from '@atrium/calendar/groupings';
import { wallClock, zoneOf } from '@atrium/calendar/zones';
import { maximumRows } from '@atrium/contract/product';
import { expectedUntil } from '@atrium/metrics/completeness';
import { type AskedEntity, axesOf } from './axes.ts';
import type { DataQuestion } from './plan.ts';
import type { Reading } from './readings.ts';
import type { RowHead } from './shape.ts';
import { type BucketAxis, coveredBy, cutSlices, isDue, type Rows, secondsDue, type Window } from './window.ts';

/** An answer by weekday, or by weekday and hour: everything known before the facts are queried. */
export interface FoldedPlan {
  /** The beginning of each row. */
  readonly entities: readonly RowHead[];
  readonly current: Window;
  readonly earlier: readonly Window[];
  readonly leftOut: number;
}

/**
 * Days, or hours, are cut as for any other answer, each entity in its own time zone, and added up by the wall-clock
 * time at which they began. A repeated hour counts twice in its place. Single days are not kept, so that a year of many
 * entities fits into memory.
 */
export function planFolded(
  question: DataQuestion,
  entities: readonly AskedEntity[],
  readings: readonly Reading[],
  fold: Fold,
): FoldedPlan {
  const { now, descending = false, limit = maximumRows } = question;
  const axes = axesOf(question, entities);
  const current = axes.map((axis) => folded(axis, entities, fold, axis.begun));
  const places = placesOf(current, entities.length, slotsOf[fold], descending);
  const shown = places.slice(0, limit);
  const earlier = (axes[0]?.earlier ?? []).map((_, index) =>
    axes.map(({ entities: of, earlier: windows }) => {
      const axis = windows[index]!;
      return folded({ ...axis, entities: of }, entities, fold, axis.edges.length - 1);
    }),
  );
  return {
    entities: shown.map(({ entity, slot }) => ({ ...entities[entity]!, ...slotFields(fold, slot) })),
    current: foldedWindow(current, shown, readings, fold, now),
    earlier: earlier.map((window) => foldedWindow(window, shown, readings, fold, now)),
    leftOut: limit < maximumRows ? 0 : places.length - shown.length,
  };
}

interface FoldedAxis extends BucketAxis {
  /** The number of buckets to aggregate. */
  readonly buckets: number;
  /** The position of each bucket in the week. */
  readonly slots: Uint8Array;
}

function folded(axis: BucketAxis, entities: readonly AskedEntity[], fold: Fold, buckets: number): FoldedAxis {
  const zone = zoneOf(entities[axis.entities[0]!]!.timezone);
  const slots = Uint8Array.from({ length: buckets }, (_, i) => slotOf(fold, wallClock(zone, axis.edges[i]!)));
  const { entities: of, edges, strands } = axis;
  return { entities: of, edges, strands, buckets, slots };
}

interface Place {
  readonly entity: number;
  readonly slot: number;
}

/** The rows: by weekday and hour, then in the requested order of entities. */
function placesOf(axes: readonly FoldedAxis[], entities: number, slots: number, descending: boolean): Place[] {
  const present: Set<number>[] = [];
  for (const axis of axes) {
    const own = new Set(axis.slots);
    for (const entity of axis.entities) present[entity] = own;
  }
  const places: Place[] = [];
  for (let i = 0; i < slots; i += 1) {
    const slot = descending ? slots - 1 - i : i;
    for (let entity = 0; entity < entities; entity += 1) if (present[entity]?.has(slot)) places.push({ entity, slot });
  }
  return places;
}

function slotFields(fold: Fold, slot: number): Pick<RowHead, 'weekday' | 'hour'> {
  return fold === 'weekday' ? { weekday: slot } : { weekday: Math.floor(slot / 24), hour: slot % 24 };
}

function foldedWindow(
  axes: readonly FoldedAxis[],
  places: readonly Place[],
  readings: readonly Reading[],
  fold: Fold,
  now: number,
): Window {
  const slots = slotsOf[fold];
  const ranges = axes.map(({ buckets }) => ({ low: 0, high: buckets }));
  const { slices, keys } = cutSlices(axes, ranges, readings, now, (axis) => axes[axis]!.slots);
  const slotsOfEntity: Uint8Array[] = [];
  for (const axis of axes) for (const entity of axis.entities) slotsOfEntity[entity] = axis.slots;
  const cellOf = (key: number, bucket: number) => {
    const { entity, first } = keys[key]!;
    return entity * slots + slotsOfEntity[entity]![first + bucket]!;
  };
  const cells = slotsOfEntity.length * slots;
  const until = expectedUntil(now);
  const frame = () => {
    const due = new Float64Array(cells);
    for (const [key, held] of keys.entries()) {
      if (!isDue(readings[held.reading]!)) continue;
      const seconds = secondsDue(held, until);
      for (let bucket = 0; bucket < seconds.length; bucket += 1) due[cellOf(key, bucket)]! += seconds[bucket]!;
    }
    return { start: new Float64Array(cells).fill(Number.NaN), due, rows: rowsOf(places, slots) };
  };
  const cellOfEntity = (entity: number, slot: number) => entity * slots + slot;
  return { slices, cellOf, cellOfEntity, cells, keys, ...coveredBy(axes, ranges), frame };
}

/** Each row has its own beginning. */
function rowsOf(places: readonly Place[], slots: number): Rows {
  return {
    length: places.length,
    entity: Uint32Array.from(places, (_, row) => row),
    cell: Int32Array.from(places, ({ entity, slot }) => entity * slots + slot),
  };
}
