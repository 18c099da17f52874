import { getOpeningHours } from '@atrium/contract/opening-hours';
import {
  createSchedule,
  createScheduleAssignment,
  createSchedulePeriod,
  deleteSchedule,
  deleteScheduleAssignment,
  deleteSchedulePeriod,
  discardPlannedHours,
  getSchedule,
  getScheduleAssignment,
  listScheduleAssignments,
  listSchedules,
  locationExceptionCalls,
  organizationExceptionCalls,
  updateSchedule,
  updateScheduleAssignment,
  updateSchedulePeriod,
} from '@atrium/contract/schedules';
import type { Http } from '../../http/server.ts';
import { notFound } from '../../refusal.ts';
import type { Directory } from '../../registry/directory/directory.ts';
import { hoursAt } from '../../registry/directory/estate.ts';
import type { Changes } from '../../estate/changes.ts';
import type { Registry } from '../../registry/registry.ts';
import { maySeeLocation } from '../../scope.ts';
import { assignmentPage, findAssignment } from './assignment-store.ts';
import { createAssignments } from './assignments.ts';
import type { StoredException } from './exception-store.ts';
import { createExceptions, type Exceptions } from './exceptions.ts';
import { openingDays } from './opening-days.ts';
import { createSchedules } from './schedules.ts';
import { findSchedule, scheduleAnswer, schedulePage } from './store.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly changes: Changes;
  readonly clock: () => Date;
}

const ok = { ok: true } as const;

export function bindSchedules(http: Http, { registry, directory, changes, clock }: Dependencies): void {
  bindWeeks(http, registry, createSchedules(changes), clock);
  bindAssignments(http, registry, createAssignments(changes));
  bindExceptions(http, createExceptions({ registry, changes }));

  http.bind(getOpeningHours, async ({ scope, params, query }) => {
    const estate = await directory.estate(scope.orgId);
    const place = estate.locations.get(params.locationId.toLowerCase());
    if (!place || !maySeeLocation(scope, place.locationId)) throw notFound('The location');
    const { locationId, timezone } = place;
    const days = openingDays(hoursAt(estate, locationId), timezone, query.startDate, query.endDate);
    return { locationId, timezone, days };
  });
}

function bindWeeks(
  http: Http,
  registry: Registry,
  schedules: ReturnType<typeof createSchedules>,
  clock: () => Date,
): void {
  http.bind(listSchedules, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, (tx) => schedulePage(tx, scope, query));
    reply.total(total);
    return rows.map((row) => scheduleAnswer(row, clock()));
  });
  http.bind(getSchedule, async ({ scope, params }) => {
    const found = await registry.tenant(scope, (tx) => findSchedule(tx, scope, params.scheduleId));
    if (!found) throw notFound('The schedule');
    return scheduleAnswer(found, clock());
  });
  http.bind(createSchedule, ({ scope, body }) => schedules.create(scope, body));
  http.bind(updateSchedule, ({ scope, params, body, seenVersion }) =>
    schedules.update(scope, params.scheduleId, body, seenVersion),
  );
  http.bind(deleteSchedule, async ({ scope, params, seenVersion }) => {
    await schedules.remove(scope, params.scheduleId, seenVersion);
    return ok;
  });
  http.bind(discardPlannedHours, ({ scope, params, seenVersion }) =>
    schedules.discardPlanned(scope, params.scheduleId, seenVersion),
  );
  http.bind(createSchedulePeriod, ({ scope, params, body, seenVersion }) =>
    schedules.addPeriod(scope, params.scheduleId, body, seenVersion),
  );
  http.bind(updateSchedulePeriod, ({ scope, params, body, seenVersion }) =>
    schedules.changePeriod(scope, params.scheduleId, params.schedulePeriodId, body, seenVersion),
  );
  http.bind(deleteSchedulePeriod, ({ scope, params, seenVersion }) =>
    schedules.removePeriod(scope, params.scheduleId, params.schedulePeriodId, seenVersion),
  );
}

function bindAssignments(http: Http, registry: Registry, assignments: ReturnType<typeof createAssignments>): void {
  http.bind(listScheduleAssignments, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, (tx) => assignmentPage(tx, scope, query));
    reply.total(total);
    return rows;
  });
  http.bind(getScheduleAssignment, async ({ scope, params }) => {
    const found = await registry.tenant(scope, (tx) => findAssignment(tx, scope, params.locationScheduleAssignmentId));
    if (!found) throw notFound('The assignment');
    return found;
  });
  http.bind(createScheduleAssignment, ({ scope, body }) => assignments.create(scope, body));
  http.bind(updateScheduleAssignment, ({ scope, params, body, seenVersion }) =>
    assignments.update(scope, params.locationScheduleAssignmentId, body, seenVersion),
  );
  http.bind(deleteScheduleAssignment, async ({ scope, params, query, seenVersion }) => {
    await assignments.remove(scope, params.locationScheduleAssignmentId, query, seenVersion);
    return ok;
  });
}

function bindExceptions(http: Http, exceptions: Exceptions): void {
  const common = organizationExceptionCalls;
  http.bind(common.list, async ({ scope, query, reply }) => {
    const { rows, total } = await exceptions.page(scope, null, query);
    reply.total(total);
    return rows.map(ofOrganization);
  });
  http.bind(common.get, async ({ scope, params }) =>
    ofOrganization(await exceptions.find(scope, null, params.exceptionId)),
  );
  http.bind(common.create, async ({ scope, body }) => ofOrganization(await exceptions.create(scope, null, body)));
  http.bind(common.update, async ({ scope, params, body, seenVersion }) =>
    ofOrganization(await exceptions.update(scope, null, params.exceptionId, body, seenVersion)),
  );
  http.bind(common.remove, async ({ scope, params, seenVersion }) => {
    await exceptions.remove(scope, null, params.exceptionId, seenVersion);
    return ok;
  });

  const own = locationExceptionCalls;
  http.bind(own.list, async ({ scope, params, query, reply }) => {
    const { rows, total } = await exceptions.page(scope, params.locationId ?? '', query);
    reply.total(total);
    return rows.map(ofLocation(params));
  });
  http.bind(own.get, async ({ scope, params }) =>
    ofLocation(params)(await exceptions.find(scope, params.locationId ?? '', params.exceptionId)),
  );
  http.bind(own.create, async ({ scope, params, body }) =>
    ofLocation(params)(await exceptions.create(scope, params.locationId ?? '', body)),
  );
  http.bind(own.update, async ({ scope, params, body, seenVersion }) =>
    ofLocation(params)(await exceptions.update(scope, params.locationId ?? '', params.exceptionId, body, seenVersion)),
  );
  http.bind(own.remove, async ({ scope, params, seenVersion }) => {
    await exceptions.remove(scope, params.locationId ?? '', params.exceptionId, seenVersion);
    return ok;
  });
}

function ofOrganization({ exceptionId, ...rest }: StoredException) {
  return { orgScheduleExceptionId: exceptionId, ...rest };
}

function ofLocation({ locationId = '' }: { readonly locationId?: string | undefined }) {
  return ({ exceptionId, ...rest }: StoredException) => ({
    locationScheduleExceptionId: exceptionId,
    locationId: locationId.toLowerCase(),
    ...rest,
  });
}
