import { createFairShares, type Load } from '../fair-shares.ts';
import type { Ask, AskedFacts } from './filling.ts';

/** Shares the facts between organizations. A caller who leaves is forgotten, and their query is stopped. */
export interface Questions {
  /** Planning and answering one query: limits the memory and time that an organization's answers take here. */
  answer<T>(key: string, work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
  /** For the queries of one answer. */
  asking(key: string, signal: AbortSignal | undefined): Ask;
  /** Questions that are being answered, and those that wait: of one key, or of all together. */
  load(key?: string): Load;
}

const message = 'Too many queries from your organization are waiting. Try again in a moment.';
const answers = { atOnce: 16, perKey: 2, waitingPerKey: 64, waiting: 512, message };
/**
 * The embedded engine has four readers: one organization leaves two of them to the others, and after two seconds of work
 * most of the time as well. A dashboard needs less than one second.
 */
const budget = { burst: 2_000, share: 0.3 };
const queries = { atOnce: 4, perKey: 2, waitingPerKey: 64, waiting: 512, message, budget };

export function createQuestions(facts: AskedFacts): Questions {
  const answering = createFairShares(answers);
  const querying = createFairShares(queries);
  return {
    answer: (key, work, signal) => answering.run(key, work, signal),
    asking: (key, signal) => (query) => querying.run(key, () => query(facts, { signal }), signal),
    load: (key) => answering.load(key),
  };
}
