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
 * where `mix` is the finalizer of MurmurHash3 (32 bit): a swing of ± 50 % and a fair rounding from one hash.
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

export function* generatedMinutes(history: GeneratedHistory): Generator<{ at: number; ins: number; outs: number }> {
  for (const stretch of history.stretches) {
    const curve = history.curves[stretch.curve];
    if (!curve) throw new RangeError(`no such curve: ${stretch.curve}`);
    for (let at = stretch.from; at < stretch.to; at += 60) {
      if (history.gaps.some((gap) => at >= gap.from && at < gap.to)) continue;
      const tick = history.seed + (2 * at) / 60;
      const secondOfDay = (((at + stretch.offset) % 86_400) + 86_400) % 86_400;
      const rate = (values: readonly number[]) =>
        (values[Math.floor((secondOfDay * values.length) / 86_400)] ?? 0) * stretch.factor;
      yield { at, ins: noisy(rate(curve.ins), mix(tick)), outs: noisy(rate(curve.outs), mix(tick + 1)) };
    }
  }
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
