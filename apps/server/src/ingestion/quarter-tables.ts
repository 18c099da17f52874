import type { Facts } from '@atrium/facts/facts-interface';

type Recomputed = Parameters<Facts['recompute']>;

/** Which facts have quarters, and which table they are made from. All others are read as they are. */
export function quarterTables(facts: Pick<Facts, 'recompute' | 'levels'>) {
  return [
    { kind: 'count', source: 'minute', recompute: (...of: Recomputed) => facts.recompute(...of) },
    { kind: 'level', source: 'level', recompute: (...of: Recomputed) => facts.levels.recompute(...of) },
  ] as const;
}
