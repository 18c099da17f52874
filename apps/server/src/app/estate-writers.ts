import { createCustomFields } from '../features/custom-fields/custom-fields.ts';
import type { WritersIn } from '../features/estate-files/writers.ts';
import { createDashboards } from '../features/dashboards/dashboards.ts';
import { createLocations } from '../features/places/locations.ts';
import { createSites } from '../features/places/sites.ts';
import { createAssignments as createScheduleAssignments } from '../features/schedules/assignments.ts';
import { exceptionWrites } from '../features/schedules/exceptions.ts';
import { createSchedules } from '../features/schedules/schedules.ts';
import { createAssignments } from '../features/sensor-life/assignments.ts';
import { createLife, type ReadingsOfSensors } from '../features/sensor-life/life.ts';
import { sensorWrites } from '../features/sensors/sensors.ts';
import { spaceZoneWrites } from '../features/spaces/space-zones.ts';
import { createSpaces } from '../features/spaces/spaces.ts';
import { zoneWrites } from '../features/zones/zones.ts';
import type { Changes } from '../estate/changes.ts';
import type { Secrets } from '../accounts/secrets.ts';
import type { Registry } from '../registry/registry.ts';
import { copyImageAt } from './dashboards.ts';

interface EstateParts {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly inbox: ReadingsOfSensors;
  readonly locations: Omit<Parameters<typeof createLocations>[0], 'registry' | 'changes'>;
  readonly secrets: Secrets;
}

/** The write operations of features that change an estate, inside a change that has already begun. */
export function estateWriters({ registry, clock, inbox, secrets, locations: ofLocations }: EstateParts): WritersIn {
  const dashboards = createDashboards({ registry, clock, copyImage: copyImageAt(clock) });
  return (change) => {
    const changes: Changes = (_scope, work) => work(change);
    const schedules = createSchedules(changes);
    const hours = createScheduleAssignments(changes);
    const locations = createLocations({ registry, changes, ...ofLocations });
    const sites = createSites(changes);
    const exceptions = exceptionWrites(changes);
    const assignments = createAssignments(changes, inbox);
    const life = createLife({ changes, inbox });
    const sensors = sensorWrites(changes, secrets);
    const zones = zoneWrites(changes);
    const spaces = createSpaces(changes);
    const spaceZones = spaceZoneWrites(changes);
    const fields = createCustomFields({ tenant: (_scope, work) => work(change.tx) }, clock);
    return {
      bringSchedule: (scope, name, versions) => schedules.bring(scope, name, versions),
      updateSchedule: (scope, id, body) => schedules.update(scope, id, body, undefined),
      assignSchedules: (scope, bodies) => hours.createAll(scope, bodies),
      changeAssignment: (scope, id, body) => hours.update(scope, id, body, undefined),
      createExceptions: (scope, wanted) => exceptions.createAll(scope, wanted),
      changeException: (scope, at, id, body) => exceptions.update(scope, at, id, body, undefined),
      createLocations: (scope, wanted) => locations.createAll(scope, wanted),
      updateLocation: (scope, id, body) => locations.update(scope, id, body, undefined),
      createSites: (scope, bodies) => sites.createAll(scope, bodies),
      updateSite: (scope, id, body) => sites.update(scope, id, body, undefined),
      installNewSensors: (scope, wanted) => assignments.installNew(scope, wanted),
      installSensor: (scope, body) => assignments.create(scope, body),
      installDummy: (scope, body) => assignments.createDummy(scope, body),
      updateSensor: (scope, id, body) => sensors.update(scope, id, body, undefined),
      commissionSensor: (scope, id, at) => life.commissionAt(scope, id, at),
      updateZone: (scope, address, body) => zones.update(scope, address, body, undefined),
      createSpaces: (scope, bodies) => spaces.createAll(scope, bodies),
      updateSpace: (scope, id, body) => spaces.update(scope, id, body, undefined),
      addSpaceZones: (scope, wanted) => spaceZones.addAll(scope, wanted),
      turnSpaceZone: (scope, address, body) => spaceZones.update(scope, address, body, undefined),
      createFields: (scope, wanted) => fields.createAll(scope, wanted),
      changeField: (scope, owner, id, value) => fields.update(scope, owner, id, { value }, undefined),
      createDashboard: ({ orgId, userId, ...by }, { isPublished, ...document }) =>
        dashboards.open(
          change.tx,
          { ...document, orgId, userId, isPublished, isPublic: isPublished },
          { ...by, userId },
        ),
      updateDashboard: (scope, id, document) => dashboards.revise(change.tx, scope, id, document),
    };
  };
}
