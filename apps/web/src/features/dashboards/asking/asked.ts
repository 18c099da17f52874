/** The values of a card, on their way to it. */
export type Asked<V> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'timed-out' }
  | {
      state: 'ready';
      values: V;
      /** Of live values, in milliseconds; null when there never was a reading. */
      age?: number | null;
      isStale: boolean;
      messages: readonly string[];
      completeness: number | null;
    };
