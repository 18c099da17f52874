import { AsyncLocalStorage } from 'node:async_hooks';

/** The tenant that a request's connections, threads and queries are charged to. Background work has no payer. */
export interface Payer {
  readonly kind: 'organization' | 'staff' | 'stranger';
  /** The organization, the staff user, or the address of an unauthenticated caller. */
  readonly key: string;
  /** Aborts when the caller disconnects. Reads only: a write that has begun runs to completion. */
  readonly signal: AbortSignal | undefined;
}

const payers = new AsyncLocalStorage<Payer>();

export function runAs<T>(payer: Payer, work: () => T): T {
  return payers.run(payer, work);
}

export function currentPayer(): Payer | undefined {
  return payers.getStore();
}

/** For shared work: it continues when the caller that started it disconnects, until this signal, if any, aborts. */
export function underSignal<T>(signal: AbortSignal | undefined, work: () => T): T {
  const payer = currentPayer();
  return payer ? payers.run({ ...payer, signal }, work) : work();
}
