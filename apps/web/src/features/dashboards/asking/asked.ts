/** The values of a card, on their way to it. */
export type Asked<V> =
  | { state: 'loading'; wait?: Wait }
  /** The reader did not want to wait. */
  | { state: 'stopped' }
  | {
      state: 'failed';
      message: string;
      /** Asking again cannot mend it: the settings or the subscription must change. */
      isLasting?: true;
    }
  | { state: 'timed-out' }
  | {
      state: 'ready';
      values: V;
      /** Of live values, in milliseconds; null when there never was a reading. */
      age?: number | null;
      /** When the values were read, by the clock of this device in epoch milliseconds; live ones have an age. */
      readAt?: number | undefined;
      isStale: boolean;
      messages: readonly string[];
      completeness: number | null;
    };

/** An answer that can take long. */
interface Wait {
  /** Another one begins to wait from zero. */
  question: string;
  onStop: () => void;
}
