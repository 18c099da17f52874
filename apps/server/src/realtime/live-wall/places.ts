import type { Estate, EstateSpace, ZoneSeries } from '../../registry/directory/estate.ts';
import { type Entity, plainTraffic, resolve } from '../../registry/directory/resolve.ts';

/** A space of a wall, with the series that fill it and its sensors. */
interface PlacedSpace {
  readonly space: EstateSpace;
  readonly series: readonly number[];
  readonly sensorIds: ReadonlySet<string>;
  /** The series of its level, once it has one. */
  readonly level: number | undefined;
}

interface PlacedLocation {
  readonly entity: Entity;
  readonly sensorIds: ReadonlySet<string>;
  readonly spaces: readonly PlacedSpace[];
}

/** What an organization shows on a wall: follows from its estate, and from which zones fill its spaces. */
export interface Places {
  readonly locations: readonly PlacedLocation[];
  readonly series: readonly number[];
  readonly spaceIds: readonly string[];
}

const known = new WeakMap<Estate, { readonly places: Places; readonly from: number; readonly to: number }>();

/** An edit of the zones of a space makes another estate at once, but takes effect with the next minute. */
export function placesOf(estate: Estate, now: number): Places {
  const found = known.get(estate);
  if (found && found.from <= now && now < found.to) return found.places;
  const places = placesIn(estate, now);
  known.set(estate, { places, from: now, to: nextChange(estate, now) });
  return places;
}

/** When the next zone begins or ceases to fill a space. */
function nextChange({ spaces }: Estate, now: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { zones } of spaces.values())
    for (const periods of zones.values())
      for (const { from, to } of periods) for (const at of [from, to]) if (now < at && at < next) next = at;
  return next;
}

function placesIn(estate: Estate, now: number): Places {
  const everything = { orgId: estate.orgId, locationIds: 'all' } as const;
  const [whole] = resolve(estate, everything, { ...plainTraffic, entityType: 'organization' });
  // What counts for an organization is what counts for its locations; asking for each would walk all series each time.
  const members = groupBy(whole?.members ?? [], ({ locationId }) => locationId);
  const placed = placedSpaces(estate, now);
  const spaces = groupBy(placed, ({ space }) => space.locationId);
  const sensors = sensorsByLocation(estate);
  const locations = [...estate.locations.values()].map(({ locationId, name, timezone }) => ({
    entity: {
      entityType: 'location' as const,
      entityId: locationId,
      name,
      timezone,
      members: members.get(locationId) ?? [],
    },
    sensorIds: new Set((sensors.get(locationId) ?? []).map(({ sensorId }) => sensorId)),
    spaces: spaces.get(locationId) ?? [],
  }));
  const series = new Set([
    ...(whole?.members ?? []).map((member) => member.series),
    ...placed.flatMap((each) => each.series),
  ]);
  return { locations, series: [...series], spaceIds: placed.map(({ space }) => space.spaceId) };
}

function placedSpaces(estate: Estate, now: number): PlacedSpace[] {
  const levels = new Map<string, number>();
  const ofZones: ZoneSeries[] = [];
  for (const series of estate.series.values()) {
    if (series.owner === 'space' && series.measure === 'level') levels.set(series.spaceId, series.seriesId);
    if (series.owner === 'zone' && series.enabled && series.measure === plainTraffic.measure) ofZones.push(series);
  }
  const byZone = groupBy(ofZones, ({ zoneId }) => zoneId);
  return [...estate.spaces.values()].map((space) => {
    const zoneIds = [...space.zones].flatMap(([zoneId, periods]) =>
      periods.some(({ from, to }) => from <= now && now < to) ? [zoneId] : [],
    );
    return {
      space,
      series: zoneIds.flatMap((zoneId) => byZone.get(zoneId)?.map(({ seriesId }) => seriesId) ?? []),
      sensorIds: new Set(zoneIds.flatMap((zoneId) => estate.zones.get(zoneId)?.sensorId ?? [])),
      level: levels.get(space.spaceId),
    };
  });
}

function sensorsByLocation({ sensors, sites }: Estate) {
  const placed = [...sensors.values()].flatMap(({ sensorId, siteId }) => {
    const locationId = siteId === null ? undefined : sites.get(siteId)?.locationId;
    return locationId === undefined ? [] : [{ sensorId, locationId }];
  });
  return groupBy(placed, ({ locationId }) => locationId);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
