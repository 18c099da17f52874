import type { Capability } from '@atrium/contract/access';
import type { LiveNumbers, LiveRow, liveWall } from '@atrium/contract/live-wall';
import type { Facts } from '@atrium/facts/facts-interface';
import type { Estate } from '../../registry/directory/estate.ts';
import { plainTraffic } from '../../registry/directory/resolve.ts';
import type { Registry } from '../../registry/registry.ts';
import { maySeeLocation } from '../../scope.ts';
import type { TopicReader, VisibleEntity } from '../topic-reader.ts';
import { earlierParts } from '../traffic/earlier-parts.ts';
import { daysOf, spacesNow } from '../traffic/store.ts';
import { type Places, placesOf } from './places.ts';
import { type Shown, wallRows } from './rows.ts';
import { activeAlarms, offlineSensors } from './store.ts';
import { createTrends } from './trends.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly facts: Pick<Facts, 'sums' | 'aggregate' | 'levels'>;
  readonly clock: () => Date;
}

const capabilities = ['canViewTraffic', 'canViewOccupancy', 'alarmsEnabled'] as const satisfies readonly Capability[];
const messageIntervalMs = 1_000;

/**
 * All live numbers of an organization. They are read once for everyone who follows them; each room then takes what its people may see.
 * A row that is as it was before is the same object, which tells what changed.
 */
export function createWallReader({ registry, facts, clock }: Dependencies): TopicReader<typeof liveWall> {
  const trendsOf = createTrends(facts);
  const before = new Map<string, { readAt: number; rows: ReadonlyMap<string, Kept> }>();

  const stateOf = async (estate: Estate, places: Places, now: number) => {
    const state = await registry.system(async (tx) => ({
      days: await daysOf(tx, places.series),
      spaces: await spacesNow(tx, places.spaceIds),
      alarms: await activeAlarms(tx, estate.orgId),
      offline: await offlineSensors(tx, estate.orgId),
    }));
    const earlier = await Promise.all(
      places.locations.map(
        async ({ entity }) => [entity.entityId, await earlierParts(facts, estate.factOrg, entity, now)] as const,
      ),
    );
    return { ...state, earlier: new Map(earlier), trends: await trendsOf(estate, places, now) };
  };

  const read = async (estate: Estate, allowed: ReadonlySet<Capability>): Promise<LiveRow[]> => {
    const now = clock().getTime() / 1000;
    const places = placesOf(estate, now);
    const state = await stateOf(estate, places, now);
    const key = keyOf(estate.orgId, allowed);
    const known = before.get(key)?.rows;
    const rows = wallRows(estate, places, state, shownWith(allowed), now).map((row) => keep(row, known));
    for (const [each, { readAt }] of before) if (now - readAt > forgetSeconds) before.delete(each);
    before.set(key, { readAt: now, rows: new Map(rows.map((kept) => [kept.row.entityId, kept])) });
    return rows.map(({ row }) => row);
  };

  return {
    series: plainTraffic,
    followsWholeOrganization: true,
    capabilities,
    interval: messageIntervalMs,
    async *read(entities) {
      const boards = new Map<string, Promise<LiveRow[]>>();
      for (const { estate, entity, visibility } of entities) {
        const key = keyOf(estate.orgId, visibility.capabilities);
        const board = boards.get(key) ?? read(estate, visibility.capabilities);
        boards.set(key, board);
        const rows = (await board).filter(({ locationId }) => maySeeLocation(visibility, locationId));
        yield messageOf(entity, rows, clock());
      }
    },
    change(earlier, later) {
      const known = new Map(earlier.rows.map((row) => [row.entityId, row]));
      const rows = later.rows.filter((row) => known.get(row.entityId) !== row);
      for (const { entityId } of later.rows) known.delete(entityId);
      return { ...later, isWhole: false, rows, gone: [...known.keys()] };
    },
  };
}

/** Rooms are read again every minute: an organization that is not has none. */
const forgetSeconds = 300;

interface Kept {
  readonly row: LiveRow;
  readonly text: string;
}

function keep(row: LiveRow, known: ReadonlyMap<string, Kept> | undefined): Kept {
  const text = JSON.stringify(row);
  const same = known?.get(row.entityId);
  return same?.text === text ? same : { row, text };
}

function keyOf(orgId: string, allowed: ReadonlySet<Capability>): string {
  return [orgId, ...capabilities.filter((capability) => allowed.has(capability))].join('/');
}

function shownWith(allowed: ReadonlySet<Capability>): Shown {
  return {
    traffic: allowed.has('canViewTraffic'),
    occupancy: allowed.has('canViewOccupancy'),
    alarms: allowed.has('alarmsEnabled'),
  };
}

function messageOf({ entityId }: VisibleEntity['entity'], rows: LiveRow[], now: Date): LiveNumbers {
  return { entityType: 'organization', entityId, isWhole: true, rows, gone: [], asOf: now.toISOString() };
}
