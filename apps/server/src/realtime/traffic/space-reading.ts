import type { LiveReading } from '@atrium/contract/live-traffic';
import { spaceFill } from '@atrium/rules/space-fill';
import type { Estate } from '../../registry/directory/estate.ts';
import type { SpaceNow } from './store.ts';

type SpaceReading = Pick<LiveReading, 'occupancy' | 'maxCapacity' | 'percent' | 'stopped'>;

/** What a message about a space adds to its ins and outs. A new capacity is shown at once. */
export function spaceReading(estate: Estate, spaceId: string, now: SpaceNow | undefined): SpaceReading {
  const maxCapacity = estate.spaces.get(spaceId)?.capacities.at(-1)?.maxCapacity ?? null;
  if (!now) return { occupancy: null, maxCapacity, percent: null, stopped: false };
  const { remaining: _remaining, ...fill } = spaceFill(now.value, maxCapacity);
  return { ...fill, stopped: now.stopped };
}
