import type { LiveRow } from '@atrium/contract/live-wall';
import { spaceFill } from '@atrium/rules/space-fill';
import type { Estate } from '../../registry/directory/estate.ts';
import { isOpenAt } from '../../registry/directory/estate.ts';
import { type EarlierPart, liveReading, type SeriesDay } from '../traffic/live-reading.ts';
import type { SpaceNow } from '../traffic/store.ts';
import type { Places } from './places.ts';
import type { ActiveAlarm } from './store.ts';

/** What the numbers of a wall are made of. */
export interface WallState {
  readonly days: ReadonlyMap<number, SeriesDay>;
  readonly spaces: ReadonlyMap<string, SpaceNow>;
  readonly alarms: readonly ActiveAlarm[];
  readonly offline: ReadonlySet<string>;
  /** By location: what was counted today under earlier weights. */
  readonly earlier: ReadonlyMap<string, readonly EarlierPart[]>;
  /** By location or space. */
  readonly trends: ReadonlyMap<string, LiveRow['trend']>;
}

/** What the organization may see of it. */
export interface Shown {
  readonly traffic: boolean;
  readonly occupancy: boolean;
  readonly alarms: boolean;
}

/** Every location and space of an organization, each location before its spaces. `now` is epoch seconds. */
export function wallRows(estate: Estate, places: Places, state: WallState, shown: Shown, now: number): LiveRow[] {
  const alarms = shown.alarms ? state.alarms : [];
  const countOf = (ids: ReadonlySet<string>) => [...ids].filter((sensorId) => state.offline.has(sensorId)).length;
  return places.locations.flatMap(({ entity, sensorIds, spaces }) => {
    const locationId = entity.entityId;
    const isOpen = isOpenAt(estate, locationId, now);
    const here = alarms.filter((alarm) => alarm.locationId === locationId);
    const spaceRows = (shown.occupancy ? spaces : []).map(({ space, ...filled }): LiveRow => {
      const { spaceId, name, capacities } = space;
      const maxCapacity = capacities.at(-1)?.maxCapacity ?? null;
      const people = state.spaces.get(spaceId);
      const fill = people && spaceFill(people.value, maxCapacity);
      return {
        entityType: 'space',
        entityId: spaceId,
        locationId,
        name,
        isOpen,
        lastReadingAt: newestOf(filled.series, state.days),
        offline: countOf(filled.sensorIds),
        alarms: here.filter(({ alarmableId }) => alarmableId === spaceId).length,
        occupancy: fill?.occupancy ?? null,
        maxCapacity,
        percent: fill?.percent ?? null,
        stopped: people?.stopped ?? false,
        trend: state.trends.get(spaceId) ?? [],
      };
    });
    const reading = liveReading(estate, entity, state.days, now, state.earlier.get(locationId));
    const inSpaces = new Set(spaceRows.map(({ entityId }) => entityId));
    return [
      {
        entityType: 'location',
        entityId: locationId,
        locationId,
        name: entity.name,
        isOpen,
        lastReadingAt: reading.lastReadingAt,
        offline: countOf(sensorIds),
        alarms: here.filter(({ alarmableId }) => !inSpaces.has(alarmableId)).length,
        ...(shown.traffic && { ins: reading.ins }),
        ...(shown.occupancy && { occupancy: peopleIn(spaces, state.spaces) }),
        trend: shown.traffic ? (state.trends.get(locationId) ?? []) : [],
      },
      ...spaceRows,
    ];
  });
}

/** Null where no space counts toward the location, or where one of them is not known. */
function peopleIn(spaces: Places['locations'][number]['spaces'], known: ReadonlyMap<string, SpaceNow>): number | null {
  const counting = spaces.filter(({ space }) => space.countsTowardLocation);
  const values = counting.map(({ space }) => known.get(space.spaceId)?.value);
  if (values.length === 0 || values.includes(undefined)) return null;
  return spaceFill(
    values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
    null,
  ).occupancy;
}

function newestOf(series: readonly number[], days: ReadonlyMap<number, SeriesDay>): string | null {
  const newest = Math.max(...series.map((id) => days.get(id)?.lastMinute ?? Number.NEGATIVE_INFINITY));
  return Number.isFinite(newest) ? new Date(newest * 1000).toISOString() : null;
}
