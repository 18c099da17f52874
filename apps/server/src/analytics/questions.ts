import type { Readable } from 'node:stream';
import { createFairShares, type Load, type WorkAccounts } from '../fair-shares.ts';
import type { Ask, AskedFacts } from './filling.ts';

/** Shares the facts between organizations. A caller who leaves is forgotten, and their query is stopped. */
export interface Questions {
  /** Planning and answering one query: limits the memory and time that an organization's answers take here. */
  answer<T>(key: string, work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
  /** For the queries of one answer. */
  asking(key: string, signal: AbortSignal | undefined): Ask;
  /**
   * Resolves when it is the turn of a long answer to be written, which ends with the answer, or when its reader takes nothing
   * for a while. Writing 50,000 rows takes as long as finding them, and making the rows counts as work of the key: `write`
   * makes the answer and is given a way to say so.
   */
  writing(
    key: string,
    write: (charge: (milliseconds: number) => void) => Readable,
    signal: AbortSignal | undefined,
  ): Promise<Readable>;
  /** Questions that are being answered, and those that wait for a turn, a reader or to be written: of one key, or of all together. */
  load(key?: string): Load;
}

const message = 'Too many queries from your organization are waiting. Try again in a moment.';
const answers = { atOnce: 16, perKey: 2, waitingPerKey: 64, waiting: 512, message };
/**
 * The embedded engine has four readers: one organization leaves two of them to the others, and beyond its budget most of
 * the time as well. A dashboard needs less than one second.
 */
const queries = { atOnce: 4, perKey: 2, waitingPerKey: 64, waiting: 512, message };

/** Of long answers. A reader who is slow keeps the turns of its own organization only, and waiting for one is no work. */
const writings = { atOnce: 64, perKey: 2, waitingPerKey: 64, waiting: 512, message, turnsAreWork: false };

/** A reader who takes nothing for so many milliseconds gives the turn back. */
const stallMs = 30_000;

export function createQuestions(facts: AskedFacts, accounts: WorkAccounts): Questions {
  const answering = createFairShares(answers);
  const querying = createFairShares({ ...queries, work: accounts });
  const inWriting = createFairShares({ ...writings, work: accounts });
  /** Answers by key that have begun, and all of whose queries wait for a reader or for their budget. */
  const held = new Map<string, number>();
  return {
    answer: (key, work, signal) => answering.run(key, work, signal),
    asking: (key, signal) => {
      const own = { running: 0, waiting: 0, isHeld: false };
      const look = () => {
        const isHeld = own.running === 0 && own.waiting > 0;
        if (isHeld === own.isHeld) return;
        own.isHeld = isHeld;
        held.set(key, (held.get(key) ?? 0) + (isHeld ? 1 : -1));
        if (held.get(key) === 0) held.delete(key);
      };
      return async (query) => {
        let state: 'waiting' | 'running' = 'waiting';
        const move = (to: typeof state | undefined) => {
          own[state] -= 1;
          if (to) own[(state = to)] += 1;
          look();
        };
        own.waiting += 1;
        try {
          // Looked at after the line had a chance to begin it at once.
          const found = querying.run(
            key,
            () => {
              move('running');
              return query(facts, { signal });
            },
            signal,
          );
          look();
          return await found;
        } finally {
          move(undefined);
        }
      };
    },
    writing: (key, write, signal) =>
      new Promise((resolve, reject) => {
        const written = async () => {
          let stall: NodeJS.Timeout | undefined;
          const answer = write((milliseconds) => {
            stall?.refresh();
            accounts.charge(key, milliseconds);
          });
          resolve(answer);
          await new Promise<void>((end) => {
            stall = setTimeout(end, stallMs).unref();
            answer.once('close', end);
            signal?.addEventListener('abort', () => end(), { once: true });
          });
          clearTimeout(stall);
          // A cleared timer must not be refreshed.
          stall = undefined;
        };
        inWriting.run(key, written, signal).catch(reject);
      }),
    load: (key) => {
      const { running, waiting } = answering.load(key);
      const inAll = key === undefined ? [...held.values()].reduce((sum, each) => sum + each, 0) : (held.get(key) ?? 0);
      return { running: running - inAll, waiting: waiting + inAll + inWriting.load(key).waiting };
    },
  };
}
