import { livePriority, backfillPriority } from './todo-store.ts';
import { startTrack, type Pace, type Reachability, type TrackOptions } from './track.ts';

/**
 * Applies everything in the inbox, on two tracks: live readings and back-fill. They share the lanes, the thread and the
 * databases, but never wait for each other, so a year of back-fill delays a live number by one small batch at most.
 */
export interface Pump {
  wake(): void;
  /** Nothing is in progress. */
  readonly isIdle: boolean;
  /** ClickHouse accepts nothing at the moment. */
  readonly isFactsAway: boolean;
  /** Milliseconds since bodies or commands last reached the facts. */
  readonly sinceWritten: number;
  stop(): Promise<void>;
}

export type PumpOptions = Omit<TrackOptions, 'pace' | 'reachability'>;

const megabyte = 1024 * 1024;

const live: Pace = {
  name: 'live',
  priority: livePriority,
  maxBodies: 1000,
  maxBytes: 4 * megabyte,
  maxBufferedBytes: 32 * megabyte,
  maxWrittenBytes: 32 * megabyte,
  writeRest: 1,
};

/** Small portions: each occupies the thread, the rows of today's numbers and the ClickHouse writer only briefly. */
const backfill: Pace = {
  name: 'back-fill',
  priority: backfillPriority,
  maxBodies: 100,
  maxBytes: megabyte,
  maxBufferedBytes: 32 * megabyte,
  maxWrittenBytes: 16 * megabyte,
  writeRest: 1,
};

export function startPump(options: PumpOptions): Pump {
  const reachability: Reachability = { away: false, failures: 0, retryAt: 0, writtenAt: performance.now() };
  const tracks = [live, backfill].map((pace) => startTrack({ ...options, pace, reachability }));
  return {
    wake: () => tracks.forEach((track) => track.wake()),
    get isIdle() {
      return tracks.every((track) => track.isIdle);
    },
    get isFactsAway() {
      return reachability.away;
    },
    get sinceWritten() {
      return performance.now() - Math.max(reachability.writtenAt, options.commands.writtenAt);
    },
    async stop() {
      await Promise.all(tracks.map((track) => track.stop()));
    },
  };
}
