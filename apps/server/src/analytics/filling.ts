import type { Facts } from '@atrium/facts/facts-interface';
import type { QueryOptions, SeriesDay } from '@atrium/facts/question';
import type { SpaceCapacity } from '@atrium/rules/space-capacity';
import type { Curves } from './curves.ts';
import type { Reading } from './readings.ts';
import type { Window } from './window.ts';

/** The facts that can be asked here. */
export type AskedFacts = Pick<Facts, 'tally'> & {
  readonly [Kind in 'levels' | 'samples' | 'amounts' | 'heard' | 'forecasts']: Pick<Facts[Kind], 'aggregate'>;
};

/** Runs one query, when it is its turn. */
export type Ask = <T>(query: (facts: AskedFacts, asking: QueryOptions) => Promise<T>) => Promise<T>;

/** What the facts must know besides the window. */
export interface FactsQuestion {
  readonly org: number;
  readonly freshFrom: number;
  readonly marks: readonly SeriesDay[];
  /** The value of one unit of stored money. */
  readonly moneyUnit: number;
  /** The space whose levels a series holds. */
  readonly heldBy: (series: number) => HeldBy | undefined;
  /** For what is computed minute by minute. */
  readonly curves: Curves;
}

/** What the space behind a series of levels holds, and when. */
export interface HeldBy {
  readonly spaceId: string;
  readonly capacities: readonly SpaceCapacity[];
}

/** A reading to be asked for, and where its answer goes. */
export interface Filling {
  readonly reading: Reading;
  readonly window: Window;
  readonly slices: Window['slices'][number];
  /** By the columns of the facts. */
  readonly own: ReadonlyMap<string, Float64Array>;
  /** Seconds received. */
  readonly heard: Float64Array;
  readonly question: FactsQuestion;
  readonly ask: Ask;
}
