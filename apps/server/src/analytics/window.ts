import type { ForecastMember, LevelMember } from '@atrium/facts/kind-questions';
import type { Member, Slice } from '@atrium/facts/question';
import { baseFacts } from '@atrium/metrics/base-facts';
import { dueByBucket, expectedUntil } from '@atrium/metrics/completeness';
import type { Axis, Strand } from './axes.ts';
import type { Reading } from './readings.ts';

/** A series as any kind of fact wants it: counts have two weights, others the first. */
export type AskedMember = Member & LevelMember & ForecastMember & { readonly excluded?: true | undefined };
export type AskedSlice = Slice<AskedMember>;

/** The query for the facts, and the cells that receive the answer. Drawn in axes.ts. */
export interface Window {
  /** For each reading. The keys of counts are those of `cellOf`; of all others, the entities: see `cellOfEntity`. */
  readonly slices: readonly (readonly AskedSlice[])[];
  readonly cellOf: (key: number, bucket: number) => number;
  readonly cellOfEntity: (entity: number, bucket: number) => number;
  readonly cells: number;
  /** The series behind each key of `cellOf`. */
  readonly keys: readonly Key[];
  /** The time that it covers, epoch seconds. */
  readonly from: number;
  readonly to: number;
  /** Facts about the cells that do not depend on the answer. Computed on demand, while the query is running. */
  readonly frame: () => Frame;
}

export interface Frame {
  /** Start of each cell's bucket. */
  readonly start: Float64Array;
  /** Seconds that each cell should have received. */
  readonly due: Float64Array;
  readonly rows: Rows;
}

/** Maps rows to cells. */
export interface Rows {
  readonly length: number;
  readonly entity: Uint32Array;
  /** -1 where there is nothing to show. Undefined where the rows are the cells in order. */
  readonly cell: Int32Array | undefined;
}

/** Buckets of entities in row order; -1 for none. */
export interface Wanted {
  readonly entity: Uint32Array;
  readonly bucket: Uint32Array | Int32Array;
}

export type BucketAxis = Pick<Axis, 'entities' | 'edges' | 'strands'>;

/** Buckets of an axis, from `low` up to `high`: each of its entities has a cell for every one of them. */
export interface Range {
  low: number;
  high: number;
}

/**
 * The query for some buckets of each axis: slices for each reading, and the series behind each key. Counts are added up
 * here, so that each strand has keys of its own. Anything else is put together by the facts: there an entity is a key,
 * whatever its strands, and `slots` of an axis says which of its buckets are one.
 */
export function cutSlices(
  axes: readonly BucketAxis[],
  ranges: readonly Range[],
  readings: readonly Reading[],
  now: number,
  slots?: (axis: number) => ArrayLike<number>,
) {
  const layout = layOut(axes, ranges);
  const slices: AskedSlice[][] = readings.map(() => []);
  const keys: Key[] = [];
  for (const [i, axis] of axes.entries()) {
    const { low, high } = ranges[i]!;
    if (low === high) continue;
    const slotOf = slots?.(i);
    const bucketAt = (at: number) => (slotOf ? slotOf[low + at]! : at);
    for (const strand of axis.strands) {
      const reading = readings[strand.reading]!;
      const isCount = reading.kind === 'count';
      const until = isPlanned(reading) ? Math.floor(now / 60) * 60 : Number.POSITIVE_INFINITY;
      for (const run of runs(strand.edges, low, high))
        addSlice(slices[strand.reading]!, keys, { ...strand, until }, run, layout, isCount ? undefined : bucketAt);
    }
  }
  return { layout, slices, keys };
}

