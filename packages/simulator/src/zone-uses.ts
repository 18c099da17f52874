import type { Derived, Measured } from './measures.ts';

/** What a line or a zone is there for: its codes, its limits and what it measures. */
export interface ZoneUse {
  /** 1 line, 5 and 6 timed zones, 8 other zone. */
  readonly countType: 1 | 5 | 6 | 8;
  /** 1 counts, 2 dwell, 3 passers-by, 5 queue, 6 service, 7 exit of a queue, 8 occupancy of a zone. */
  readonly countApplication: 1 | 2 | 3 | 5 | 6 | 7 | 8;
  /** Seconds; of timed zones. */
  readonly dwell: readonly [min: number, max: number] | null;
  readonly measures: readonly Measured[];
}

/** When spaces and zones of the demo are set to zero every day, local time: no place is busy then. */
export const dailyReset = '04:00';
export const dailyResetSeconds = 4 * 3600;

const reset = dailyResetSeconds;
const people: Measured = { measure: 'people' };
const level: Measured = { measure: 'level', as: { kind: 'level', reset } };
const line = { countType: 1, dwell: null } as const;
const zone = { countType: 8, dwell: null } as const;

const part = (measure: string, from: number, to: number): Measured => ({
  measure,
  as: { kind: 'part', from, to, leaving: false },
});
const times = (measure: string, how: Partial<Omit<Derived & { kind: 'times' }, 'kind'>>): Measured => ({
  measure,
  as: { kind: 'times', from: 0, to: 1000, reset, base: 0, perHead: 0, spread: 0, ...how },
});

/** Of those who queue; the others give up. */
const served = { from: 0, to: 940 };

export const zoneUses = {
  door: { ...line, countApplication: 1, measures: [people] },
  /** A door whose sensor also sees who comes. */
  'door with faces': {
    ...line,
    countApplication: 1,
    measures: [
      people,
      part('male', 0, 455),
      part('female', 455, 945),
      part('unknown', 945, 1000),
      part('mask', 0, 70),
      part('no_mask', 70, 1000),
    ],
  },
  'passers-by': { ...line, countApplication: 3, measures: [people] },
  queue: {
    countType: 5,
    countApplication: 5,
    dwell: [5, 1800],
    measures: [
      { measure: 'queue', as: { kind: 'level', reset } },
      times('wait', { base: 15_000, perHead: 24_000, spread: 20_000 }),
    ],
  },
  service: {
    countType: 6,
    countApplication: 6,
    dwell: [5, 1800],
    measures: [times('service', { ...served, base: 40_000, spread: 70_000 })],
  },
  'queue exit': {
    ...line,
    countApplication: 7,
    measures: [{ measure: 'people', as: { kind: 'part', ...served, leaving: true } }],
  },
  dwell: { ...zone, countApplication: 2, measures: [people, level, times('dwell', { base: 12_000, spread: 140_000 })] },
  room: { ...zone, countApplication: 8, measures: [level] },
} as const satisfies Readonly<Record<string, ZoneUse>>;
export type ZoneUseName = keyof typeof zoneUses;
