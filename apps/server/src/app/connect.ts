import { createSites } from '../features/places/sites.ts';
import type { AdoptedDevice } from '../features/push-keys/routes.ts';
import { bindPushKeys } from '../features/push-keys/routes.ts';
import { createAssignments } from '../features/sensor-life/assignments.ts';
import type { ReadingsOfSensors } from '../features/sensor-life/life.ts';
import type { Changes } from '../estate/changes.ts';
import { createZones } from '../estate/zone-store.ts';
import { routeOf } from '../ingestion/mappings/mapped-vendor.ts';
import { createReceivedBodies } from '../ingestion/received-bodies.ts';
import { isUnassigned, unassignedDevices } from '../ingestion/quarantine-store.ts';
import { vendors } from '../ingestion/vendors/table.ts';
import { findEntity } from '../registry/directory/entity-lookup.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { Scope } from '../scope.ts';
import type { Core } from './core.ts';

/** Push keys, and the devices that pushed with one and are not installed yet. */
export function bindDevices(
  { http, registry, secrets, directory, changes, clock, publicUrl }: Core,
  inbox: ReadingsOfSensors,
): void {
  bindPushKeys(http, {
    registry,
    secrets,
    clock,
    publicUrl,
    estateOf: (orgId) => directory.estate(orgId),
    vendors: [...vendors.values()],
    taught: ({ mappings }) => [...mappings.values()].map(({ code, name }) => ({ name: routeOf(code), title: name })),
    received: createReceivedBodies(registry),
    newDevices: {
      page: unassignedDevices,
      isNew: isUnassigned,
      adopt: (scope, device) => adopt(changes, inbox, scope, device),
    },
  });
}

/** Site, sensor, assignment, commissioning and zones in one change of the estate. */
function adopt(changes: Changes, inbox: ReadingsOfSensors, scope: Scope, device: AdoptedDevice) {
  return changes(scope, async (change) => {
    const { tx, now } = change;
    const inside: Changes = (_scope, work) => work(change);
    const { place, zones, ...sensor } = device;
    const site = 'siteId' in place ? place : await createSites(inside).create(scope, place);
    const [installed] = await createAssignments(inside, inbox).installNew(scope, [{ ...sensor, siteId: site.siteId }]);
    if (!installed) throw notFound('The site');
    if (installed instanceof Refusal) throw installed;
    const { sensorId } = installed;
    const [first, ...others] = zones.map(({ logic, measures }) =>
      (measures.length > 0 ? measures : [null]).map((measure) => ({ sensorId, logic, measure })),
    );
    // Whether a further line counts for the location as well is for someone to decide.
    if (first) await createZones(tx, scope.orgId, first, now, { needsReview: false });
    if (others.length > 0) await createZones(tx, scope.orgId, others.flat(), now);
    const found = await findEntity(tx, scope, now, 'site', site.siteId);
    if (!found?.siteId || !found.locationId) throw notFound('The site');
    return { sensorId, siteId: found.siteId, locationId: found.locationId };
  });
}
