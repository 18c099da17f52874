import { isZone } from '@atrium/calendar/zones';

/** The time zone at a coordinate. */
export type ZoneAt = (latitude: number, longitude: number) => Promise<string>;

/**
 * From bundled borders, without a network request. They are loaded at the first lookup, because few servers ever create
 * a location. At sea it is a zone of whole hours; where claims overlap it is the first one.
 */
export const zoneAt: ZoneAt = async (latitude, longitude) => {
  // All zones by their local names: the smaller lists merge Amsterdam into Brussels.
  const { find } = await import('geo-tz/all');
  return find(latitude, longitude).find(isZone) ?? 'UTC';
};
