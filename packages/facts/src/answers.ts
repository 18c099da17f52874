import { WATCHED_BUCKET } from './aggregate-sql.ts';
import { MAX_EDGES } from './checks.ts';
import { type Answer, type CountColumn, countColumns, type Tally } from './question.ts';
import type { Class } from './reading-plan.ts';

/** Integer sums per class and bucket, as the engine returns them: ordered by both, or separately in any order. */
export interface ClassSums extends Record<CountColumn, Counts> {
  classes: readonly Class[];
  of: Uint16Array;
  buckets: Uint32Array;
}

type Counts = Uint8Array | Uint32Array | Float64Array;

/** The factor of a column. */
const weightOf: Record<CountColumn, (of: Class) => number> = {
  ins: ({ wIn }) => wIn,
  outs: ({ wOut }) => wOut,
  got: () => 1,
};

/** The column for the counts of a reversed class. */
const reversedTo: Record<CountColumn, CountColumn> = { ins: 'outs', outs: 'ins', got: 'got' };

/** Applies the weights and adds up equal keys and buckets, always in one order, so that answers repeat exactly. */
export function answerFrom(parts: readonly ClassSums[]): Answer {
  const answer = emptyAnswer(parts.reduce((total, part) => total + part.of.length, 0));
  let size = 0;
  let ordered = true;
  const cellOf = (key: number, bucket: number) => {
    answer.keys[size] = key;
    answer.buckets[size] = bucket;
    ordered &&= size === 0 || placeOf(answer, size - 1) < placeOf(answer, size);
    size += 1;
    return size - 1;
  };
  for (const part of parts) addPart(part, { cellOf, columns: answer });
  const filled = cut(answer, size);
  return ordered ? filled : addedUp(filled);
}

/** Integers add up to the same in any order; others are sorted first. */
export function addParts(parts: readonly ClassSums[], into: Tally): void {
  if (parts.every(hasWholeWeights)) {
    for (const part of parts) addPart(part, into);
    return;
  }
  const answer = answerFrom(parts);
  addRows(
    answer,
    cellsOf(answer.keys.length, (row) => into.cellOf(answer.keys[row]!, answer.buckets[row]!)),
    into.columns,
  );
}

function addPart(part: ClassSums, { cellOf, columns }: Tally): void {
  const { classes, of, buckets } = part;
  const cells = cellsOf(of.length, (row) => {
    const bucket = buckets[row]!;
    return bucket === WATCHED_BUCKET ? notCounted : cellOf(classes[of[row]!]!.key, bucket);
  });
  for (const name of countColumns) {
    const other = reversedTo[name];
    addColumn(part, name, cells, columns[name], ({ reversed }) => !reversed || other === name);
    if (other !== name && classes.some(({ reversed }) => reversed))
      addColumn(part, name, cells, columns[other], ({ reversed }) => reversed === true);
  }
}

/** The loop runs over two or three arrays and calls nothing. */
function addColumn(
  part: ClassSums,
  name: CountColumn,
  cells: Int32Array,
  into: Float64Array | undefined,
  counts: (of: Class) => boolean,
): void {
  if (!into) return;
  const { classes, of, [name]: values } = part;
  const weights = Float64Array.from(classes, (each) => (counts(each) ? weightOf[name](each) : 0));
  for (let row = 0; row < of.length; row += 1) {
    const cell = cells[row]!;
    if (cell !== notCounted) into[cell]! += values[row]! * weights[of[row]!]!;
  }
}

const notCounted = -1;

function cellsOf(rows: number, cellOf: (row: number) => number): Int32Array {
  const cells = new Int32Array(rows);
  for (let row = 0; row < rows; row += 1) cells[row] = cellOf(row);
  return cells;
}

/** Rows whose weights are applied. */
function addRows(rows: Answer, cells: ArrayLike<number>, columns: Tally['columns']): void {
  for (const name of countColumns) {
    const into = columns[name];
    if (!into) continue;
    const values = rows[name];
    for (let row = 0; row < values.length; row += 1) into[cells[row]!]! += values[row]!;
  }
}

function hasWholeWeights({ classes }: ClassSums): boolean {
  return classes.every(({ wIn, wOut }) => Number.isInteger(wIn) && Number.isInteger(wOut));
}

function addedUp(rows: Answer): Answer {
  return placed(rows) ?? sorted(rows);
}

/**
 * Results over time have few gaps, so that there is room for every possible position: sorting by position is many times
 * faster than comparing. Undefined if the positions are too far apart.
 */
function placed(rows: Answer): Answer | undefined {
  const { keys, buckets } = rows;
  const first = least(keys);
  const width = most(buckets) + 1;
  const places = (most(keys) - first + 1) * width;
  if (places > 8 * keys.length + 4096) return undefined;
  /** The index of each position in the answer. */
  const cellAt = new Int32Array(places).fill(notCounted);
  const placeAt = cellsOf(keys.length, (row) => (keys[row]! - first) * width + buckets[row]!);
  for (let row = 0; row < placeAt.length; row += 1) cellAt[placeAt[row]!] = 0;
  const answer = emptyAnswer(keys.length);
  let size = 0;
  for (let key = first, place = 0; place < places; key += 1) {
    for (let bucket = 0; bucket < width; bucket += 1, place += 1) {
      if (cellAt[place] === notCounted) continue;
      answer.keys[size] = key;
      answer.buckets[size] = bucket;
      cellAt[place] = size;
      size += 1;
    }
  }
  addRows(
    rows,
    cellsOf(keys.length, (row) => cellAt[placeAt[row]!]!),
    answer,
  );
  return cut(answer, size);
}

function sorted(rows: Answer): Answer {
  const order = Uint32Array.from(rows.keys, (_, row) => row).toSorted((a, b) => placeOf(rows, a) - placeOf(rows, b));
  const answer = emptyAnswer(order.length);
  const cells = new Int32Array(order.length);
  let size = 0;
  let previous = -1;
  for (const row of order) {
    const place = placeOf(rows, row);
    if (place !== previous) size += 1;
    previous = place;
    cells[row] = size - 1;
    answer.keys[size - 1] = rows.keys[row]!;
    answer.buckets[size - 1] = rows.buckets[row]!;
  }
  addRows(rows, cells, answer);
  return cut(answer, size);
}

function least(values: Uint32Array): number {
  let found = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i += 1) found = Math.min(found, values[i]!);
  return found;
}

function most(values: Uint32Array): number {
  let found = 0;
  for (let i = 0; i < values.length; i += 1) found = Math.max(found, values[i]!);
  return found;
}

/** Key and bucket as one exact number. */
function placeOf({ keys, buckets }: Answer, row: number): number {
  return keys[row]! * MAX_EDGES + buckets[row]!;
}

function emptyAnswer(size: number): Answer {
  return {
    keys: new Uint32Array(size),
    buckets: new Uint32Array(size),
    ...eachColumn(() => new Float64Array(size)),
  };
}

function cut(answer: Answer, size: number): Answer {
  return {
    keys: answer.keys.subarray(0, size),
    buckets: answer.buckets.subarray(0, size),
    ...eachColumn((name) => answer[name].subarray(0, size)),
  };
}

function eachColumn(column: (name: CountColumn) => Float64Array) {
  return Object.fromEntries(countColumns.map((name) => [name, column(name)])) as Record<CountColumn, Float64Array>;
}
