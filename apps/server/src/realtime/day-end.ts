import { nextLocalDayStart, zoneOf } from '@atrium/calendar/zones';
import type { Entity } from '../registry/directory/resolve.ts';

/** When the first of an entity's local days ends: its message changes then, even without a reading. */
export function dayEnd(entity: Entity, now: number): number {
  const zones = new Set([entity.timezone, ...entity.members.map((member) => member.timezone)]);
  return Math.min(...[...zones].map((name) => nextLocalDayStart(zoneOf(name), now)));
}
