import { fourDecimals } from './precision.ts';

/** One minute of the head zone of a queue, as its readings say. */
export interface HeadMinute {
  readonly ins: number;
  readonly outs: number;
  /** Whether the zone was reversed in the space in this minute; false where it did not belong to it. */
  readonly isReversed: boolean;
}

/** One UTC minute of a queue. */
export interface QueueMinute {
  /** People in the space at the end of the minute; null where it is unknown. */
  readonly people: number | null;
  /** Null where nothing was received: a missing minute is not an idle one. */
  readonly head: HeadMinute | null;
}

/**
 * How long someone who joins the queue now will wait, in seconds: the people in it divided by the throughput at its
 * head in the last minutes. Nobody waits where nobody is; null where nobody moved on or the queue is unknown.
 *
 * A job that stores it needs, for each expected wait mapping and minute that has ended: the level of the space as the
 * occupancy fold left it, the readings of the head zone in the last `throughputSampleInterval` minutes with the scale of
 * the zone applied, and the zones of the space with their reversal as they were in each minute. Late readings of the
 * head zone change the waits of the whole interval after them. It is a level of its own kind: waits of several spaces
 * are never added.
 */
export function expectedWait(people: number | null, head: readonly (HeadMinute | null)[]): number | null {
  if (people === null) return null;
  if (people <= 0) return 0;
  const received = head.filter((minute) => minute !== null);
  const served = received.reduce((sum, { ins, outs, isReversed }) => sum + (isReversed ? outs : ins), 0);
  return served > 0 ? fourDecimals((people * received.length * 60) / served) : null;
}

/**
 * The expected wait at the end of each of these consecutive minutes. The throughput of the first ones needs the
 * minutes before: hand over as many as the interval has, less one, and leave their waits out.
 */
export function expectedWaits(minutes: readonly QueueMinute[], intervalMinutes: number): (number | null)[] {
  const head = minutes.map((minute) => minute.head);
  // Added up again for each minute: sums of scaled counts that are carried along would never become zero again.
  return minutes.map(({ people }, at) =>
    expectedWait(people, head.slice(Math.max(0, at + 1 - intervalMinutes), at + 1)),
  );
}

/**
 * The minutes whose throughput counts now: those that are over, up to the newest one with a reading of the head zone. Where it
 * has been silent for longer than readings take to arrive, the minutes go on without it. Epoch seconds, `[from, to)`.
 */
export function sampledMinutes(
  now: number,
  intervalMinutes: number,
  newestHeard: number | undefined,
): { from: number; to: number } {
  const open = Math.floor(now / 60) * 60;
  const to = Math.min(open, Math.max(open - slowestReading, (newestHeard ?? Number.NEGATIVE_INFINITY) + 60));
  return { from: to - intervalMinutes * 60, to };
}

/** Seconds. */
const slowestReading = 300;

/** Displays show whole minutes, rounded up: nobody should wait longer than they were told. */
export function shownWaitMinutes(seconds: number): number {
  return Math.ceil(seconds / 60);
}
