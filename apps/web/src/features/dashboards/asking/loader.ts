import type { Turn } from '../../../api/use-endpoint.ts';
import { askPatiently } from './ask-patiently.ts';

/** As many questions of one dashboard as the server answers at a time. */
const maxRunning = 4;

/** A question that can be asked together with others that differ from it only in metrics. */
export interface Mergeable {
  /** Equal for questions that can be merged. */
  readonly key: string;
  readonly metrics: readonly string[];
  /** Whether the server answers so many at once. */
  readonly allows: (metrics: readonly string[]) => boolean;
  readonly ask: (metrics: readonly string[], signal: AbortSignal) => Promise<unknown>;
  /** What an answer with more metrics says to this question; undefined if it must be asked alone. */
  readonly ownOf: (reply: unknown) => unknown;
  /** Whether the question may have an answer although the merged one failed. */
  readonly canAskAlone: (error: unknown) => boolean;
}

interface Waiting {
  readonly isInView: () => boolean;
  readonly merge: Mergeable | undefined;
  readonly signal: AbortSignal;
  /** With the answer that it shares with others, if there are any. */
  readonly start: (shared: Promise<unknown> | undefined) => void;
}

/**
 * Makes calls in turn, a few at a time: those of cards in view first, then in the order in which they came. Questions
 * that wait at the same time and differ only in metrics are one call.
 */
export function createLoader(limit = maxRunning) {
  const waiting: Waiting[] = [];
  let running = 0;

  function startNext(): void {
    if (running >= limit || waiting.length === 0) return;
    const inView = waiting.findIndex(({ isInView }) => isInView());
    const [next] = waiting.splice(Math.max(0, inView), 1);
    if (!next) return;
    running += 1;
    const { together, metrics } = joined(next, waiting);
    if (together.length === 1) return next.start(undefined);
    for (const each of together.slice(1)) waiting.splice(waiting.indexOf(each), 1);
    const left = whenAllAbort(together.map(({ signal }) => signal));
    const shared = askPatiently(() => next.merge!.ask(metrics, left), left);
    void shared.then(finish, finish);
    for (const each of together) each.start(shared);
  }

  function finish(): void {
    running -= 1;
    startNext();
  }

  const wait = (isInView: () => boolean, merge: Mergeable | undefined, signal: AbortSignal) =>
    new Promise<{ shared: Promise<unknown> | undefined }>((resolve, reject) => {
      const own: Waiting = {
        isInView,
        merge,
        signal,
        start: (shared) => {
          signal.removeEventListener('abort', leave);
          resolve({ shared });
        },
      };
      const leave = () => {
        const at = waiting.indexOf(own);
        if (at === -1) return;
        waiting.splice(at, 1);
        reject(new DOMException('The card no longer asks.', 'AbortError'));
      };
      signal.addEventListener('abort', leave);
      waiting.push(own);
      // Cards that appear together are all in line before the first of them asks.
      queueMicrotask(startNext);
    });

  return function turnOf(isInView: () => boolean, merge?: Mergeable): Turn {
    return async <Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
      const { shared } = await wait(isInView, merge, signal);
      if (shared && merge) {
        const own = await ownAnswer(shared, merge);
        return own === undefined ? turnOf(isInView)(ask, signal) : (own as Result);
      }
      try {
        return await askPatiently(ask, signal);
      } finally {
        finish();
      }
    };
  };
}

/** Undefined if the question must be asked alone. */
async function ownAnswer(shared: Promise<unknown>, { ownOf, canAskAlone }: Mergeable): Promise<unknown> {
  try {
    return ownOf(await shared);
  } catch (error) {
    if (canAskAlone(error)) return undefined;
    throw error;
  }
}

/** The waiting questions that are asked with the first, as far as the server allows. */
function joined(first: Waiting, waiting: readonly Waiting[]) {
  const together = [first];
  let metrics = first.merge?.metrics ?? [];
  for (const each of waiting) {
    if (!first.merge || each.merge?.key !== first.merge.key) continue;
    const more = [...new Set([...metrics, ...each.merge.metrics])];
    if (!first.merge.allows(more)) continue;
    metrics = more;
    together.push(each);
  }
  return { together, metrics };
}

function whenAllAbort(signals: readonly AbortSignal[]): AbortSignal {
  const all = new AbortController();
  const note = () => {
    if (signals.every(({ aborted }) => aborted)) all.abort();
  };
  for (const signal of signals) signal.addEventListener('abort', note);
  return all.signal;
}

/** One dashboard is on screen at a time. */
export const turnOf = createLoader();
