import { instantsShowing, parseTimestamp } from '@atrium/calendar/timestamps';
import { zoneOf } from '@atrium/calendar/zones';

/**
 * Reads local times in the order in which a device wrote them: the hour that the clocks repeat is first the earlier one, and
 * the later one once the times go back. Null for what is no local time, and for the hour that the clocks skip.
 */
export function localClock(timezone: string): (written: string) => number | null {
  const zone = zoneOf(timezone);
  let last = -Infinity;
  return (written) => {
    const read = parseTimestamp(written);
    if (read?.kind !== 'local') return null;
    const instants = instantsShowing(zone, read.wall);
    const instant = instants.find((each) => each >= last) ?? instants[0];
    if (instant === undefined) return null;
    last = instant;
    return instant;
  };
}
