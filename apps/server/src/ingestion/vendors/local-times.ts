import { instantsShowing, parseTimestamp } from '@atrium/calendar/timestamps';
import type { Zone } from '@atrium/calendar/zones';

/** What a device sent in one body. */
export interface Sent {
  /** Its local times in their order, as seconds of the wall clock. */
  readonly walls: readonly number[];
  /** Seconds from the last of them until what it is about was over. */
  readonly lastSpan: number;
  /** Epoch seconds. */
  readonly receivedAt: number | undefined;
}

/**
 * Reads local times in the order in which a device wrote them: the hour that the clocks repeat is first the earlier one, and
 * the later one once the times go back or stand still. Where a body begins in that hour and never goes back, it is the later one if the times
 * go on after it, or if it has just passed when the body arrives. Null for the hour that the clocks skip.
 */
export function localClock(zone: Zone, sent: Sent): (wall: number | undefined) => number | null {
  let last: number | undefined;
  return (wall) => {
    const [first, again] = wall === undefined ? [] : instantsShowing(zone, wall);
    if (first === undefined) return null;
    const isLater =
      again !== undefined && (last === undefined ? beginsLater(zone, sent) : first <= last && again > last);
    last = isLater ? again : first;
    return last;
  };
}

function beginsLater(zone: Zone, { walls, lastSpan, receivedAt }: Sent): boolean {
  if (instantsShowing(zone, walls[0] ?? 0).length < 2) return false;
  if (walls.some((wall, index) => index > 0 && wall <= walls[index - 1]!)) return false;
  const [end = Infinity, again] = instantsShowing(zone, walls.at(-1) ?? 0);
  if (again === undefined) return end < Infinity;
  return receivedAt !== undefined && hasJustPassed(again + lastSpan, receivedAt);
}

const [clockSlack, recent] = [60, 3600];

/** Whether something was over when a body about it arrived, and not longer ago than the hour that clocks repeat. */
function hasJustPassed(over: number, receivedAt: number): boolean {
  return over <= receivedAt + clockSlack && receivedAt - over < recent;
}

/** How long something lasted by the clock on the wall: what ends no later than it began has seen it being set back. */
export function lengthBetween(start: number, end: number): number {
  return end > start ? end - start : end - start + 3600;
}

/** Undefined for what is no local time. */
export function wallOf(written: string): number | undefined {
  const read = parseTimestamp(written);
  return read?.kind === 'local' ? read.wall : undefined;
}
