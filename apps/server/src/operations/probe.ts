/** Longer than a busy database takes, shorter than a monitor waits. */
const patienceMs = 5_000;

/**
 * Calls something that may hang. Returns null if it fails or takes too long; while a call is pending no other is made,
 * so that a hanging store does not accumulate queries.
 */
export function createProbe<T>(ask: () => Promise<T>): () => Promise<T | null> {
  let asking: Promise<T | null> | undefined;
  return async () => {
    asking ??= ask()
      .catch(() => null)
      .finally(() => {
        asking = undefined;
      });
    const given = new AbortController();
    const late = new Promise<null>((resolve) => {
      const timer = setTimeout(resolve, patienceMs, null);
      given.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
    try {
      return await Promise.race([asking, late]);
    } finally {
      given.abort();
    }
  };
}

/** Caches a result for as many milliseconds as `keepFor` returns; concurrent callers share one call. */
export function remembered<T>(ask: () => Promise<T>, keepFor: (answer: T, tookMs: number) => number): () => Promise<T> {
  let known: Promise<T> | undefined;
  let until = 0;
  return async () => {
    if (known && performance.now() < until) return known;
    const since = performance.now();
    known = ask();
    until = Infinity;
    try {
      const answer = await known;
      const now = performance.now();
      until = now + keepFor(answer, now - since);
      return answer;
    } catch (error) {
      until = 0;
      throw error;
    }
  };
}
