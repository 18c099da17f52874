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
export function createPersonLimit({ most, minutes = 1, maxInAll = Infinity }: RateLimit): (caller: string) => void {
  const perMs = minutes * 60_000;
  const counts = new Map<string, number>();
  let inAll = 0;
  let windowStart = -Infinity;
  return (caller) => {
    const now = performance.now();
    if (now - windowStart >= perMs) {
      counts.clear();
      inAll = 0;
      windowStart = now;
    }
    const count = counts.get(caller) ?? 0;
    if (count >= most || inAll >= maxInAll) {
      throw new Refusal('too_many', 'Too many requests. Try again in a moment.', {
        extra: { retryAfter: (windowStart + perMs - now) / 1000 },
      });
    }
    counts.set(caller, count + 1);
    inAll += 1;
  };
}
