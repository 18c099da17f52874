import type { AuditAction } from '@atrium/contract/audit';
import type { AssignmentBody, ScheduleAssignment } from '@atrium/contract/schedules';
import { assignmentProblems, type Dates, datesOverlap, farFuture } from '@atrium/rules/schedule';
import { doneBy, recordAudits } from '../../audit/audit.ts';
import { createValid, notFound, type Refusal, refuseProblems, refuseStale, createdOrThrow } from '../../refusal.ts';
import { findEntity, findLocations } from '../../registry/directory/entity-lookup.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import {
  addAssignments,
  assignedDates,
  type AssignmentValues,
  datesByLocation,
  findAssignment,
  saveAssignment,
  type StoredAssignment,
} from './assignment-store.ts';
import type { Change, Changes } from '../../estate/changes.ts';
import { findSchedule, scheduleNames, schedulesForNewLocations } from './store.ts';

export interface Assignments {
  create(scope: Scope, body: AssignmentBody): Promise<ScheduleAssignment>;
  /** Creates several; each is created or refused on its own. */
  createAll(scope: Scope, bodies: readonly NewAssignment[]): Promise<(StoredAssignment | Refusal)[]>;
  update(
    scope: Scope,
    id: string,
    changes: AssignmentBody,
    seenVersion: number | undefined,
  ): Promise<ScheduleAssignment>;
  /** Fields that the caller sends must match the assignment. */
  remove(
    scope: Scope,
    id: string,
    expected: { locationId?: string | undefined; startDate?: string | undefined },
    seenVersion: number | undefined,
  ): Promise<void>;
}

export type NewAssignment = Omit<AssignmentValues, 'endDate'> & { readonly endDate?: string | undefined };

export function createAssignments(changes: Changes): Assignments {
  return {
    create: (scope, body) =>
      changes(scope, async (change) => {
        const values = await normalized(change, scope, body, undefined);
        const made = createdOrThrow(await makeAll(change, scope, [values]));
        return existing(change, scope, made.locationScheduleAssignmentId);
      }),

    createAll: (scope, bodies) =>
      changes(scope, (change) =>
        makeAll(
          change,
          scope,
          bodies.map((body) => ({ ...body, endDate: body.endDate ?? farFuture })),
        ),
      ),

    update: (scope, id, body, seenVersion) =>
      changes(scope, async (change) => {
        const before = await existing(change, scope, id);
        refuseStale(seenVersion, before.version);
        const values = await normalized(change, scope, { ...before, ...body }, before.locationScheduleAssignmentId);
        const after = await saveAssignment(change.tx, before, values, change.now);
        await record(change, scope, 'schedule-assignment-changed', after);
        return existing(change, scope, after.locationScheduleAssignmentId);
      }),

    remove: (scope, id, expected, seenVersion) =>
      changes(scope, async (change) => {
        const before = await existing(change, scope, id);
        const { locationId = before.locationId, startDate = before.startDate } = expected;
        if (locationId.toLowerCase() !== before.locationId || startDate !== before.startDate) throw unknown();
        refuseStale(seenVersion, before.version);
        await saveAssignment(change.tx, before, { deletedAt: change.now }, change.now);
        await record(change, scope, 'schedule-assignment-deleted', before);
      }),
  };
}

async function makeAll(
  { tx, now, record: write }: Change,
  scope: Scope,
  wanted: readonly AssignmentValues[],
): Promise<(StoredAssignment | Refusal)[]> {
  const ids = wanted.map(({ locationId }) => locationId);
  const locations = await findLocations(tx, scope, ids);
  const names = await scheduleNames(tx, scope.orgId);
  const taken = await datesByLocation(tx, ids);
  return createValid(
    wanted,
    (each) => {
      const { locationId, scheduleId } = each;
      if (!locations.has(locationId)) throw notFound('The location');
      if (!names.has(scheduleId)) throw notFound('The schedule');
      const others = taken.get(locationId) ?? [];
      const problems = assignmentProblems(each, others);
      if (problems.length === 0) taken.set(locationId, [...others, each]);
      return problems;
    },
    async (allowed) => {
      const made = await addAssignments(tx, scope.orgId, allowed, now);
      for (const { locationId, scheduleId, startDate, endDate } of allowed) {
        const [name, place] = [names.get(scheduleId), locations.get(locationId)!.name];
        const detail = { name, locations: [place], startDate, endDate };
        await write({
          action: 'schedule-assigned',
          entityType: 'location',
          entityId: locationId,
          detail,
        });
      }
      return made;
    },
  );
}

/**
 * Call this in the transaction that creates locations: assigns the schedules for new locations, from the date each took
 * effect, oldest first, as long as they do not overlap.
 */
export async function assignToNewLocations(
  tx: Transaction,
  scope: Scope,
  locations: readonly { readonly locationId: string; readonly name: string }[],
  now: Date,
): Promise<void> {
  if (locations.length === 0) return;
  const taken: Dates[] = [];
  for (const { scheduleId, name, versions } of await schedulesForNewLocations(tx, scope)) {
    const dates = { startDate: versions[0]!.effectiveDate, endDate: farFuture };
    if (taken.some((other) => datesOverlap(dates, other))) continue;
    taken.push(dates);
    const values = locations.map(({ locationId }) => ({ locationId, scheduleId, ...dates }));
    await addAssignments(tx, scope.orgId, values, now);
    await recordAudits(
      tx,
      locations.map((each) => ({
        ...doneBy(scope),
        orgId: scope.orgId,
        at: now,
        action: 'schedule-assigned',
        entityType: 'location',
        entityId: each.locationId,
        detail: { name, locations: [each.name], ...dates },
      })),
    );
  }
}

const unknown = () => notFound('The assignment');

async function existing({ tx }: Change, scope: Scope, id: string): Promise<ScheduleAssignment> {
  const found = await findAssignment(tx, scope, id);
  if (!found) throw unknown();
  return found;
}

/** The normalized values. Refuses what is missing or overlaps; unknown locations and schedules are not found. */
async function normalized(
  { tx, now }: Change,
  scope: Scope,
  body: AssignmentBody,
  except: string | undefined,
): Promise<AssignmentValues> {
  const { locationId = null, scheduleId = null, startDate = null, endDate = farFuture } = body;
  refuseProblems(assignmentProblems({ locationId, scheduleId, startDate, endDate }, []));
  const place = await findEntity(tx, scope, now, 'location', locationId!);
  if (!place) throw notFound('The location');
  const schedule = await findSchedule(tx, scope, scheduleId!);
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

async function record(change: Change, scope: Scope, action: AuditAction, assignment: StoredAssignment): Promise<void> {
  const { locationId, scheduleId, startDate, endDate } = assignment;
  const schedule = await findSchedule(change.tx, scope, scheduleId);
  const place = await findEntity(change.tx, scope, change.now, 'location', locationId);
  await change.record({
    action,
    entityType: 'location',
    entityId: locationId,
    detail: { name: schedule?.name, locations: place ? [place.name] : [], startDate, endDate },
  });
}
