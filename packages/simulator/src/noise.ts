/** Scatters 32 bits over 32 bits: the finalizer of MurmurHash3. The store generates histories with the same one. */
export function mix(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Repeatable randomness: depends on nothing but a seed and a number. */
export function noise(seed: number, number: number): number {
  return mix(mix(seed) + number);
}

/** Evenly spread over [0, 1). */
export function chance(seed: number, number: number): number {
  return noise(seed, number) / 2 ** 32;
}

/** A separate seed for each name under a seed. */
export function seedOf(seed: number, name: string): number {
  let state = seed;
  for (const character of name) state = noise(state, character.codePointAt(0) ?? 0);
  return state;
}