/** The window on some buckets of each axis; by default everything of one entity, in order. */
export function openWindow(
  axes: readonly BucketAxis[],
  ranges: readonly Range[],
  readings: readonly Reading[],
  wanted: (() => Wanted) | undefined,
  now: number,
): Window {
  const { layout, slices, keys } = cutSlices(axes, ranges, readings, now);
  const frame = () => ({
    start: startsOf(axes, ranges, layout),
    due: dueOf(keys, layout, readings, expectedUntil(now)),
    rows: wanted ? rowsOf(layout, wanted()) : cellByCell(layout),
  });
  const cellOfKey = keys.map(({ cell }) => cell);
  return {
    slices,
    cellOf: (key, bucket) => cellOfKey[key]! + bucket,
    cellOfEntity: (entity, bucket) => layout.firstCell[entity]! + bucket,
    cells: layout.cells,
    keys,
    ...coveredBy(axes, ranges),
    frame,
  };
}

/** From the first edge of all axes to the last. */
export function coveredBy(axes: readonly BucketAxis[], ranges: readonly Range[]): { from: number; to: number } {
  const used = axes.flatMap(({ edges }, axis) => {
    const { low, high } = ranges[axis]!;
    return low < high ? [{ from: edges[low]!, to: edges[high]! }] : [];
  });
  return { from: Math.min(...used.map(({ from }) => from)), to: Math.max(...used.map(({ to }) => to)) };
}

/** The smallest range of buckets per axis that covers the requested cells. */
export function rangesOf(axes: readonly BucketAxis[], { entity, bucket }: Wanted): Range[] {
  const ranges = axes.map(() => ({ low: Number.POSITIVE_INFINITY, high: 0 }));
  const rangeOf: Range[] = [];
  for (const [i, axis] of axes.entries()) for (const place of axis.entities) rangeOf[place] = ranges[i]!;
  for (let row = 0; row < bucket.length; row += 1) {
    const at = bucket[row]!;
    if (at < 0) continue;
    const range = rangeOf[entity[row]!]!;
    if (at < range.low) range.low = at;
    if (at >= range.high) range.high = at + 1;
  }
  return ranges.map(({ low, high }) => ({ low: Math.min(low, high), high }));
}

interface Layout {
  /** For each entity: the cell of its first bucket, and which bucket that is. */
  readonly firstCell: Uint32Array;
  readonly firstBucket: Uint32Array;
  readonly cells: number;
}

function layOut(axes: readonly BucketAxis[], ranges: readonly Range[]): Layout {
  const entities = axes.reduce((sum, axis) => sum + axis.entities.length, 0);
  const rangeOf: Range[] = [];
  for (const [i, axis] of axes.entries()) for (const place of axis.entities) rangeOf[place] = ranges[i]!;
  const layout = { firstCell: new Uint32Array(entities), firstBucket: new Uint32Array(entities), cells: 0 };
  for (const [place, { low, high }] of rangeOf.entries()) {
    layout.firstCell[place] = layout.cells;
    layout.firstBucket[place] = low;
    layout.cells += high - low;
  }
  return layout;
}

function startsOf(axes: readonly BucketAxis[], ranges: readonly Range[], { firstCell, cells }: Layout): Float64Array {
  const start = new Float64Array(cells);
  for (const [i, { edges, entities }] of axes.entries()) {
    const { low, high } = ranges[i]!;
    for (const entity of entities) {
      const cell = firstCell[entity]! - low;
      for (let bucket = low; bucket < high; bucket += 1) start[cell + bucket] = edges[bucket]!;
    }
  }
  return start;
}

/** Series whose readings go into the same cells. */
export interface Key {
  readonly reading: number;
  readonly entity: number;
  /** Its first bucket within the range. */
  readonly first: number;
  readonly cell: number;
  readonly members: AskedMember[];
  readonly edges: readonly number[];
  /** The only times that count, and so the only ones with expected data. */
  readonly open: Slice['open'];
}

function dueOf(keys: readonly Key[], { cells }: Layout, readings: readonly Reading[], until: number): Float64Array {
  const due = new Float64Array(cells);
  for (const key of keys) {
    const { cell } = key;
    if (!isDue(readings[key.reading]!)) continue;
    const seconds = secondsDue(key, until);
    for (let bucket = 0; bucket < seconds.length; bucket += 1) due[cell + bucket]! += seconds[bucket]!;
  }
  return due;
}

