import { WATCHED_BUCKET } from './aggregate-sql.ts';
import { MAX_EDGES } from './checks.ts';
import type { Cells } from './kind-questions.ts';

/** Rows of an answer as one statement gave them, ordered by key and bucket; the keys by their numbers. */
export interface CellPart<Column extends string> {
  keys: readonly number[];
  of: Uint16Array;
  buckets: Uint32Array;
  firstBucket: number;
  columns: Readonly<Partial<Record<Column, Float64Array>>>;
}

/**
 * Puts the rows of statements side by side. A cell of a column comes from one statement, different columns may come from different
 * ones; what no statement knew is not a number.
 */
export function cellsFrom<const Column extends string>(
  names: readonly Column[],
  parts: readonly CellPart<Column>[],
): Cells<Column> {
  const placed = parts.map(placesOf);
  const places = distinct(placed);
  const columns = names.map((name) => {
    const column = new Float64Array(places.length).fill(Number.NaN);
    parts.forEach(({ columns: { [name]: values } }, at) => {
      if (values) put(column, places, placed[at]!, values);
    });
    return [name, column] as const;
  });
  return {
    keys: Uint32Array.from(places, (place) => Math.floor(place / MAX_EDGES)),
    buckets: Uint32Array.from(places, (place) => place % MAX_EDGES),
    ...(Object.fromEntries(columns) as Record<Column, Float64Array>),
  };
}

/** Key and bucket as one exact number; rows that do not count have none. */
function placesOf({ keys, of, buckets, firstBucket }: CellPart<string>): Float64Array {
  return Float64Array.from(of, (key, row) =>
    buckets[row] === WATCHED_BUCKET ? Number.NaN : keys[key]! * MAX_EDGES + firstBucket + buckets[row]!,
  );
}

function distinct(placed: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(placed.reduce((size, each) => size + each.length, 0));
  let size = 0;
  for (const each of placed) {
    all.set(each, size);
    size += each.length;
  }
  // Those that are not numbers come last.
  return all.toSorted().filter((place, at, sorted) => !Number.isNaN(place) && place !== sorted[at - 1]);
}

function put(column: Float64Array, places: Float64Array, placed: Float64Array, values: Float64Array): void {
  let cell = 0;
  for (let row = 0; row < placed.length; row += 1) {
    const place = placed[row]!;
    if (Number.isNaN(place)) continue;
    while (places[cell] !== place) cell += 1;
    column[cell] = values[row]!;
  }
}
