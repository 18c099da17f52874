import type { BodyOf } from '@atrium/contract/endpoint';
import type { LocationBody } from '@atrium/contract/locations';
import type { AssignmentBody, ExceptionBody, PeriodBody, ScheduleBody } from '@atrium/contract/schedules';
import type { SensorAssignmentBody } from '@atrium/contract/sensor-assignments';
import type { SensorBody } from '@atrium/contract/sensors';
import type { createSite, SiteBody } from '@atrium/contract/sites';
import type { createSpace, SpaceBody } from '@atrium/contract/spaces';
import type { ZoneBody } from '@atrium/contract/zones';
import type { DashboardDocument } from '@atrium/rules/dashboard';
import type { CustomFieldType } from '@atrium/rules/custom-field';
import type { Change } from '../../estate/changes.ts';
import type { Scope } from '../../scope.ts';
import type { Each } from './import-run.ts';

/**
 * The write operations on an estate, all inside one change, with every rule and audit entry. A file creates many
 * records at once: each of them is created or refused.
 */
export interface Writers {
  bringSchedule(scope: Scope, name: string, versions: readonly Version[]): Promise<{ scheduleId: string }>;
  updateSchedule(scope: Scope, id: string, body: ScheduleBody): Promise<unknown>;
  assignSchedules(scope: Scope, bodies: readonly Assignment[]): Promise<Each<unknown>>;
  changeAssignment(scope: Scope, id: string, body: AssignmentBody): Promise<unknown>;
  createExceptions(
    scope: Scope,
    wanted: readonly { readonly locationId: string | null; readonly body: ExceptionBody }[],
  ): Promise<Each<unknown>>;
  changeException(scope: Scope, locationId: string | null, id: string, body: ExceptionBody): Promise<unknown>;
  createLocations(
    scope: Scope,
    wanted: readonly { readonly body: LocationBody; readonly hasHours: boolean }[],
  ): Promise<Each<{ locationId: string; timezone: string }>>;
  updateLocation(scope: Scope, id: string, body: LocationBody): Promise<unknown>;
  createSites(scope: Scope, bodies: readonly BodyOf<typeof createSite>[]): Promise<Each<{ siteId: string }>>;
  updateSite(scope: Scope, id: string, body: SiteBody): Promise<unknown>;
  installNewSensors(scope: Scope, wanted: readonly NewSensor[]): Promise<Each<{ sensorId: string }>>;
  installSensor(scope: Scope, body: SensorAssignmentBody): Promise<{ sensorId: string | null }>;
  installDummy(scope: Scope, body: { siteId: string; name: string }): Promise<{ sensorId: string | null }>;
  updateSensor(scope: Scope, id: string, body: SensorBody): Promise<unknown>;
  commissionSensor(scope: Scope, id: string, at: Date): Promise<unknown>;
  updateZone(scope: Scope, address: { sensorId: string; zoneId: string }, body: ZoneBody): Promise<unknown>;
  createSpaces(scope: Scope, bodies: readonly BodyOf<typeof createSpace>[]): Promise<Each<{ spaceId: string }>>;
  updateSpace(scope: Scope, id: string, body: SpaceBody): Promise<unknown>;
  addSpaceZones(
    scope: Scope,
    wanted: readonly { spaceId: string; zoneId: string; reverseInsAndOuts: boolean }[],
  ): Promise<Each<unknown>>;
  turnSpaceZone(
    scope: Scope,
    address: { spaceId: string; spaceZoneAssignmentId: string },
    body: { reverseInsAndOuts: boolean },
  ): Promise<unknown>;
  createFields(
    scope: Scope,
    wanted: readonly (FieldOwner & { readonly name: string; readonly value: string; readonly on: string })[],
  ): Promise<Each<unknown>>;
  changeField(scope: Scope, owner: FieldOwner, id: string, value: string): Promise<unknown>;
  createDashboard(scope: Scope, values: DashboardDocument & { readonly isPublished: boolean }): Promise<unknown>;
  updateDashboard(scope: Scope, id: string, values: DashboardDocument): Promise<unknown>;
}

interface Version {
  readonly effectiveDate: string | undefined;
  readonly schedule_period: readonly PeriodBody[];
}

interface Assignment {
  readonly locationId: string;
  readonly scheduleId: string;
  readonly startDate: string;
  readonly endDate?: string;
}

interface NewSensor {
  readonly siteId: string;
  readonly macAddress?: string | undefined;
  readonly identifier?: string | undefined;
  readonly name?: string | undefined;
  readonly sensorType?: string | undefined;
  readonly timeZone?: string | null | undefined;
  readonly periodicUse?: boolean | undefined;
  readonly nodeSensors?: readonly string[] | null | undefined;
  readonly sensorUseType?: number | undefined;
  readonly commissionedDate: Date | undefined;
}

interface FieldOwner {
  readonly entityType: CustomFieldType;
  readonly entityId: string;
  /** For a zone. */
  readonly sensorId?: string;
}

export type WritersIn = (change: Change) => Writers;
