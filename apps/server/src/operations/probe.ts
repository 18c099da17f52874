/** Longer than a busy database takes, shorter than a monitor waits. */
const patienceMs = 5_000;

/**
 * Asks something that may hang. Returns null where it fails or takes too long; while a question is under way nobody asks
 * again, so that a store that hangs does not collect questions.
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

/** Remembers an answer for as many milliseconds as `keepFor` says; all who ask meanwhile share one question. */
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
