import {
  attempt,
  type FailureCount,
  lockPolicies,
  type LockPolicy,
  takenBack,
  waitInWords,
} from '@atrium/rules/lockout';
import { Refusal } from '../../refusal.ts';
import type { Transaction } from '../../registry/registry.ts';
import { type FailureKey, lockFailures, saveFailures } from './store.ts';

/** Stands for every account or every address. Real ones are lower case. */
const any = 'ANY';

interface Watched extends FailureKey {
  readonly policy: LockPolicy;
}

export interface Try {
  readonly account: string;
  readonly address: string;
  /** Hash of a device on which this account has signed in before. */
  readonly knownDevice: string | undefined;
}

/** Counts a try, or refuses it. What it answers takes the try back when the password was right. */
export async function countTry(
  tx: Transaction,
  tried: Try,
  now: Date,
): Promise<readonly (FailureKey & FailureCount)[]> {
  const watched = watchedBy(tried);
  const counts = await lockFailures(tx, watched, now);
  const next: (FailureKey & FailureCount)[] = [];
  let refusedUntil: Date | undefined;
  for (const { account, address, policy } of watched) {
    const result = attempt(counts.find(isKey({ account, address })), policy, now);
    if (result.allowed) next.push({ account, address, ...result.next });
    else if (!refusedUntil || result.until > refusedUntil) refusedUntil = result.until;
  }
  if (refusedUntil) throw locked(refusedUntil, now);
  await saveFailures(tx, next);
  return next;
}

/** The right password ends the count of this account from this address; the wider counts lose this one try. */
export async function takeBackTry(
  tx: Transaction,
  tried: readonly (FailureKey & FailureCount)[],
  now: Date,
): Promise<void> {
  const counts = await lockFailures(tx, tried, now);
  await saveFailures(
    tx,
    counts.map((count) => {
      const isWide = count.account === any || count.address === any;
      const own = tried.find(isKey(count));
      if (!isWide || !own) return { ...count, failures: 0, lockedUntil: null };
      return { ...count, ...takenBack(count, own) };
    }),
  );
}

function watchedBy({ account, address, knownDevice }: Try): Watched[] {
  if (knownDevice !== undefined) {
    return [{ account, address: `device ${knownDevice}`, policy: lockPolicies.accountAndAddress }];
  }
  return [
    { account, address, policy: lockPolicies.accountAndAddress },
    { account, address: any, policy: lockPolicies.account },
    { account: any, address, policy: lockPolicies.address },
  ];
}

function isKey(key: FailureKey) {
  return (other: FailureKey) => other.account === key.account && other.address === key.address;
}

function locked(until: Date, now: Date): Refusal {
  return new Refusal(
    'too_many',
    `Too many failed sign-ins. Please try again in ${waitInWords(until, now)}, or ask an administrator to unlock the account.`,
    { extra: { retryAfter: Math.ceil((until.getTime() - now.getTime()) / 1000) } },
  );
}
