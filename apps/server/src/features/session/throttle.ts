import {
  attempt,
  type FailureCount,
  lockPolicies,
  type LockPolicy,
  withoutAttempt,
  waitInWords,
} from '@atrium/rules/lockout';
import { passesAddressLock } from '../../accounts/lockout-store.ts';
import { Refusal, ignoreTooMany } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { type FailureKey, lockFailures, saveFailures, showAddressLock } from './store.ts';

export interface SignInAttempt {
  readonly account: string;
  readonly address: string;
  /** Hash of a device on which this account has signed in before. */
  readonly knownDevice: string | undefined;
}

export interface CountedAttempt {
  /** The password was wrong. */
  failed(): Promise<void>;
  /** The password was right: part of the transaction that signs in. */
  succeeded(tx: Transaction): Promise<void>;
}

type Count = FailureKey & FailureCount;

/** Wildcard for every account or every address. Real ones are lowercase. */
const any = 'ANY';

/**
 * Counts an attempt, or refuses it: with a result where something must be stored, otherwise by throwing. For an account
 * it counts before the password is checked, so that not even a hundred concurrent attempts exceed the limit. For an
 * address it counts afterward, because a whole office may sign in at the same time.
 */
export async function countAttempt(
  registry: Registry,
  tx: Transaction,
  tried: SignInAttempt,
  now: Date,
): Promise<CountedAttempt | Refusal> {
  const { account, address, knownDevice } = tried;
  const own: Watched = [
    { account, address: knownDevice === undefined ? address : `device ${knownDevice}` },
    lockPolicies.accountAndAddress,
  ];
  const atAddress: Watched = [{ account: any, address }, lockPolicies.address];
  const onAccount: Watched = [{ account, address: any }, lockPolicies.account];
  const isKnown = knownDevice !== undefined;
  const charged = isKnown ? [own] : [own, onAccount];
  const counts = await lockFailures(tx, keysOf(isKnown ? charged : [atAddress, ...charged]), now);
  const until = isKnown ? undefined : lockOf(counts, atAddress, now);
  if (until && !(await passesAddressLock(tx, account, now))) {
    // Shown with the account, so that its administrator sees what to unlock.
    await showAddressLock(tx, { account, address }, until, now);
    return locked(until, now);
  }
  const counted = await charge(tx, counts, charged, now);
  return {
    async failed() {
      if (isKnown) return;
      // Stores the result of an allowed attempt; a lock applies to the next one.
      await registry
        .system(async (later) => charge(later, await lockFailures(later, keysOf([atAddress]), now), [atAddress], now))
        .catch(ignoreTooMany);
    },
    succeeded: (signIn) => takeBack(signIn, counted, now),
  };
}

type Watched = readonly [FailureKey, LockPolicy];

function keysOf(watched: readonly Watched[]): FailureKey[] {
  return watched.map(([key]) => key);
}

function lockOf(counts: readonly Count[], [key, policy]: Watched, now: Date): Date | undefined {
  const result = attempt(counts.find(hasKey(key)), policy, now);
  return result.allowed ? undefined : result.until;
}

/** Adds an attempt to counts that this transaction has locked. */
async function charge(
  tx: Transaction,
  counts: readonly Count[],
  watched: readonly Watched[],
  now: Date,
): Promise<Count[]> {
  const charged = watched.map(([key, policy]) => {
    const result = attempt(counts.find(hasKey(key)), policy, now);
    if (!result.allowed) throw locked(result.until, now);
    return { ...key, ...result.next };
  });
  await saveFailures(tx, charged);
  return charged;
}

/**
 * The right password clears the count of this account from this address; the count of the account is reduced by this
 * attempt.
 */
async function takeBack(tx: Transaction, charged: readonly Count[], now: Date): Promise<void> {
  const counts = await lockFailures(tx, charged, now);
  await saveFailures(
    tx,
    counts.map((count) => {
      const own = charged.find(hasKey(count));
      if (count.address !== any || !own) return { ...count, failures: 0, lockedUntil: null };
      return { ...count, ...withoutAttempt(count, own) };
    }),
  );
}

function hasKey(key: FailureKey) {
  return (other: FailureKey) => other.account === key.account && other.address === key.address;
}

function locked(until: Date, now: Date): Refusal {
  return new Refusal(
    'too_many',
    `Too many failed sign-ins. Please try again in ${waitInWords(until, now)}, or ask an administrator to unlock the account.`,
    { extra: { retryAfter: Math.ceil((until.getTime() - now.getTime()) / 1000) } },
  );
}
