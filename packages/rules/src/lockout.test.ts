import { describe, expect, it } from 'vitest';
import { attempt, type FailureCount, type LockPolicy, lockPolicies, withoutAttempt, waitInWords } from './lockout.ts';

const start = new Date('2026-03-02T08:00:00Z');
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const policy: LockPolicy = lockPolicies.accountAndAddress;

/** Fails on every allowed attempt; returns the minutes of each lock. */
function locksOf(times: number): number[] {
  const locks: number[] = [];
  let count: FailureCount | undefined;
  let now = start;
  while (locks.length < times) {
    const tried = attempt(count, policy, now);
    if (!tried.allowed) throw new Error('A try was refused after its lock had ended.');
    count = tried.next;
    if (!count.lockedUntil) continue;
    locks.push((count.lockedUntil.getTime() - now.getTime()) / 60_000);
    now = count.lockedUntil;
  }
  return locks;
}

describe('attempt', () => {
  it('locks after five failures for 15 minutes, then twice as long each time, at most a day', () => {
    expect(locksOf(9)).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
  });

  it('refuses while locked and says until when, without extending it', () => {
    const locked = { failures: 5, lockedUntil: after(15), lastAt: start };
    expect(attempt(locked, policy, after(14.99))).toEqual({ allowed: false, until: after(15) });
    expect(attempt(locked, policy, after(15))).toEqual({
      allowed: true,
      next: { failures: 6, lockedUntil: null, lastAt: after(15) },
    });
  });

  it('forgets after a quiet day, counted from the end of the lock', () => {
    const four = { failures: 4, lockedUntil: null, lastAt: start };
    expect(attempt(four, policy, after(24 * 60 - 1))).toMatchObject({
      next: { failures: 5, lockedUntil: after(1454) },
    });
    expect(attempt(four, policy, after(24 * 60))).toMatchObject({ next: { failures: 1, lockedUntil: null } });
    const locked = { failures: 5, lockedUntil: after(15), lastAt: start };
    expect(attempt(locked, policy, after(24 * 60 + 14))).toMatchObject({ next: { failures: 6 } });
    expect(attempt(locked, policy, after(24 * 60 + 15))).toMatchObject({ next: { failures: 1 } });
  });

  it.each([
    ['account at an address', lockPolicies.accountAndAddress, 5, 24 * 60],
    ['account', lockPolicies.account, 25, 24 * 60],
    ['address', lockPolicies.address, 50, 60],
  ])(
    '[S17] at an %s locks after a fixed number of failures, and forgets after a quiet time',
    (_what, own, every, quiet) => {
      const almost = { failures: every - 1, lockedUntil: null, lastAt: start };
      const sooner = { ...almost, failures: every - 2 };
      expect(attempt(sooner, own, start)).toMatchObject({ next: { failures: every - 1, lockedUntil: null } });
      expect(attempt(almost, own, after(quiet - 1))).toMatchObject({ next: { lockedUntil: after(quiet + 14) } });
      expect(attempt(almost, own, after(quiet))).toMatchObject({ next: { failures: 1, lockedUntil: null } });
    },
  );

  it('is not counted when the password was right, even on the fifth try', () => {
    const fifth = attempt({ failures: 4, lockedUntil: null, lastAt: start }, policy, start);
    if (!fifth.allowed) throw new Error('refused');
    expect(fifth.next.lockedUntil).not.toBeNull();
    expect(withoutAttempt(fifth.next, fifth.next)).toEqual({ failures: 4, lockedUntil: null, lastAt: start });
  });

  it('keeps a lock that others caused in the meantime', () => {
    const mine = { failures: 4, lockedUntil: null, lastAt: start };
    const theirs = { failures: 5, lockedUntil: after(15), lastAt: start };
    expect(withoutAttempt(theirs, mine)).toEqual({ failures: 4, lockedUntil: after(15), lastAt: start });
  });
});

it.each([
  [0.1, '1 minute'],
  [1, '1 minute'],
  [14.2, '15 minutes'],
  [90, '90 minutes'],
  [91, '2 hours'],
  [1440, '24 hours'],
])('a wait of %d minutes is "%s"', (minutes, words) => {
  expect(waitInWords(after(minutes), start)).toBe(words);
});
