/** What a space holds, and its validity: epoch seconds, `[from, to)`. */
export interface SpaceCapacity {
  readonly from: number;
  readonly to: number;
  readonly maxCapacity: number | null;
  readonly targetOccupancy: number | null;
}

export const shareKinds = ['capacity', 'target'] as const;
/** What occupancy is compared with: what a space can hold, or what it should; where no target is set, it is the capacity. */
export type ShareKind = (typeof shareKinds)[number];

/** Undefined where there is nothing to compare with. */
export function limitOf(kind: ShareKind, { maxCapacity, targetOccupancy }: SpaceCapacity): number | undefined {
  const limit = kind === 'target' ? (targetOccupancy ?? maxCapacity) : maxCapacity;
  return limit !== null && limit > 0 ? limit : undefined;
}

/** A stretch of time in which the limits of several spaces stay the same. */
export interface LimitStretch {
  readonly from: number;
  readonly to: number;
  /** By space; those without a limit are absent. */
  readonly limits: ReadonlyMap<string, number>;
  /** Of all of them. */
  readonly total: number;
}

/** Cuts `[from, to)` wherever a limit of a space changes. */
export function limitStretches(
  kind: ShareKind,
  spaces: ReadonlyMap<string, readonly SpaceCapacity[]>,
  from: number,
  to: number,
): LimitStretch[] {
  const changes = [...spaces.values()].flat().flatMap((each) => [each.from, each.to]);
  const inside = changes.filter((at) => at > from && at < to);
  const edges = [...new Set([from, ...inside, to])].toSorted((a, b) => a - b);
  const stretches: LimitStretch[] = [];
  for (const [index, begin] of edges.slice(0, -1).entries()) {
    const limits = limitsAt(kind, spaces, begin);
    const before = stretches.at(-1);
    if (before && isSame(before.limits, limits)) stretches[stretches.length - 1] = { ...before, to: edges[index + 1]! };
    else stretches.push({ from: begin, to: edges[index + 1]!, limits, total: sum(limits.values()) });
  }
  return stretches;
}

function limitsAt(
  kind: ShareKind,
  spaces: ReadonlyMap<string, readonly SpaceCapacity[]>,
  at: number,
): Map<string, number> {
  const limits = new Map<string, number>();
  for (const [spaceId, capacities] of spaces) {
    const held = capacities.find((each) => each.from <= at && at < each.to);
    const limit = held && limitOf(kind, held);
    if (limit !== undefined) limits.set(spaceId, limit);
  }
  return limits;
}

function isSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([spaceId, limit]) => other.get(spaceId) === limit);
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
