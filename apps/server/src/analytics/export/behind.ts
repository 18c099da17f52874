import type { Estate } from '../../registry/directory/estate.ts';
import type { EntityHead } from '../../registry/directory/resolve.ts';

/** What an entity's figures may come from. */
export interface Behind {
  readonly series: ReadonlySet<number>;
  readonly locations: ReadonlySet<string>;
}

/**
 * Everything that can be behind the figures of entities, whatever is asked: all series of a zone, because corrections and imports have
 * series of their own, wherever they were when they were made.
 */
export function createBehind(estate: Estate): (head: EntityHead) => Behind {
  const byZone = new Map<string, number[]>();
  const zonesBy = new Map<string, Set<string>>();
  const others = new Map<string, number[]>();
  const locations = new Map<number, string>();
  const place = (key: string, zoneId: string) => {
    const zones = zonesBy.get(key);
    if (zones) zones.add(zoneId);
    else zonesBy.set(key, new Set([zoneId]));
  };
  for (const series of estate.series.values()) {
    const { seriesId, locationId } = series;
    locations.set(seriesId, locationId);
    if (series.owner === 'zone') {
      push(byZone, series.zoneId, seriesId);
      for (const key of [series.zoneId, series.sensorId, series.siteId, locationId, estate.orgId])
        place(key, series.zoneId);
      continue;
    }
    const keys = [locationId, estate.orgId, ...(series.owner === 'space' ? [series.spaceId] : [])];
    for (const key of keys) push(others, key, seriesId);
  }
  for (const { spaceId, zones } of estate.spaces.values()) for (const zoneId of zones.keys()) place(spaceId, zoneId);

  return ({ entityId, locationId }) => {
    const series = new Set(others.get(entityId));
    for (const zoneId of zonesBy.get(entityId) ?? []) for (const each of byZone.get(zoneId) ?? []) series.add(each);
    const found = new Set(locationId === undefined ? [] : [locationId]);
    for (const each of series) found.add(locations.get(each)!);
    return { series, locations: found };
  };
}

function push<Key>(lists: Map<Key, number[]>, key: Key, series: number): void {
  const list = lists.get(key);
  if (list) list.push(series);
  else lists.set(key, [series]);
}
