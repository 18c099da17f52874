import type { Estate } from '../../registry/directory/estate.ts';

const byEstate = new WeakMap<Estate, ReadonlyMap<string, readonly string[]>>();
const none: readonly string[] = [];

/** The spaces that the readings of a series may fill, of now or of any other time. */
export function spacesFilledBy(estate: Estate | undefined, seriesId: number): readonly string[] {
  if (!estate || estate.spaces.size === 0) return none;
  const series = estate.series.get(seriesId);
  if (series?.owner !== 'zone' || series.measure !== 'people') return none;
  let byZone = byEstate.get(estate);
  if (!byZone) {
    byZone = spacesByZone(estate);
    byEstate.set(estate, byZone);
  }
  return byZone.get(series.zoneId) ?? none;
}

function spacesByZone({ spaces }: Estate): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { spaceId, zones } of spaces.values())
    for (const zoneId of zones.keys()) found.set(zoneId, [...(found.get(zoneId) ?? []), spaceId]);
  return found;
}
