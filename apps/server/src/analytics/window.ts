import type { Member, Slice } from '@atrium/facts/question';
import { dueByBucket } from '@atrium/metrics/completeness';
import type { Axis, Strand } from './axes.ts';

/** What to ask of the facts, and the cells that take their answer: bucket `b` of key `k` is `cellOfKey[k] + b`. */
export interface Window {
  readonly slices: readonly Slice[];
  readonly cellOfKey: readonly number[];
  /** Start of each cell's bucket. */
  readonly start: Float64Array;
  /** Seconds that each cell should have received. */
  readonly due: Float64Array;
}

/** Which cell stands in which row. */
export interface Rows {
  readonly length: number;
  readonly entity: Uint32Array;
  /** -1 where there is nothing to show. */
  readonly cell: Int32Array;
}

/** Buckets of entities in the order of the rows; -1 for none. */
export interface Wanted {
  readonly entity: Uint32Array;
  readonly bucket: Uint32Array | Int32Array;
}

type BucketAxis = Pick<Axis, 'entities' | 'edges' | 'strands'>;

/** Makes the window that holds what is wanted, and as little else as possible. */
export function openWindow(axes: readonly BucketAxis[], wanted: Wanted, until: number): { window: Window; rows: Rows } {
  const layout = layOut(axes, wanted);
  const window = {
    slices: [] as Slice[],
    cellOfKey: [] as number[],
    start: new Float64Array(layout.cells),
    due: new Float64Array(layout.cells),
  };
  for (const axis of axes) {
    const firstCells = axis.entities.map((entity) => layout.firstCell[entity]!);
    const { low, high } = layout.rangeOf[axis.entities[0]!]!;
    if (low === high) continue;
    const starts = axis.edges.slice(low, high);
    for (const cell of firstCells) window.start.set(starts, cell);
    for (const strand of axis.strands) {
      for (const run of runs(strand.edges, low, high)) addSlice(window, strand, run, layout, until);
    }
  }
  return { window, rows: rowsOf(layout, wanted) };
}

/** Buckets of an axis, from `low` up to `high`: each of its entities has a cell for every one of them. */
interface Range {
  low: number;
  high: number;
}

interface Layout {
  readonly rangeOf: readonly Range[];
  readonly firstCell: Uint32Array;
  readonly cells: number;
}

function layOut(axes: readonly BucketAxis[], { entity, bucket }: Wanted): Layout {
  const rangeOf: Range[] = [];
  for (const axis of axes) {
    const range = { low: Number.POSITIVE_INFINITY, high: 0 };
    for (const place of axis.entities) rangeOf[place] = range;
  }
  for (let row = 0; row < bucket.length; row += 1) {
    const at = bucket[row]!;
    if (at < 0) continue;
    const range = rangeOf[entity[row]!]!;
    if (at < range.low) range.low = at;
    if (at >= range.high) range.high = at + 1;
  }
  const firstCell = new Uint32Array(rangeOf.length);
  let cells = 0;
  for (const [place, range] of rangeOf.entries()) {
    if (range.low > range.high) range.low = range.high;
    firstCell[place] = cells;
    cells += range.high - range.low;
  }
  return { rangeOf, firstCell, cells };
}

interface Run {
  readonly edges: readonly number[];
  /** Place of the first bucket among those of the strand. */
  readonly first: number;
}

/**
 * Edges as the facts want them: whole minutes from 1970 on, rising. A bucket that has no length in this zone, or lies
 * before there were readings, separates two runs.
 */
function runs(edges: readonly number[], low: number, high: number): Run[] {
  const asked = low === 0 && high === edges.length - 1 ? edges : edges.slice(low, high + 1);
  return areRisingMinutes(asked) ? [{ edges: asked, first: 0 }] : brokenRuns(edges, low, high);
}

/** Nearly always, and then there may be tens of thousands. */
function areRisingMinutes(edges: readonly number[]): boolean {
  let previous = -1;
  for (let at = 0; at < edges.length; at += 1) {
    const edge = edges[at]!;
    if (edge <= previous || edge % 60 !== 0) return false;
    previous = edge;
  }
  return edges.length > 1;
}

function brokenRuns(edges: readonly number[], low: number, high: number): Run[] {
  const found: Run[] = [];
  let minutes: number[] = [];
  let first = 0;
  for (let at = low; at <= high; at += 1) {
    const minute = Math.max(0, Math.floor(edges[at]! / 60) * 60);
    if (minutes.length > 0 && minute <= minutes[minutes.length - 1]!) {
      if (minutes.length > 1) found.push({ edges: minutes, first });
      minutes = [];
    }
    if (minutes.length === 0) first = at - low;
    minutes.push(minute);
  }
  if (minutes.length > 1) found.push({ edges: minutes, first });
  return found;
}

function addSlice(
  window: { slices: Slice[]; cellOfKey: number[]; due: Float64Array },
  strand: Strand,
  { edges, first }: Run,
  layout: Layout,
  until: number,
): void {
  const [begin, end] = [edges[0]!, edges.at(-1)!];
  const members: Member[] = [];
  const keys = new Map<number, { key: number; members: Member[] }>();
  for (const { entity, member } of strand.members) {
    const [from, to] = [Math.max(member.from, begin), Math.min(member.to, end)];
    if (from >= to) continue;
    let own = keys.get(entity);
    if (!own) {
      own = { key: window.cellOfKey.length, members: [] };
      keys.set(entity, own);
      window.cellOfKey.push(layout.firstCell[entity]! + first);
    }
    const clipped = { series: member.series, from, to, key: own.key, wIn: member.wIn, wOut: member.wOut };
    own.members.push(clipped);
    members.push(clipped);
  }
  if (members.length === 0) return;
  window.slices.push({ edges, members });
  for (const own of keys.values()) {
    const seconds = dueByBucket(own.members, edges, until);
    const cell = window.cellOfKey[own.key]!;
    for (let bucket = 0; bucket < seconds.length; bucket += 1) window.due[cell + bucket]! += seconds[bucket]!;
  }
}

function rowsOf({ rangeOf, firstCell }: Layout, { entity, bucket }: Wanted): Rows {
  const cell = new Int32Array(bucket.length);
  for (let row = 0; row < bucket.length; row += 1) {
    const place = entity[row]!;
    cell[row] = bucket[row]! < 0 ? -1 : firstCell[place]! + bucket[row]! - rangeOf[place]!.low;
  }
  return { length: bucket.length, entity, cell };
}
