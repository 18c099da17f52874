import { WATCHED_BUCKET } from './aggregate-sql.ts';
import { MAX_EDGES } from './checks.ts';
import type { Add, Answer } from './question.ts';
import type { Class } from './reading-plan.ts';

/** Integer sums per class and bucket, as the engine gives them: ordered by both, or each for itself in any order. */
export interface ClassSums {
  classes: readonly Class[];
  of: Uint16Array;
  buckets: Uint32Array;
  ins: Counts;
  outs: Counts;
  got: Counts;
}

type Counts = Uint8Array | Uint32Array | Float64Array;

/** Applies the weights and adds up what shares a key and a bucket, always in one order, so that answers repeat exactly. */
export function answerFrom(parts: readonly ClassSums[]): Answer {
  const answer = emptyAnswer(parts.reduce((total, part) => total + part.of.length, 0));
  let size = 0;
  let ordered = true;
  for (const part of parts) {
    addPart(part, (key, bucket, ins, outs, got) => {
      answer.keys[size] = key;
      answer.buckets[size] = bucket;
      answer.ins[size] = ins;
      answer.outs[size] = outs;
      answer.got[size] = got;
      ordered &&= size === 0 || placeOf(answer, size - 1) < placeOf(answer, size);
      size += 1;
    });
  }
  const filled = cut(answer, size);
  return ordered ? filled : addedUp(filled);
}

/** Whole numbers add up to the same in any order; others are put in order first. */
export function addParts(parts: readonly ClassSums[], add: Add): void {
  if (parts.every(hasWholeWeights)) {
    for (const part of parts) addPart(part, add);
    return;
  }
  const { keys, buckets, ins, outs, got } = answerFrom(parts);
  for (let row = 0; row < keys.length; row += 1) add(keys[row]!, buckets[row]!, ins[row]!, outs[row]!, got[row]!);
}

function addPart({ classes, of, buckets, ins, outs, got }: ClassSums, add: Add): void {
  for (let row = 0; row < of.length; row += 1) {
    const bucket = buckets[row]!;
    if (bucket === WATCHED_BUCKET) continue;
    const { key, wIn, wOut, reversed } = classes[of[row]!]!;
    // No person at all is not minus zero of them.
    const [weightedIns, weightedOuts] = [ins[row]! * wIn + 0, outs[row]! * wOut + 0];
    if (reversed) add(key, bucket, weightedOuts, weightedIns, got[row]!);
    else add(key, bucket, weightedIns, weightedOuts, got[row]!);
  }
}

function hasWholeWeights({ classes }: ClassSums): boolean {
  return classes.every(({ wIn, wOut }) => Number.isInteger(wIn) && Number.isInteger(wOut));
}

function addedUp(rows: Answer): Answer {
  return placed(rows) ?? sorted(rows);
}

/**
 * Results over time have few gaps, so that there is room for every place they could have: that orders them many times
 * faster than comparing. Undefined where the places lie too far apart.
 */
function placed(rows: Answer): Answer | undefined {
  const { keys, buckets } = rows;
  const first = least(keys);
  const width = most(buckets) + 1;
  const places = (most(keys) - first + 1) * width;
  if (places > 8 * keys.length + 4096) return undefined;
  const present = new Uint8Array(places);
  const sums = emptyAnswer(places);
  for (let row = 0; row < keys.length; row += 1) {
    const place = (keys[row]! - first) * width + buckets[row]!;
    present[place] = 1;
    sums.ins[place]! += rows.ins[row]!;
    sums.outs[place]! += rows.outs[row]!;
    sums.got[place]! += rows.got[row]!;
  }
  const answer = emptyAnswer(keys.length);
  let size = 0;
  for (let key = first, place = 0; place < places; key += 1) {
    for (let bucket = 0; bucket < width; bucket += 1, place += 1) {
      if (present[place] === 0) continue;
      answer.keys[size] = key;
      answer.buckets[size] = bucket;
      answer.ins[size] = sums.ins[place]!;
      answer.outs[size] = sums.outs[place]!;
      answer.got[size] = sums.got[place]!;
      size += 1;
    }
  }
  return cut(answer, size);
}

function sorted(rows: Answer): Answer {
  const order = Uint32Array.from(rows.keys, (_, row) => row).toSorted((a, b) => placeOf(rows, a) - placeOf(rows, b));
  const answer = emptyAnswer(order.length);
  let size = 0;
  let previous = -1;
  for (const row of order) {
    const place = placeOf(rows, row);
    if (place !== previous) size += 1;
    previous = place;
    const at = size - 1;
    answer.keys[at] = rows.keys[row]!;
    answer.buckets[at] = rows.buckets[row]!;
    answer.ins[at]! += rows.ins[row]!;
    answer.outs[at]! += rows.outs[row]!;
    answer.got[at]! += rows.got[row]!;
  }
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
    ins: new Float64Array(size),
    outs: new Float64Array(size),
    got: new Float64Array(size),
  };
}

function cut(answer: Answer, size: number): Answer {
  return {
    keys: answer.keys.subarray(0, size),
    buckets: answer.buckets.subarray(0, size),
    ins: answer.ins.subarray(0, size),
    outs: answer.outs.subarray(0, size),
    got: answer.got.subarray(0, size),
  };
}
