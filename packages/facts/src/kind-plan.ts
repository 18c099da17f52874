import type { Membership, SeriesDay, Slice } from './question.ts';
import { planReading, type ReadingPlan } from './reading-plan.ts';

/**
 * A reading plan for members of any kind. Members that are alike by `nameOf` are one class; `classes` has one of each, by number.
 * Without `freshFrom` nothing is read from quarters.
 */
export function planKind<Of extends Membership>(
  question: {
    org: number;
    slices: readonly Slice<Of>[];
    freshFrom?: number | undefined;
    marks?: readonly SeriesDay[] | undefined;
  },
  nameOf: (member: Of) => string,
): { plan: ReadingPlan; classes: Of[] } {
  const numbers = new Map<string, number>();
  const classes: Of[] = [];
  const classOf = (member: Of) => {
    const name = nameOf(member);
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, classes.length);
    return classes.push(member) - 1;
  };
  const slices = question.slices.map(({ edges, buckets, endsEarly, open, members }) => ({
    edges,
    buckets,
    endsEarly,
    open,
    members: members.map((member) => {
      const { series, from, to } = member;
      return { series, from, to, key: classOf(member), wIn: 1, wOut: 1 };
    }),
  }));
  const { org, freshFrom = 0, marks = [] } = question;
  return { plan: planReading({ org, slices, freshFrom, marks }), classes };
}

/** A part of a question that one statement answers; its buckets begin at `firstBucket` of the whole. */
export interface Portion<Of extends Membership> {
  slices: Slice<Of>[];
  firstBucket: number;
}

/**
 * Statements have a bearable length. What belongs to one key stays together, because not everything can be put together afterwards: so a
 * question is divided by keys, and where it has very many opening hours between its buckets.
 */
export function portionsOf<Of extends Membership>(slices: readonly Slice<Of>[]): Portion<Of>[] {
  return keysApart(slices).flatMap((part) => bucketsApart(part));
}

const MAX_MEMBERS = 4000;
const MAX_OPEN = 8000;

function keysApart<Of extends Membership>(slices: readonly Slice<Of>[]): Slice<Of>[][] {
  const sizes = new Map<number, number>();
  for (const { members } of slices) for (const { key } of members) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  const portionOf = new Map<number, number>();
  let portion = 0;
  let size = 0;
  for (const [key, count] of [...sizes].toSorted(([a], [b]) => a - b)) {
    if (size > 0 && size + count > MAX_MEMBERS) {
      portion += 1;
      size = 0;
    }
    size += count;
    portionOf.set(key, portion);
  }
  return Array.from({ length: portionOf.size === 0 ? 0 : portion + 1 }, (_, at) =>
    slices
      .map((slice) => ({ ...slice, members: slice.members.filter(({ key }) => portionOf.get(key) === at) }))
      .filter(({ members }) => members.length > 0),
  );
}

function bucketsApart<Of extends Membership>(slices: Slice<Of>[]): Portion<Of>[] {
  const hours = slices.reduce((sum, { open }) => sum + (open?.length ?? 0), 0);
  // Buckets that consist of several intervals are not divided.
  if (hours <= MAX_OPEN || slices.some((slice) => slice.buckets)) return [{ slices, firstBucket: 0 }];
  const buckets = Math.max(...slices.map(({ edges }) => edges.length - 1));
  /** How many opening hours begin before each edge, in all slices. */
  const before = new Float64Array(buckets + 1);
  for (const { edges, open = [] } of slices) {
    let passed = 0;
    for (let edge = 0; edge <= buckets; edge += 1) {
      const limit = edges[edge] ?? Infinity;
      while (passed < open.length && open[passed]!.from < limit) passed += 1;
      before[edge]! += passed;
    }
  }
  const portions: Portion<Of>[] = [];
  for (let first = 0; first < buckets;) {
    let end = first + 1;
    while (end < buckets && before[end + 1]! - before[first]! <= MAX_OPEN) end += 1;
    const part = slices.flatMap((slice) => {
      const edges = slice.edges.slice(first, end + 1);
      const [from, to] = [edges[0] ?? 0, edges.at(-1) ?? 0];
      const open = slice.open?.filter((range) => range.to > from && range.from < to);
      return edges.length > 1 ? [{ ...slice, edges, open }] : [];
    });
    portions.push({ slices: part, firstBucket: first });
    first = end;
  }
  return portions;
}
