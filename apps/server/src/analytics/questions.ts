import type { Facts } from '@atrium/facts/facts-interface';
import { createFairShares, type Load } from '../fair-shares.ts';

/** Shares the facts between organizations. A caller who leaves is forgotten, and their query is stopped. */
export interface Questions {
  /** Planning and answering one query: limits the memory and time that an organization's answers take here. */
  answer<T>(key: string, work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
  /** One query of an answer. */
  ask(key: string, ...question: Parameters<Facts['tally']>): Promise<void>;
  /** Queries that are running, and those that wait. */
  load(): Load;
}

const message = 'Too many queries from your organization are waiting. Try again in a moment.';
const answers = { atOnce: 16, perKey: 2, waitingPerKey: 64, waiting: 512, message };
/**
 * The embedded engine has four readers: one organization leaves two of them to the others, and after two seconds of work
 * most of the time as well. A dashboard needs less than one second.
 */
const budget = { burst: 2_000, share: 0.3 };
const queries = { atOnce: 4, perKey: 2, waitingPerKey: 64, waiting: 512, message, budget };

export function createQuestions(facts: Pick<Facts, 'tally'>): Questions {
  const answering = createFairShares(answers);
  const querying = createFairShares(queries);
  return {
    answer: (key, work, signal) => answering.run(key, work, signal),
    ask: (key, question, into, asking = {}) =>
      querying.run(key, () => facts.tally(question, into, asking), asking.signal),
    load: () => answering.load(),
  };
}
