/** How often sign-in has failed under one key, and until when that key is locked. */
export interface FailureCount {
  readonly failures: number;
  readonly lockedUntil: Date | null;
  readonly lastAt: Date;
}

export interface LockPolicy {
  /** Locks after every `every` failures: first for 15 minutes, then twice as long each time. */
  readonly every: number;
  /** After this long without a failure, the count is reset. */
  readonly forgetAfterMinutes: number;
}

/**
 * An account is locked for one address after five failures. The wider two stop guessing from many addresses at one
 * account, and one password at many accounts; a known device has its own count and passes both.
 */
export const lockPolicies = {
  accountAndAddress: { every: 5, forgetAfterMinutes: 24 * 60 },
  account: { every: 25, forgetAfterMinutes: 24 * 60 },
  address: { every: 50, forgetAfterMinutes: 60 },
} as const satisfies Record<string, LockPolicy>;

const firstLockMinutes = 15;
const maxLockMinutes = 24 * 60;

export type Attempt =
  | { readonly allowed: true; readonly next: FailureCount }
  | { readonly allowed: false; readonly until: Date };

/**
 * An attempt is counted as failed before the password is checked and taken back if it was right: so of a hundred
 * concurrent attempts only as many are checked as the policy allows.
 */
export function attempt(count: FailureCount | undefined, policy: LockPolicy, now: Date): Attempt {
  if (count?.lockedUntil && count.lockedUntil > now) return { allowed: false, until: count.lockedUntil };
  const failures = (count && !isForgotten(count, policy, now) ? count.failures : 0) + 1;
  const lockedUntil = failures % policy.every === 0 ? later(now, lockMinutes(failures / policy.every)) : null;
  return { allowed: true, next: { failures, lockedUntil, lastAt: now } };
}

/** The failure count without the attempt that succeeded and without the lock it caused. */
export function withoutAttempt(count: FailureCount, tried: FailureCount): FailureCount {
  const ownLock = count.lockedUntil?.getTime() === tried.lockedUntil?.getTime();
  return {
    failures: Math.max(0, count.failures - 1),
    lockedUntil: ownLock ? null : count.lockedUntil,
    lastAt: count.lastAt,
  };
}

/** The state of an account across all addresses: current failures, and until when it is locked. */
export function accountLockState(
  counts: readonly FailureCount[],
  now: Date,
): { failures: number; lockedUntil: Date | null } {
  const standing = counts.filter((count) => !isForgotten(count, lockPolicies.account, now));
  const locks = standing.flatMap(({ lockedUntil }) =>
    lockedUntil && lockedUntil > now ? [lockedUntil.getTime()] : [],
  );
  return {
    failures: Math.max(0, ...standing.map(({ failures }) => failures)),
    lockedUntil: locks.length > 0 ? new Date(Math.max(...locks)) : null,
  };
}

/** The time to wait, as text. */
export function waitInWords(until: Date, now: Date): string {
  const minutes = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000));
  if (minutes === 1) return '1 minute';
  if (minutes <= 90) return `${minutes} minutes`;
  return `${Math.ceil(minutes / 60)} hours`;
}

function lockMinutes(time: number): number {
  return Math.min(firstLockMinutes * 2 ** (time - 1), maxLockMinutes);
}

function isForgotten(count: FailureCount, policy: LockPolicy, now: Date): boolean {
  return later(count.lockedUntil ?? count.lastAt, policy.forgetAfterMinutes) <= now;
}

function later(from: Date, minutes: number): Date {
  return new Date(from.getTime() + minutes * 60_000);
}
