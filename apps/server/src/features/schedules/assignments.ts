import type { AssignmentBody, ScheduleAssignment } from '@atrium/contract/schedules';
import { assignmentProblems, datesOverlap, endless } from '@atrium/rules/schedule';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { notFound, refuseProblems, refuseStale } from '../../refusal.ts';
import { findEntity } from '../../registry/directory/whereabouts.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import {
  addAssignments,
  assignedDates,
  type AssignmentValues,
  findAssignment,
  locationNames,
  saveAssignment,
} from './assignment-store.ts';
import type { Change, Changes } from '../../registry/estate-changes.ts';
import { findSchedule, schedulesForNewLocations } from './store.ts';

export interface Assignments {
  create(scope: Scope, body: AssignmentBody): Promise<ScheduleAssignment>;
  update(
    scope: Scope,
    id: string,
    changes: AssignmentBody,
    seenVersion: number | undefined,
  ): Promise<ScheduleAssignment>;
  /** What is told about the assignment must be true of it. */
  remove(
    scope: Scope,
    id: string,
    told: { locationId?: string | undefined; startDate?: string | undefined },
  ): Promise<void>;
}

export function createAssignments(changes: Changes): Assignments {
  return {
    create: (scope, body) =>
      changes(scope, async (change) => {
        const values = await settled(change, scope, body, undefined);
        const [made] = await addAssignments(change.tx, scope.orgId, [values], change.now);
        await record(change, scope, 'schedule-assigned', made!);
        return made!;
      }),

    update: (scope, id, body, seenVersion) =>
      changes(scope, async (change) => {
        const before = await existing(change, scope, id);
        refuseStale(seenVersion, before.version);
        const values = await settled(change, scope, { ...before, ...body }, before.locationScheduleAssignmentId);
        const after = await saveAssignment(change.tx, before, values, change.now);
        await record(change, scope, 'schedule-assignment-changed', after);
        return after;
      }),

    remove: (scope, id, told) =>
      changes(scope, async (change) => {
        const before = await existing(change, scope, id);
        const { locationId = before.locationId, startDate = before.startDate } = told;
        if (locationId.toLowerCase() !== before.locationId || startDate !== before.startDate) throw unknown();
        await saveAssignment(change.tx, before, { deletedAt: change.now }, change.now);
        await record(change, scope, 'schedule-assignment-deleted', before);
      }),
  };
}

/**
 * To be called in the transaction that makes a location: gives it the schedules that new locations get, from the date
 * each took effect, the oldest first, as far as they do not overlap.
 */
export async function assignToNewLocation(tx: Transaction, scope: Scope, locationId: string, now: Date): Promise<void> {
  const taken = await assignedDates(tx, locationId);
  const locations = await locationNames(tx, [locationId]);
  for (const { scheduleId, name, versions } of await schedulesForNewLocations(tx, scope.orgId)) {
    const dates = { startDate: versions[0]!.effectiveDate, endDate: endless };
    if (taken.some((other) => datesOverlap(dates, other))) continue;
    taken.push(dates);
    await addAssignments(tx, scope.orgId, [{ locationId, scheduleId, ...dates }], now);
    await recordAudit(tx, {
      ...doneBy(scope),
      orgId: scope.orgId,
      at: now,
      action: 'schedule-assigned',
      entityType: 'location',
      entityId: locationId,
      detail: { name, locations, ...dates },
    });
  }
}

const unknown = () => notFound('The assignment');

async function existing({ tx }: Change, scope: Scope, id: string): Promise<ScheduleAssignment> {
  const found = await findAssignment(tx, scope, id);
  if (!found) throw unknown();
  return found;
}

/** As it is stored. Refuses what is missing or overlaps; places and schedules that are not there are not found. */
async function settled(
  { tx, now }: Change,
  scope: Scope,
  body: AssignmentBody,
  except: string | undefined,
): Promise<AssignmentValues> {
  const { locationId = null, scheduleId = null, startDate = null, endDate = endless } = body;
  refuseProblems(assignmentProblems({ locationId, scheduleId, startDate, endDate }, []));
  const place = await findEntity(tx, scope, now, 'location', locationId!);
  if (!place) throw notFound('The location');
  const schedule = await findSchedule(tx, scope.orgId, scheduleId!);
  if (!schedule) throw notFound('The schedule');
  const values = {
    locationId: locationId!.toLowerCase(),
    scheduleId: schedule.scheduleId,
    startDate: startDate!,
    endDate: endDate!,
  };
  refuseProblems(assignmentProblems(values, await assignedDates(tx, values.locationId, except)));
  return values;
}

async function record(change: Change, scope: Scope, action: string, assignment: ScheduleAssignment): Promise<void> {
  const { locationId, scheduleId, startDate, endDate } = assignment;
  const schedule = await findSchedule(change.tx, scope.orgId, scheduleId);
  const place = await findEntity(change.tx, scope, change.now, 'location', locationId);
  await change.record({
    action,
    entityType: 'location',
    entityId: locationId,
    detail: { name: schedule?.name, locations: place ? [place.name] : [], startDate, endDate },
  });
}
