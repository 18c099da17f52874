import type { LiveReading } from '@atrium/contract/socket-events';
import type { Connection, Heard, Sight } from '../api/socket.ts';

/** Without a reading for so long the waiting ends. */
export const timeout = 10_000;
/** A figure older than this is shown grey, with its age. */
export const staleAfter = 5 * 60_000;

export type LiveState =
  | { kind: 'waiting' }
  | { kind: 'timed-out' }
  | { kind: 'refused'; reason: string }
  /** `age` is how far behind now the newest counted moment lies, in milliseconds. */
  | { kind: 'heard'; reading: LiveReading; age: number; stale: boolean };

/** What to show of a live figure. Pure: the clock is an argument. */
export function liveState(sight: Sight | undefined, connection: Connection, now: number): LiveState {
  if (!sight) return { kind: 'waiting' };
  if (sight.refusal !== undefined) return { kind: 'refused', reason: sight.refusal };
  if (!sight.heard) return { kind: now - sight.since >= timeout ? 'timed-out' : 'waiting' };
  const age = ageOf(sight.heard, now);
  return { kind: 'heard', reading: sight.heard.reading, age, stale: age > staleAfter || connection === 'lost' };
}

/**
 * A reading covers time up to the end of its newest minute, or up to the moment it was made when that minute is still
 * open. What passed since it was heard is counted on this device's own clock.
 */
function ageOf({ reading, receivedAt }: Heard, now: number): number {
  const madeAt = Date.parse(reading.asOf);
  const coveredTo = reading.minute === null ? madeAt : Math.min(madeAt, Date.parse(reading.minute) + 60_000);
  return Math.max(0, madeAt - coveredTo + (now - receivedAt));
}
