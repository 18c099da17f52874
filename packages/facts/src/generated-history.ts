/**
 * A described past of one series, one row per minute, for demonstration worlds: small enough to sit in a command, and turned
 * into rows inside the engine. Plain data, so that a model of a building needs nothing of this package.
 *
 * All arithmetic is on integers, so that SQL and TypeScript agree to the last person. For the minute that starts at `at`, in
 * the stretch that holds it:
 *
 *     slot  = floor(((at + offset) mod 86400) × length of the curve / 86400)
 *     x     = curve[slot] × factor                                          millionths of a person per minute
 *     hash  = mix(seed + 2 × at/60) for ins, mix(seed + 2 × at/60 + 1) for outs       modulo 2³²
 *     value = floor((floor(x × (512 + hash mod 1024) / 1024) + floor(floor(hash / 1024) × 1000000 / 2²²)) / 1000000)
 *
 * where `mix` is the finalizer of MurmurHash3 (32 bit): a swing of ± 50% and a fair rounding from one hash.
 */
export interface GeneratedHistory {
  org: number;
  series: number;
  ver: bigint;
  /** 0 to 2³² − 1. */
  seed: number;
  /** Thousandths of a person per minute over the local day, in slots of equal length, the same number (24, 96 …) in every curve. */
  curves: readonly Curve[];
  /** Ascending, not overlapping. */
  stretches: readonly Stretch[];
  /** Nothing was received in these. Ascending, not overlapping. */
  gaps: readonly Range[];
  /** What is written of these people; how many they are where it is absent. */
  as?: Derived | undefined;
}

/**
 * What a sensor says of the people who cross, so that its measures agree with each other: all follow from the same ins and outs.
 *
 * - `part`: those from one thousandth of them to another. Parts that adjoin add up to the whole in every minute. With `leaving`
 *   they are those who go out, counted as ins.
 * - `level`: ins less outs since the local time `reset`, in seconds of the day, never below zero.
 * - `times`: how long those of such a part who go out have been there, all together. Each of them took `base` milliseconds,
 *   `perHead` for everyone whom such a level counts, and up to `spread` more.
 */
export type Derived =
  | ({ kind: 'part'; leaving: boolean } & Thousandths)
  | { kind: 'level'; reset: number }
  | ({ kind: 'times'; reset: number; base: number; perHead: number; spread: number } & Thousandths);

/** `[from, to)`, of a thousand. */
export interface Thousandths {
  from: number;
  to: number;
}

export interface Curve {
  ins: readonly number[];
  outs: readonly number[];
}

/** A day, or a part of one, under one UTC offset: a day on which clocks change is two segments. */
export interface Stretch extends Range {
  /** Seconds east of UTC. */
  offset: number;
  /** Index into `curves`. */
  curve: number;
  /** Thousandths: 1000 is an ordinary day. */
  factor: number;
}

/** `[from, to)` in epoch seconds, multiples of 60. */
export interface Range {
  from: number;
  to: number;
}

/** The counts of all people, or of a part of them. */
export function* generatedMinutes(history: GeneratedHistory): Generator<{ at: number; ins: number; outs: number }> {
  const { as } = history;
  for (const { at, ins, outs, insHash, outsHash, isMissing } of crossings(history)) {
    if (isMissing) continue;
    if (as?.kind !== 'part') yield { at, ins, outs };
    else if (as.leaving) yield { at, ins: partOf(outs, outsHash, as), outs: 0 };
    else yield { at, ins: partOf(ins, insHash, as), outs: partOf(outs, outsHash, as) };
  }
}

export function* generatedLevels(history: GeneratedHistory): Generator<{ at: number; last: number }> {
  for (const { at, isMissing, level } of levels(history)) if (!isMissing) yield { at, last: level };
}

/** Where nobody left there is nothing to say. */
export function* generatedTimes(history: GeneratedHistory): Generator<{ at: number; ms: number; n: number }> {
  const { as } = history;
  if (as?.kind !== 'times') return;
  for (const { at, outs, outsHash, isMissing, level } of levels(history)) {
    const n = partOf(outs, outsHash, as);
    const more = as.spread === 0 ? 0 : Math.floor(mix(outsHash) / 1000) % as.spread;
    if (n > 0 && !isMissing) yield { at, ms: n * (as.base + as.perHead * level + more), n };
  }
}

/** Quarter hours, with the seconds in which the sensor was heard. */
export function generatedHeard(history: GeneratedHistory): Map<number, number> {
  const quarters = new Map<number, number>();
  for (const { at, isMissing } of crossings(history)) {
    const quarter = at - (at % 900);
    if (!isMissing) quarters.set(quarter, (quarters.get(quarter) ?? 0) + 60);
  }
  return quarters;
}

interface Crossing {
  at: number;
  offset: number;
  ins: number;
  outs: number;
  insHash: number;
  outsHash: number;
  isMissing: boolean;
}

function* crossings(history: GeneratedHistory): Generator<Crossing> {
  for (const stretch of history.stretches) {
    const curve = history.curves[stretch.curve];
    if (!curve) throw new RangeError(`no such curve: ${stretch.curve}`);
    for (let at = stretch.from; at < stretch.to; at += 60) {
      const tick = history.seed + (2 * at) / 60;
      const secondOfDay = (((at + stretch.offset) % 86_400) + 86_400) % 86_400;
      const rate = (values: readonly number[]) =>
        (values[Math.floor((secondOfDay * values.length) / 86_400)] ?? 0) * stretch.factor;
      const [insHash, outsHash] = [mix(tick), mix(tick + 1)];
      yield {
        at,
        offset: stretch.offset,
        ins: noisy(rate(curve.ins), insHash),
        outs: noisy(rate(curve.outs), outsHash),
        insHash,
        outsHash,
        isMissing: history.gaps.some((gap) => at >= gap.from && at < gap.to),
      };
    }
  }
}

/** People come and go in a gap too: only the readings are missing. */
function* levels(history: GeneratedHistory): Generator<Crossing & { level: number }> {
  const reset = history.as && history.as.kind !== 'part' ? history.as.reset : 0;
  let [day, level] = [-1, 0];
  for (const crossing of crossings(history)) {
    const { at, offset, ins, outs } = crossing;
    const today = Math.floor((at + offset - reset) / 86_400);
    level = Math.max(0, (today === day ? level : 0) + ins - outs);
    day = today;
    yield { ...crossing, level };
  }
}

function partOf(people: number, hash: number, { from, to }: Thousandths): number {
  const upTo = (share: number) => Math.floor((people * share + (mix(hash) % 1000)) / 1000);
  return upTo(to) - upTo(from);
}

function noisy(rate: number, hash: number): number {
  const swung = Math.floor((rate * (512 + (hash % 1024))) / 1024);
  return Math.floor((swung + Math.floor((Math.floor(hash / 1024) * 1_000_000) / 2 ** 22)) / 1_000_000);
}

/** The finalizer of MurmurHash3, 32 bit. */
export function mix(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
