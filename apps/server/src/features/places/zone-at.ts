import { isZone } from '@atrium/calendar/zones';

/** The time zone at a point of the globe. */
export type ZoneAt = (latitude: number, longitude: number) => Promise<string>;

/**
 * From bundled borders, without asking anyone. They are loaded when the first point is looked up, because few servers
 * ever make a location. At sea it is a zone of whole hours; where claims overlap it is the first one.
 */
export const zoneAt: ZoneAt = async (latitude, longitude) => {
  // All zones by their local names: the smaller lists call Amsterdam Brussels.
  const { find } = await import('geo-tz/all');
  return find(latitude, longitude).find(isZone) ?? 'UTC';
};
