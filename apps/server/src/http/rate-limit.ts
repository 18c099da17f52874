import { Refusal } from '../refusal.ts';
import { addressKey } from './address-key.ts';

export interface RateLimit {
  readonly most: number;
  /** Defaults to one. */
  readonly minutes?: number;
  /** For everyone together; unlimited when absent. */
  readonly maxInAll?: number;
}

/** Refuses an address that sends too many requests. Counts in windows, in memory: good enough for a mere nuisance. */
export function createRateLimit(limit: RateLimit): (address: string) => void {
  const count = createPersonLimit(limit);
  return (address) => count(addressKey(address));
}

/** The same for signed-in people, by their id. */
export function createPersonLimit(limit: RateLimit): (caller: string) => void {
  const counts = createCounts(limit);
  return (caller) => {
    counts.check(caller);
    counts.count(caller);
  };
}

/** Counts only what went wrong, such as a guessed secret: an address with too many failures is refused. */
export function createFailureLimit(limit: RateLimit) {
  const counts = createCounts(limit);
  return {
    check: (address: string) => counts.check(addressKey(address)),
    failed: (address: string) => counts.count(addressKey(address)),
  };
}

function createCounts({ most, minutes = 1, maxInAll = Infinity }: RateLimit) {
  const perMs = minutes * 60_000;
  const counts = new Map<string, number>();
  let inAll = 0;
  let windowStart = -Infinity;
  const begin = (now: number) => {
    if (now - windowStart < perMs) return;
    counts.clear();
    inAll = 0;
    windowStart = now;
  };
  return {
    check(caller: string): void {
      const now = performance.now();
      begin(now);
      if ((counts.get(caller) ?? 0) < most && inAll < maxInAll) return;
      throw new Refusal('too_many', 'Too many requests. Try again in a moment.', {
        extra: { retryAfter: (windowStart + perMs - now) / 1000 },
      });
    },
    count(caller: string): void {
      begin(performance.now());
      counts.set(caller, (counts.get(caller) ?? 0) + 1);
      inAll += 1;
    },
  };
}
