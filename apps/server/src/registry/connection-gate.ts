import { type Bounds, createFairShares } from '../fair-shares.ts';
import { currentPayer } from '../payer.ts';

/** Connections to PostgreSQL. Callers together leave at least eight to the product itself: sessions, pushes, jobs. */
export const connectionBounds = { all: 24, inner: 4 } as const;

const message = 'Too many requests from your organization are waiting. Try again in a moment.';
const organizations: Bounds = { atOnce: 12, perKey: 4, waitingPerKey: 100, waiting: 2_000, message };
const strangers: Bounds = {
  atOnce: 4,
  perKey: 3,
  waitingPerKey: 100,
  waiting: 1_000,
  message: 'Too many requests are waiting. Try again in a moment.',
};

/** Queues work before it takes a connection, so that nobody can hold all of them. */
export function createConnectionGate() {
  const ofOrganizations = createFairShares(organizations);
  const ofStrangers = createFairShares(strangers);
  return <T>(orgId: string | undefined, work: () => Promise<T>): Promise<T> => {
    const payer = currentPayer();
    if (payer?.kind === 'stranger') return ofStrangers.run(payer.key, work, payer.signal);
    const key = payer?.key ?? orgId;
    return key === undefined ? work() : ofOrganizations.run(key, work, payer?.signal);
  };
}
