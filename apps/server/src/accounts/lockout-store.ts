import { and, eq, gt } from 'drizzle-orm';
import type { Transaction } from '../registry/registry.ts';
import { loginFailure } from '../registry/schema/people.ts';

/** Replaces an address; uppercase, so it never collides with one. */
const pass = 'PASS';
const passMs = 24 * 60 * 60 * 1000;

/** The key under which attempts at the second factor of an account are counted, separately from its password. */
export function secondFactorAccount(account: string): string {
  return `2FA ${account}`;
}

/**
 * Removes every lock that stops the owner of an account, by its lowercase email address. The lock of a whole network
 * address stays for others, so unlocking one person gives nobody more guesses; this account passes it for a day.
 */
export async function unlockAccount({ sql: db }: Transaction, account: string, now: Date): Promise<void> {
  await db.delete(loginFailure).where(eq(loginFailure.account, account));
  await db
    .insert(loginFailure)
    .values({ account, address: pass, failures: 0, lastAt: now })
    .onConflictDoUpdate({ target: [loginFailure.account, loginFailure.address], set: { lastAt: now } });
}

/** Whether someone has recently unlocked this account. */
export async function passesAddressLock({ sql: db }: Transaction, account: string, now: Date): Promise<boolean> {
  const isRecent = gt(loginFailure.lastAt, new Date(now.getTime() - passMs));
  return (
    (await db.$count(loginFailure, and(eq(loginFailure.account, account), eq(loginFailure.address, pass), isRecent))) >
    0
  );
}
