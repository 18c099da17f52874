/** Holds back changes until they may be sent: at most once per interval for each key. */
export interface Conflation<Key extends object> {
  /** The key has changed. */
  mark(key: Key): void;
  /** The keys that may be sent now; they count as sent. */
  take(now: number): Key[];
  /** When `take` will return something; undefined while nothing is marked. */
  nextAt(now: number): number | undefined;
}

/** Times are milliseconds of one clock. The first change goes out at once, later ones wait for their turn together. */
export function createConflation<Key extends object>(interval: number): Conflation<Key> {
  const marked = new Set<Key>();
  const sentAt = new WeakMap<Key, number>();
  const dueAt = (key: Key) => (sentAt.get(key) ?? Number.NEGATIVE_INFINITY) + interval;
  return {
    mark: (key) => void marked.add(key),
    take(now) {
      const due = [...marked].filter((key) => dueAt(key) <= now);
      for (const key of due) {
        marked.delete(key);
        sentAt.set(key, now);
      }
      return due;
    },
    nextAt(now) {
      let next: number | undefined;
      for (const key of marked) next = Math.min(next ?? Number.POSITIVE_INFINITY, Math.max(now, dueAt(key)));
      return next;
    },
  };
}
