/** The registry's (PostgreSQL) record of the two stores. */
export interface RegistrySide {
  /** Null in a new registry, or one from before installations had an id. */
  readonly installation: string | null;
  /** The last generation begun, and the last one known to have reached the facts; null before the first. */
  readonly begun: bigint | null;
  readonly confirmed: bigint | null;
  /** The generation of the facts as remembered by the registry; null if it is not. */
  readonly sameGeneration: { readonly nonce: bigint; readonly at: Date } | null;
  /** When the last generation was begun. */
  readonly lastAt: Date | null;
  /** The highest numbers given out. */
  readonly numbers: StoreNumbers;
  /** Whether readings were ever applied. */
  readonly applied: boolean;
}

/** The state of the facts (ClickHouse). */
export interface FactsSide {
  readonly identity: { readonly installation: string; readonly generation: bigint; readonly nonce: bigint } | null;
  /** The highest numbers in use; zero when there is nothing. */
  readonly numbers: StoreNumbers;
}

export interface StoreNumbers {
  readonly org: number;
  readonly series: number;
}

export type StoreMatch =
  /** They match and have the same generation. */
  | { readonly kind: 'match' }
  /** Neither has an identity yet, and nothing indicates that they do not belong together. */
  | { readonly kind: 'unnamed' }
  /** The facts are missing the last minutes, as after a power cut: everything applied since is applied again. */
  | { readonly kind: 'behind'; readonly since: Date }
  | { readonly kind: 'mismatch'; readonly reason: Mismatch; readonly since?: Date };

export type Mismatch =
  | 'registry-lost'
  | 'registry-older'
  | 'facts-lost'
  | 'facts-older'
  | 'facts-unnamed'
  | 'other-installation'
  | 'other-copy';

/** How much the facts may lose in a crash, because they do not wait for the disk. */
const healedMinutes = 15;

/** Whether two stores belong to one installation at the same moment. */
export function matchStores(registry: RegistrySide, facts: FactsSide): StoreMatch {
  const { identity } = facts;
  const isEmpty = facts.numbers.org === 0;
  if (!identity) return withoutIdentity(registry, facts, isEmpty);
  if (registry.installation === null) {
    return isEmpty && !registry.applied ? { kind: 'unnamed' } : mismatch('registry-lost');
  }
  if (registry.installation !== identity.installation) return mismatch('other-installation');
  if (registry.begun === null || identity.generation > registry.begun) return mismatch('registry-older');
  if (registry.confirmed === null || identity.generation >= registry.confirmed) {
    return registry.sameGeneration && registry.sameGeneration.nonce !== identity.nonce
      ? mismatch('other-copy')
      : { kind: 'match' };
  }
  return behind(registry, identity.nonce);
}

function withoutIdentity(registry: RegistrySide, facts: FactsSide, isEmpty: boolean): StoreMatch {
  if (isEmpty) return registry.applied ? mismatch('facts-lost') : { kind: 'unnamed' };
  if (registry.confirmed !== null) return mismatch('facts-unnamed');
  const isKnown = facts.numbers.org <= registry.numbers.org && facts.numbers.series <= registry.numbers.series;
  return isKnown ? { kind: 'unnamed' } : mismatch('registry-lost');
}

function behind({ sameGeneration, lastAt }: RegistrySide, nonce: bigint): StoreMatch {
  if (!sameGeneration) return mismatch('facts-older');
  if (sameGeneration.nonce !== nonce) return mismatch('other-copy');
  const since = sameGeneration.at;
  const minutes = ((lastAt?.getTime() ?? 0) - since.getTime()) / 60_000;
  return minutes <= healedMinutes ? { kind: 'behind', since } : { kind: 'mismatch', reason: 'facts-older', since };
}

function mismatch(reason: Mismatch): StoreMatch {
  return { kind: 'mismatch', reason };
}

/** Files of some rows of a table: a range of its blocks in one partition. */
export interface PartRange {
  readonly table: string;
  readonly partition: string;
  readonly minBlock: number;
  readonly maxBlock: number;
  readonly rows: number;
}

/** With the time it was last written or moved, in epoch seconds. */
export interface DatedPart extends PartRange {
  readonly modified: number;
}

/**
 * Whether a part that the engine could not load was still being written when it ended, as on a full disk: nothing in it
 * was acknowledged, and what it was merged from is still there. `known` are the parts at the last heartbeat, a minute
 * before at most; what came later is written again from the inbox after a crash. Numbers of unfinished parts are used
 * again, by parts that are newer.
 */
export function wasNeverFinished(
  part: Omit<DatedPart, 'rows'> & { readonly reason: string },
  known: readonly DatedPart[],
): boolean {
  if (part.reason !== 'broken-on-start') return false;
  return !known.some(
    (each) =>
      each.table === part.table &&
      each.partition === part.partition &&
      each.minBlock === part.minBlock &&
      each.maxBlock === part.maxBlock &&
      each.modified < part.modified,
  );
}

/**
 * The parts that existed before and are missing now. Merging only creates parts that cover earlier ones; and if a
 * covering part is lost, the ones it was merged from have at least as many rows.
 */
export function lostParts<Known extends PartRange>(known: readonly Known[], present: readonly PartRange[]): Known[] {
  const places = new Map<string, PartRange[]>();
  for (const part of present) {
    const place = `${part.table}/${part.partition}`;
    const others = places.get(place);
    if (others) others.push(part);
    else places.set(place, [part]);
  }
  return known.filter((part) => {
    const here = places.get(`${part.table}/${part.partition}`) ?? [];
    if (here.some((each) => each.minBlock <= part.minBlock && each.maxBlock >= part.maxBlock)) return false;
    const within = here.filter((each) => each.minBlock >= part.minBlock && each.maxBlock <= part.maxBlock);
    return within.reduce((sum, { rows }) => sum + rows, 0) < part.rows;
  });
}

/**
 * Whether the minutes of a UTC day (its first epoch second) may be incomplete, given the months (`YYYYMM`) that lost
 * some; `all` stands for every month. A record may extend into a day from the one before.
 */
export function lacksMinutes(lost: ReadonlySet<string>, day: number): boolean {
  if (lost.size === 0) return false;
  return lost.has('all') || lost.has(monthOf(day)) || lost.has(monthOf(Math.max(0, day - 86_400)));
}

function monthOf(at: number): string {
  return new Date(at * 1000).toISOString().slice(0, 7).replace('-', '');
}
