import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose account a request takes connections, threads and queries. Work of the product itself has no payer. */
export interface Payer {
  readonly kind: 'organization' | 'staff' | 'stranger';
  /** The organization, the staff user, or the address of somebody who has not signed in. */
  readonly key: string;
  /** Aborts when the caller leaves. Only of reads: a change that has begun is brought to its end. */
  readonly signal: AbortSignal | undefined;
}

const payers = new AsyncLocalStorage<Payer>();

export function payingFor<T>(payer: Payer, work: () => T): T {
  return payers.run(payer, work);
}

export function currentPayer(): Payer | undefined {
  return payers.getStore();
}

/** For what others wait for as well: it goes on when the caller who happened to need it first leaves. */
export function forEverybody<T>(work: () => T): T {
  const payer = currentPayer();
  return payer ? payers.run({ ...payer, signal: undefined }, work) : work();
}
