import type { LiveReading } from '@atrium/contract/live-traffic';
import type { Connection, Heard, Sight } from '../api/socket.ts';
import { staleAfter } from './freshness.ts';

/** Without a reading for so long the waiting ends. */
export const timeout = 10_000;

export type LiveState =
  | { kind: 'waiting' }
  | { kind: 'timed-out' }
  | { kind: 'refused'; reason: string }
  /** `age` is how far behind now the newest reading lies, in milliseconds; null when there never was one. */
  | { kind: 'heard'; reading: LiveReading; age: number | null; stale: boolean };

/** What to show of a live figure. Pure: the clock is an argument. */
export function liveState(sight: Sight | undefined, connection: Connection, now: number): LiveState {
  if (!sight) return { kind: 'waiting' };
  if (sight.refusal !== undefined) return { kind: 'refused', reason: sight.refusal };
  if (!sight.heard) return { kind: now - sight.since >= timeout ? 'timed-out' : 'waiting' };
  const known = ageOf(sight.heard, now);
  // Without a connection nothing newer can be heard.
  const age = known !== null && connection === 'lost' ? Math.max(known, staleAfter + 1) : known;
  return { kind: 'heard', reading: sight.heard.reading, age, stale: age === null || age > staleAfter };
}

/**
 * A reading covers time up to the end of its newest minute, or up to the moment it was made when that minute is still
 * open. What passed since it was heard is counted on this device's own clock.
 */
function ageOf({ reading, receivedAt }: Heard, now: number): number | null {
  if (reading.lastReadingAt === null) return null;
  const madeAt = Date.parse(reading.asOf);
  const coveredTo = Math.min(madeAt, Date.parse(reading.lastReadingAt) + 60_000);
  return Math.max(0, madeAt - coveredTo + (now - receivedAt));
}

/** Closed now, and nobody counted so far today. */
export function isIdle(live: LiveState | undefined): boolean {
  return live?.kind === 'heard' && !live.reading.isOpen && !live.reading.ins && !live.reading.outs;
}
