/** Local days of an entity, days since 1970, both inclusive. */
export interface EntityDays {
  readonly entityId: string;
  readonly from: number;
  readonly to: number;
}

/** Where an export goes on. */
export interface Position {
  readonly entityId: string;
  readonly day: number;
}

/** Entities that are asked about the same days. */
export interface Block {
  readonly entityIds: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Fills a page with days of entities in order. One that is full says where the next one begins. */
export interface PageFiller {
  /** Returns whether there is room for more. */
  add(days: EntityDays): boolean;
  readonly blocks: readonly Block[];
  readonly next: Position | undefined;
}

export interface PageLimits {
  /** Days of single entities that fit. */
  readonly days: number;
  /** Days that may be asked for at once; ranges are cut on a grid, so that those of different entities are the same. */
  readonly range: number;
  readonly blocks: number;
}

export function createPageFiller({ days: capacity, range, blocks: maxBlocks }: PageLimits): PageFiller {
  const blocks = new Map<string, { entityIds: string[]; from: number; to: number }>();
  let room = capacity;
  let next: Position | undefined;

  const addPiece = (entityId: string, from: number, to: number): boolean => {
    const last = Math.min(to, from + room - 1);
    const key = `${from} ${last}`;
    const block = blocks.get(key);
    if (room === 0 || (!block && blocks.size === maxBlocks)) {
      next = { entityId, day: from };
      return false;
    }
    if (block) block.entityIds.push(entityId);
    else blocks.set(key, { entityIds: [entityId], from, to: last });
    room -= last - from + 1;
    if (last < to) next = { entityId, day: last + 1 };
    return next === undefined;
  };

  return {
    add({ entityId, from, to }) {
      for (let at = from; at <= to;) {
        const end = Math.min(to, at - (at % range) + range - 1);
        if (!addPiece(entityId, at, end)) return false;
        at = end + 1;
      }
      return true;
    },
    get blocks() {
      return [...blocks.values()];
    },
    get next() {
      return next;
    },
  };
}

/** Ranges of days in order, without overlaps, within bounds; those that touch are one. */
export function joinedDays(
  ranges: readonly { readonly from: number; readonly to: number }[],
  bounds: { readonly from: number; readonly to: number },
): { from: number; to: number }[] {
  const joined: { from: number; to: number }[] = [];
  const within = ranges
    .map(({ from, to }) => ({ from: Math.max(from, bounds.from), to: Math.min(to, bounds.to) }))
    .filter(({ from, to }) => from <= to)
    .toSorted((one, other) => one.from - other.from);
  for (const { from, to } of within) {
    const last = joined.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