/** Nobody knows how many sales there should be, and a forecast is not received. */
export function isDue({ kind }: Reading): boolean {
  return kind !== 'amount' && kind !== 'forecast';
}

/** Shifts are known before anyone works them: hours of the future do not count yet. */
function isPlanned({ measure }: Reading): boolean {
  return measure === baseFacts.staffSeconds.measure;
}

/** Bucket by bucket of a key. */
export function secondsDue({ members, edges, open }: Key, until: number): ArrayLike<number> {
  return dueByBucket(open ? members.flatMap((member) => within(member, open)) : members, edges, until);
}

/** What of a stretch is open. */
export function within(
  stretch: Pick<Member, 'from' | 'to'>,
  open: NonNullable<Slice['open']>,
): { from: number; to: number }[] {
  return open
    .map(({ from, to }) => ({ from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) }))
    .filter(({ from, to }) => from < to);
}

interface Run {
  readonly edges: readonly number[];
  /** Index of the first bucket in the strand. */
  readonly first: number;
}

/**
 * Edges in the format of the facts: whole minutes since 1970, ascending. A bucket that has no length in this time zone,
 * or lies before 1970, separates two runs.
 */
function runs(edges: readonly number[], low: number, high: number): Run[] {
  const asked = low === 0 && high === edges.length - 1 ? edges : edges.slice(low, high + 1);
  return areRisingMinutes(asked) ? [{ edges: asked, first: 0 }] : brokenRuns(edges, low, high);
}

/** The usual case, with up to tens of thousands. */
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
  slices: AskedSlice[],
  keys: Key[],
  strand: Strand & { readonly until: number },
  { edges, first }: Run,
  layout: Layout,
  bucketAt: ((at: number) => number) | undefined,
): void {
  const [begin, end] = [edges[0]!, edges.at(-1)!];
  const open = strand.calendar?.open(begin, end);
  const members: AskedMember[] = [];
  const keyOf = new Map<number, number>();
  for (const { entity, member } of strand.members) {
    const [from, to] = [Math.max(member.from, begin), Math.min(member.to, end, strand.until)];
    if (from >= to) continue;
    let key = keyOf.get(entity);
    if (key === undefined) {
      key = keys.length;
      keyOf.set(entity, key);
      const { reading } = strand;
      keys.push({ reading, entity, first, cell: layout.firstCell[entity]! + first, members: [], edges, open });
    }
    const { series, wIn, wOut, reversed, unit = 0, gives = 'both', excluded } = member;
    const weights = { wIn, wOut, weight: wIn };
    const clipped = { series, from, to, key: bucketAt ? entity : key, ...weights, reversed, unit, gives, excluded };
    keys[key]!.members.push(clipped);
    if (!member.excluded) members.push(clipped);
  }
  if (members.length === 0) return;
  const buckets = bucketAt && edges.slice(1).map((_, at) => bucketAt(first + at));
  const endsEarly = strand.endsEarly && end >= strand.edges.at(-1)! ? { endsEarly: end } : {};
  slices.push({ edges, ...(buckets && { buckets }), ...endsEarly, open, members });
}

function cellByCell({ cells }: Layout): Rows {
  return { length: cells, entity: new Uint32Array(cells), cell: undefined };
}

function rowsOf({ firstCell, firstBucket }: Layout, { entity, bucket }: Wanted): Rows {
  const cell = new Int32Array(bucket.length);
  for (let row = 0; row < bucket.length; row += 1) {
    const place = entity[row]!;
    cell[row] = bucket[row]! < 0 ? -1 : firstCell[place]! + bucket[row]! - firstBucket[place]!;
  }
  return { length: bucket.length, entity, cell };
}
