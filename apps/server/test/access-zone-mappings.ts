import * as expectedWait from '@atrium/contract/expected-wait-mappings';
import * as queue from '@atrium/contract/queue-mappings';
import * as zoneCount from '@atrium/contract/zone-count-mappings';
import { expectedWaitMapping, queueMapping, zoneCountMapping } from '../src/registry/schema/zone-mappings.ts';
import { type Entry, entry, type Ids } from './access-entry.ts';
import type { World } from './world.ts';

/** The requests of the access matrix about queue, zone count and expected wait mappings. */
export const zoneMappingEntries: readonly Entry[] = [
  entry(queue.listQueueMappings, () => ({ query: { include: 'queue_depth_mapping' } })),
  entry(queue.getQueueMapping, ofQueue),
  entry(queue.createQueueMapping, ({ locationId, zoneId }) => ({ body: { locationId, queueZoneId: zoneId } }), {
    fresh: (world, ids) => aZone(world, ids, 5),
  }),
  entry(queue.updateQueueMapping, (ids) => ({
    ...ofQueue(ids),
    body: { depthConfig: { type: 'length', warn: 3, danger: 5 } },
  })),
  entry(queue.deleteQueueMapping, ofQueue, { fresh: aQueueMapping }),

  entry(zoneCount.listZoneCountMappings, () => ({})),
  entry(zoneCount.getZoneCountMapping, ofLine),
  entry(zoneCount.createZoneCountMapping, ({ zoneId }) => ({ body: { zoneId } }), {
    fresh: (world, ids) => aZone(world, ids, 4),
  }),
  entry(zoneCount.updateZoneCountMapping, (ids) => ({ ...ofLine(ids), body: { passerbyZoneId: null } })),
  entry(zoneCount.deleteZoneCountMapping, ofLine, { fresh: aZoneCountMapping }),

  entry(expectedWait.listExpectedWaitMappings, () => ({ query: { include: 'space(location),zone' } })),
  entry(expectedWait.getExpectedWaitMapping, ofWait),
  entry(expectedWait.getExpectedWait, ofWait),
  entry(expectedWait.createExpectedWaitMapping, ({ spaceId, zoneId }) => ({ body: { spaceId, headZoneId: zoneId } }), {
    fresh: aSpace,
  }),
  entry(expectedWait.updateExpectedWaitMapping, (ids) => ({ ...ofWait(ids), body: { throughputSampleInterval: 30 } })),
  entry(expectedWait.deleteExpectedWaitMapping, ofWait, { fresh: anExpectedWaitMapping }),
];

/** One mapping of each kind. */
export async function createZoneMappings(world: World, ids: Place) {
  return {
    ...(await aQueueMapping(world, ids)),
    ...(await aZoneCountMapping(world, ids)),
    ...(await anExpectedWaitMapping(world, ids)),
  };
}

type Place = Pick<Ids, 'orgId' | 'locationId' | 'sensorId' | 'zoneId'>;

function ofQueue({ queueMappingId }: Ids) {
  return { params: { queueMappingId } };
}

function ofLine({ countLineId }: Ids) {
  return { params: { zoneId: countLineId } };
}

function ofWait({ expectedWaitMappingId }: Ids) {
  return { params: { expectedWaitMappingId } };
}

async function aZone(world: World, { sensorId }: Place, countApplication: number) {
  return { zoneId: (await world.zone({ sensorId, settings: { countApplication } })).zoneId };
}

async function aSpace(world: World, { locationId }: Place) {
  return { spaceId: (await world.space({ locationId })).spaceId };
}

async function aQueueMapping(world: World, place: Place) {
  const { orgId, locationId } = place;
  const { zoneId: queueZoneId } = await aZone(world, place, 5);
  const [made] = await world.registry.system(({ sql }) =>
    sql.insert(queueMapping).values({ orgId, locationId, queueZoneId }).returning(),
  );
  return { queueMappingId: made!.queueMappingId };
}

async function aZoneCountMapping(world: World, place: Place) {
  const { orgId, locationId } = place;
  const { zoneId } = await aZone(world, place, 4);
  await world.registry.system(({ sql }) => sql.insert(zoneCountMapping).values({ orgId, locationId, zoneId }));
  return { countLineId: zoneId };
}

async function anExpectedWaitMapping(world: World, place: Place) {
  const { orgId, locationId, zoneId: headZoneId } = place;
  const values = { orgId, locationId, headZoneId, throughputSampleInterval: 15, ...(await aSpace(world, place)) };
  const [made] = await world.registry.system(({ sql }) => sql.insert(expectedWaitMapping).values(values).returning());
  return { expectedWaitMappingId: made!.expectedWaitMappingId };
}
