import type { BodyOf } from '@atrium/contract/endpoint';
import type { createLocation, LocationBody } from '@atrium/contract/locations';
import type { AssignmentBody, ScheduleBody } from '@atrium/contract/schedules';
import type { SensorAssignmentBody } from '@atrium/contract/sensor-assignments';
import type { SensorBody } from '@atrium/contract/sensors';
import type { createSite, SiteBody } from '@atrium/contract/sites';
import type { createSpace, SpaceBody } from '@atrium/contract/spaces';
import type { ZoneBody } from '@atrium/contract/zones';
import type { Change } from '../../registry/estate-changes.ts';
import type { Scope } from '../../scope.ts';

/** How an estate is changed by people, all of it inside one change: with every rule and every line of the log. */
export interface Writers {
  createSchedule(scope: Scope, body: ScheduleBody): Promise<{ scheduleId: string }>;
  updateSchedule(scope: Scope, id: string, body: ScheduleBody): Promise<unknown>;
  assignSchedule(scope: Scope, body: AssignmentBody): Promise<unknown>;
  changeAssignment(scope: Scope, id: string, body: AssignmentBody): Promise<unknown>;
  createLocation(scope: Scope, body: BodyOf<typeof createLocation>): Promise<{ locationId: string; timezone: string }>;
  updateLocation(scope: Scope, id: string, body: LocationBody): Promise<unknown>;
  createSite(scope: Scope, body: BodyOf<typeof createSite>): Promise<{ siteId: string }>;
  updateSite(scope: Scope, id: string, body: SiteBody): Promise<unknown>;
  hangSensor(scope: Scope, body: SensorAssignmentBody): Promise<{ sensorId: string | null }>;
  hangDummy(scope: Scope, body: { siteId: string; name: string }): Promise<{ sensorId: string | null }>;
  updateSensor(scope: Scope, id: string, body: SensorBody): Promise<unknown>;
  updateZone(scope: Scope, address: { sensorId: string; zoneId: string }, body: ZoneBody): Promise<unknown>;
  createSpace(scope: Scope, body: BodyOf<typeof createSpace>): Promise<{ spaceId: string }>;
  updateSpace(scope: Scope, id: string, body: SpaceBody): Promise<unknown>;
  addSpaceZone(scope: Scope, spaceId: string, body: { zoneId: string; reverseInsAndOuts: boolean }): Promise<unknown>;
  turnSpaceZone(
    scope: Scope,
    address: { spaceId: string; spaceZoneAssignmentId: string },
    body: { reverseInsAndOuts: boolean },
  ): Promise<unknown>;
}

export type WritersIn = (change: Change) => Writers;
