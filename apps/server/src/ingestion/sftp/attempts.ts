import { addressKey } from '../../http/address-key.ts';

/** Failed sign-ins by address, in memory. */
export interface Attempts {
  isBlocked(address: string): boolean;
  /** Returns whether this one was the last that is allowed. */
  fail(address: string): boolean;
}

const maxFailures = 20;
const windowMs = 15 * 60 * 1000;
const maxAddresses = 10_000;

export function createAttempts(now: () => number = () => performance.now()): Attempts {
  const failures = new Map<string, { count: number; since: number }>();
  const recent = (key: string) => {
    const found = failures.get(key);
    if (found && now() - found.since < windowMs) return found;
    failures.delete(key);
    return undefined;
  };
  return {
    isBlocked: (address) => (recent(addressKey(address))?.count ?? 0) >= maxFailures,
    fail(address) {
      const key = addressKey(address);
      const entry = recent(key) ?? { count: 0, since: now() };
      entry.count += 1;
      // The oldest goes first; a flood of addresses must not fill the memory.
      if (!failures.has(key) && failures.size >= maxAddresses) failures.delete(failures.keys().next().value ?? '');
      failures.set(key, entry);
      return entry.count >= maxFailures;
    },
  };
}
