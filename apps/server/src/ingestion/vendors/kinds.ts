import type { Interval } from './intervals.ts';

/** What sensors say besides counts. How each kind is kept and added up is said in `packages/facts`. */

/** A counter that only grows: what it showed at an instant. Only the difference of two of them was counted. */
export interface CounterValue {
  readonly measure: string;
  readonly way: 'ins' | 'outs';
  /** Epoch seconds. */
  readonly at: number;
  readonly value: number;
  /** Where the counter starts again at zero by its size; null when it is too large to matter. */
  readonly modulus: number | null;
}

/** How many there were: at the end of an interval, and the fewest and the most in it where the device says so. */
export interface LevelReading {
  readonly measure: string;
  /** Epoch seconds. */
  readonly at: number;
  /** Seconds; null where the device speaks only of changes, so that it holds until the next one while the device is heard. */
  readonly span: number | null;
  readonly last: number;
  readonly lo: number;
  readonly hi: number;
}

/** How long something took that ended in an interval: one wait, or several added up. */
export interface SampleReading extends Interval {
  readonly measure: 'wait' | 'service' | 'dwell';
  /** Tells it from others of the same interval, such as the number of a track; empty where there is one only. */
  readonly id: string;
  readonly milliseconds: number;
  /** How many are added up in it. */
  readonly n: number;
  /** Some devices of the vendor give the average instead of the sum; the settings of the zone say which it is. */
  readonly isSumOrAverage?: true;
  readonly outcome: 'unknown' | 'served' | 'abandoned';
}

/** Something that happened to one tracked person or object. */
export interface TrackEvent {
  readonly type: 'track_created' | 'track_deleted' | 'line_forward' | 'line_backward' | 'zone_entered' | 'zone_left';
  /** Epoch seconds with milliseconds. */
  readonly at: number;
  readonly track: string;
  /** How long it stayed, of `zone_left` where the device says so. */
  readonly milliseconds: number | null;
}
