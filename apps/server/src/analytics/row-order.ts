/** Entities that share one row of buckets. */
export interface Lane {
  /** Indexes into the list of entities, ascending. */
  readonly entities: readonly number[];
  /** Starts of the buckets, ascending. */
  readonly starts: ArrayLike<number>;
  /** How many of them may appear. */
  readonly buckets: number;
}

/** Row `i` of an answer is bucket `bucket[i]` of entity `entity[i]`. */
export interface RowOrder {
  readonly length: number;
  readonly entity: Uint32Array;
  readonly bucket: Uint32Array;
}

export function countRows(lanes: readonly Lane[]): number {
  return lanes.reduce((sum, { buckets, entities }) => sum + buckets * entities.length, 0);
}

/** By the start of the bucket, then in the requested order of entities; the first `most` rows. */
export function orderRows(lanes: readonly Lane[], descending: boolean, most: number): RowOrder {
  const length = Math.min(most, countRows(lanes));
  const [only, ...others] = lanes;
  return only && others.length === 0 ? inOneLane(only, descending, length) : acrossLanes(lanes, descending, length);
}

/** The most common case, and the one with the longest answers. */
function inOneLane({ entities, buckets }: Lane, descending: boolean, length: number): RowOrder {
  const entity = new Uint32Array(length);
  const bucket = new Uint32Array(length);
  for (let row = 0, taken = 0; row < length; taken += 1) {
    for (let i = 0; i < entities.length && row < length; i += 1, row += 1) {
      entity[row] = entities[i]!;
      bucket[row] = descending ? buckets - 1 - taken : taken;
    }
  }
  return { length, entity, bucket };
}

function acrossLanes(lanes: readonly Lane[], descending: boolean, length: number): RowOrder {
  const entity = new Uint32Array(length);
  const bucket = new Uint32Array(length);
  const placesOf = placesTogether(lanes);
  /** The number of placed buckets of each lane. */
  const taken = new Uint32Array(lanes.length);
  const next = (lane: number) => {
    const { buckets } = lanes[lane]!;
    if (taken[lane]! >= buckets) return -1;
    return descending ? buckets - 1 - taken[lane]! : taken[lane]!;
  };
  const startOf = (lane: number) => {
    const at = next(lane);
    if (at < 0) return Number.POSITIVE_INFINITY;
    return descending ? -lanes[lane]!.starts[at]! : lanes[lane]!.starts[at]!;
  };

  let row = 0;
  while (row < length) {
    let nearest = Number.POSITIVE_INFINITY;
    for (let lane = 0; lane < lanes.length; lane += 1) nearest = Math.min(nearest, startOf(lane));
    let level = '';
    for (let lane = 0; lane < lanes.length; lane += 1) if (startOf(lane) === nearest) level += `${lane},`;
    const { places, lanesHere } = placesOf(level);
    for (const place of places) {
      if (row === length) break;
      entity[row] = place.entity;
      bucket[row] = next(place.lane);
      row += 1;
    }
    for (const lane of lanesHere) taken[lane]! += 1;
  }
  return { length, entity, bucket };
}

interface Together {
  readonly lanesHere: readonly number[];
  readonly places: readonly { readonly entity: number; readonly lane: number }[];
}

/** The entities of lanes whose buckets begin together. There are few such combinations, so each is sorted once. */
function placesTogether(lanes: readonly Lane[]): (level: string) => Together {
  const known = new Map<string, Together>();
  return (level) => {
    let together = known.get(level);
    if (!together) {
      const lanesHere = level.split(',').slice(0, -1).map(Number);
      const places = lanesHere
        .flatMap((lane) => lanes[lane]!.entities.map((entity) => ({ entity, lane })))
        .toSorted((a, b) => a.entity - b.entity);
      together = { lanesHere, places };
      known.set(level, together);
    }
    return together;
  };
}
