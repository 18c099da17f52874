import * as drift from '@atrium/contract/space-drift';
import * as spaces from '@atrium/contract/spaces';
import { type Entry, entry, type Ids } from './access-entry.ts';
import type { World } from './world.ts';

const include = 'zone(sensor),site(location),location';

/** The requests of the access matrix about spaces. */
export const spaceEntries: readonly Entry[] = [
  entry(spaces.listSpaces, () => ({ query: { include } })),
  entry(spaces.getSpace, (ids) => ({ ...ofSpace(ids), query: { include } })),
  entry(spaces.createSpace, ({ locationId }) => ({ body: { locationId, name: 'New' } })),
  entry(spaces.updateSpace, (ids) => ({ ...ofSpace(ids), body: { maxCapacity: 50 } })),
  entry(spaces.deleteSpace, ofSpace, { fresh: aSpace }),
  entry(drift.getSpaceDrift, ofSpace),
  entry(drift.previewPast, (ids) => ({ ...ofSpace(ids), query: { from: '2026-03-01' } })),
  entry(drift.applyToPast, (ids) => ({ ...ofSpace(ids), body: { from: '2026-03-01' } }), { fresh: aSpace }),
  entry(spaces.listAddableZones, ofSpace),
  entry(spaces.addSpaceZone, (ids) => ({ ...ofSpace(ids), body: { zoneId: ids.zoneId } }), { fresh: aZone }),
  entry(spaces.updateSpaceZone, (ids) => ({ ...ofAssignment(ids), body: { reverseInsAndOuts: true } })),
  entry(spaces.removeSpaceZone, ofAssignment, { fresh: anAssignment }),
  entry(spaces.listOccupancyResets, ofSpace),
  entry(
    spaces.addOccupancyReset,
    (ids) => ({ ...ofSpace(ids), body: { resetDate: '2026-03-04T10:00:00Z', occupants: 3 } }),
    { fresh: aSpace },
  ),
  entry(spaces.deleteOccupancyReset, ({ spaceId, occupancyResetId }) => ({ params: { spaceId, occupancyResetId } }), {
    fresh: (world, { orgId, spaceId }) => world.occupancyReset({ orgId, spaceId }),
  }),
];

function ofSpace({ spaceId }: Ids) {
  return { params: { spaceId } };
}

function ofAssignment({ spaceId, spaceZoneAssignmentId }: Ids) {
  return { params: { spaceId, spaceZoneAssignmentId } };
}

async function aSpace(world: World, { locationId }: Ids) {
  return { spaceId: (await world.space({ locationId })).spaceId };
}

async function aZone(world: World, { sensorId }: Ids) {
  return { zoneId: (await world.zone({ sensorId })).zoneId };
}

async function anAssignment(world: World, ids: Ids) {
  const { zoneId } = await aZone(world, ids);
  const { spaceZoneAssignmentId } = await world.spaceZone({ orgId: ids.orgId, spaceId: ids.spaceId, zoneId });
  return { spaceZoneAssignmentId };
}
