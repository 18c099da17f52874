/** The values of a card, on their way to it. */
export type Asked<V> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'timed-out' }
  | { state: 'ready'; values: V; isStale: boolean; messages: readonly string[]; completeness: number | null };
