import type { EntityType } from '@atrium/contract/data';
import type { LiveReading } from '@atrium/contract/socket-events';
import type { Connection, Heard } from '../api/live-feed.ts';

/** Without a reading for so long the waiting ends. */
export const timeout = 10_000;
/** A figure older than this is shown grey, with its age. */
export const staleAfter = 5 * 60_000;

export interface LiveEntity {
  entityType: EntityType;
  entityId: string;
}

export type LiveState =
  | { kind: 'waiting' }
  | { kind: 'timed-out' }
  | { kind: 'refused'; reason: string }
  /** `age` is how far behind now the newest counted moment lies, in milliseconds. */
  | { kind: 'heard'; reading: LiveReading; age: number; stale: boolean };

interface Circumstances {
  heard: Heard | undefined;
  refusal: string | undefined;
  connection: Connection;
  watchedSince: number;
  now: number;
}

/** What to show of a live figure. Pure: the clock is an argument. */
export function liveState({ heard, refusal, connection, watchedSince, now }: Circumstances): LiveState {
  if (refusal !== undefined) return { kind: 'refused', reason: refusal };
  if (!heard) return { kind: now - watchedSince >= timeout ? 'timed-out' : 'waiting' };
  const age = ageOf(heard, now);
  return { kind: 'heard', reading: heard.reading, age, stale: age > staleAfter || connection === 'lost' };
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
