import * as z from 'zod/mini';
import { administrators, members } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, listQuery, orgBound } from './envelope.ts';

const area = 'schedules';
const ok = z.object({ ok: z.literal(true) });

/** Values are validated by `packages/rules/src/schedule.ts`; only their types are defined here. */
const text = z.optional(z.nullable(z.string().check(z.maxLength(1_000))));
const flag = z.optional(z.boolean());
const number = z.optional(z.nullable(z.number()));

/** Times are `HH:mm`; one that closes no later than it opens closes on the next day. Weekday 0 is Sunday. */
export const schedulePeriod = z.object({
  schedulePeriodId: id,
  weekday: z.number(),
  openTime: z.string(),
  closeTime: z.string(),
});
export type SchedulePeriod = z.output<typeof schedulePeriod>;

/** The hours in force from a date until the next version. */
const scheduleVersion = z.object({ effectiveDate: z.string(), schedule_period: z.array(schedulePeriod) });

/** `effectiveDate` and `schedule_period` are those of the newest version, which edits change. */
export const schedule = z.object({
  scheduleId: id,
  name: z.string(),
  assignToNewLocations: z.boolean(),
  autoAssign: z.boolean(),
  ...scheduleVersion.shape,
  /** All versions, oldest first. */
  schedule_version: z.array(scheduleVersion),
  /** How many visible locations have it on their current date. */
  locationCount: z.number(),
  /** How many more get it later, and the first date on which one does. */
  laterLocationCount: z.number(),
  laterFrom: z.nullable(z.string()),
  /** Time zones of all these locations. A change takes effect tomorrow at the earliest, in each of them. */
  timezones: z.array(z.string()),
  version: z.number(),
});
export type Schedule = z.output<typeof schedule>;

const periodBody = z.strictObject({ weekday: number, openTime: text, closeTime: text });
const scheduleBody = z.strictObject({
  name: text,
  assignToNewLocations: flag,
  autoAssign: flag,
  effectiveDate: text,
  /** All hours of the newest version at once. */
  schedule_period: z.optional(z.array(periodBody).check(z.maxLength(100))),
});
export type ScheduleBody = z.output<typeof scheduleBody>;
export type PeriodBody = z.output<typeof periodBody>;

const oneSchedule = z.object({ scheduleId: z.string() });
const onePeriod = z.object({ scheduleId: z.string(), schedulePeriodId: z.string() });

export const listSchedules = defineEndpoint({
  name: 'listSchedules',
  area,
  summary:
    'The schedules of an organization with all their versions, by name; a person limited to locations sees only their schedules',
  method: 'GET',
  path: '/api/schedule',
  access: members,
  query: z.object({ ...listQuery, ...orgBound }),
  reply: z.array(schedule),
  list: true,
});

export const getSchedule = defineEndpoint({
  name: 'getSchedule',
  area,
  summary: 'One schedule',
  method: 'GET',
  path: '/api/schedule/{scheduleId}',
  access: members,
  params: oneSchedule,
  query: z.object(orgBound),
  reply: schedule,
});

export const createSchedule = defineEndpoint({
  name: 'createSchedule',
  area,
  summary: 'A new schedule, in force from tomorrow by default',
  method: 'POST',
  path: '/api/schedule',
  access: administrators,
  query: z.object(orgBound),
  body: scheduleBody,
  reply: schedule,
});

export const updateSchedule = defineEndpoint({
  name: 'updateSchedule',
  area,
  summary: 'Changes a schedule; if its hours are already in force, a new version starts tomorrow',
  method: 'PUT',
  path: '/api/schedule/{scheduleId}',
  access: administrators,
  params: oneSchedule,
  query: z.object(orgBound),
  body: scheduleBody,
  reply: schedule,
});

export const deleteSchedule = defineEndpoint({
  name: 'deleteSchedule',
  area,
  summary:
    'Deletes a schedule. Assignments that have begun end today, on the local date, and keep their past; others are deleted',
  method: 'DELETE',
  path: '/api/schedule/{scheduleId}',
  access: administrators,
  params: oneSchedule,
  query: z.object(orgBound),
  reply: ok,
});

export const discardPlannedHours = defineEndpoint({
  name: 'discardPlannedHours',
  area,
  summary: 'Discards the newest version if it is not in force yet; the previous one stays',
  method: 'DELETE',
  path: '/api/schedule/{scheduleId}/planned',
  access: administrators,
  params: oneSchedule,
  query: z.object(orgBound),
  reply: schedule,
});

export const createSchedulePeriod = defineEndpoint({
  name: 'createSchedulePeriod',
  area,
  summary: 'Adds hours to the newest version; if that is in force, to a new one starting tomorrow',
  method: 'POST',
  path: '/api/schedule/{scheduleId}/schedulePeriod',
  access: administrators,
  params: oneSchedule,
  query: z.object(orgBound),
  body: periodBody,
  reply: schedule,
});

export const updateSchedulePeriod = defineEndpoint({
  name: 'updateSchedulePeriod',
  area,
  summary: 'Changes hours of the newest version; if that is in force, of a new one starting tomorrow',
  method: 'PUT',
  path: '/api/schedule/{scheduleId}/schedulePeriod/{schedulePeriodId}',
  access: administrators,
  params: onePeriod,
  query: z.object(orgBound),
  body: periodBody,
  reply: schedule,
});

export const deleteSchedulePeriod = defineEndpoint({
  name: 'deleteSchedulePeriod',
  area,
  summary: 'Removes hours from the newest version; if that is in force, from a new one starting tomorrow',
  method: 'DELETE',
  path: '/api/schedule/{scheduleId}/schedulePeriod/{schedulePeriodId}',
  access: administrators,
  params: onePeriod,
  query: z.object(orgBound),
  reply: schedule,
});

/** Both dates inclusive. */
export const scheduleAssignment = z.object({
  locationScheduleAssignmentId: id,
  locationId: id,
  scheduleId: id,
  /** Of the schedule, which may have been deleted since. */
  scheduleName: z.string(),
  isScheduleDeleted: z.boolean(),
  startDate: z.string(),
  endDate: z.string(),
  version: z.number(),
});
export type ScheduleAssignment = z.output<typeof scheduleAssignment>;

const assignmentBody = z.strictObject({ locationId: text, scheduleId: text, startDate: text, endDate: text });
export type AssignmentBody = z.output<typeof assignmentBody>;
const oneAssignment = z.object({ locationScheduleAssignmentId: z.string() });

export const listScheduleAssignments = defineEndpoint({
  name: 'listScheduleAssignments',
  area,
  summary: 'Which schedule applies where and when, by start date',
  method: 'GET',
  path: '/api/schedule-assignment',
  access: members,
  query: z.object({
    ...listQuery,
    ...orgBound,
    locationId: z.optional(z.string()),
    scheduleId: z.optional(z.string()),
  }),
  reply: z.array(scheduleAssignment),
  list: true,
});

export const getScheduleAssignment = defineEndpoint({
  name: 'getScheduleAssignment',
  area,
  summary: 'One assignment of a schedule to a location',
  method: 'GET',
  path: '/api/schedule-assignment/{locationScheduleAssignmentId}',
  access: members,
  params: oneAssignment,
  query: z.object(orgBound),
  reply: scheduleAssignment,
});

export const createScheduleAssignment = defineEndpoint({
  name: 'createScheduleAssignment',
  area,
  summary: 'Assigns a schedule to a location, without an end date by default',
  method: 'POST',
  path: '/api/schedule-assignment',
  access: administrators,
  query: z.object(orgBound),
  body: assignmentBody,
  reply: scheduleAssignment,
});

export const updateScheduleAssignment = defineEndpoint({
  name: 'updateScheduleAssignment',
  area,
  summary: 'Changes an assignment',
  method: 'PUT',
  path: '/api/schedule-assignment/{locationScheduleAssignmentId}',
  access: administrators,
  params: oneAssignment,
  query: z.object(orgBound),
  body: assignmentBody,
  reply: scheduleAssignment,
});

export const deleteScheduleAssignment = defineEndpoint({
  name: 'deleteScheduleAssignment',
  area,
  summary: 'Deletes an assignment; if location and start are sent, they must match it',
  method: 'DELETE',
  path: '/api/schedule-assignment/{locationScheduleAssignmentId}',
  access: administrators,
  params: oneAssignment,
  query: z.object({ ...orgBound, locationId: z.optional(z.string()), startDate: z.optional(z.string()) }),
  reply: ok,
});

/** Types: 0 Holiday, 1 Planned Closure, 2 Extended Hours, 3 Other. Not closed and without times: as usual. */
const exception = {
  type: z.number(),
  closed: z.boolean(),
  description: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  openTime: z.nullable(z.string()),
  closeTime: z.nullable(z.string()),
  version: z.number(),
};
export const organizationException = z.object({ orgScheduleExceptionId: id, ...exception });
export const locationException = z.object({ locationScheduleExceptionId: id, locationId: id, ...exception });
export type OrganizationException = z.output<typeof organizationException>;
export type LocationException = z.output<typeof locationException>;

const exceptionBody = z.strictObject({
  type: number,
  closed: flag,
  description: text,
  startDate: text,
  endDate: text,
  openTime: text,
  closeTime: text,
});
export type ExceptionBody = z.output<typeof exceptionBody>;

/** An organization is named by its own parameter, a location by its own. */
const owner = z.object({ orgId: z.optional(z.string()), locationId: z.optional(z.string()) });

const exceptionCalls = <Row extends z.ZodMiniType>(scope: 'organization' | 'location', path: string, row: Row) => {
  const one = z.object({ ...owner.shape, exceptionId: z.string() });
  const onePath = `${path}/{exceptionId}`;
  return {
    list: defineEndpoint({
      name: `listScheduleExceptions:${scope}`,
      area,
      summary: `The exceptions of one ${scope}, by start`,
      method: 'GET',
      path,
      access: members,
      params: owner,
      query: z.object({ ...listQuery, ...orgBound }),
      reply: z.array(row),
      list: true,
    }),
    get: defineEndpoint({
      name: `getScheduleException:${scope}`,
      area,
      summary: `One exception of one ${scope}`,
      method: 'GET',
      path: onePath,
      access: members,
      params: one,
      query: z.object(orgBound),
      reply: row,
    }),
    create: defineEndpoint({
      name: `createScheduleException:${scope}`,
      area,
      summary: `A new exception of one ${scope}; without times it is closed`,
      method: 'POST',
      path,
      access: administrators,
      params: owner,
      query: z.object(orgBound),
      body: exceptionBody,
      reply: row,
    }),
    update: defineEndpoint({
      name: `updateScheduleException:${scope}`,
      area,
      summary: `Changes an exception of one ${scope}`,
      method: 'PUT',
      path: onePath,
      access: administrators,
      params: one,
      query: z.object(orgBound),
      body: exceptionBody,
      reply: row,
    }),
    remove: defineEndpoint({
      name: `deleteScheduleException:${scope}`,
      area,
      summary: `Deletes an exception of one ${scope}`,
      method: 'DELETE',
      path: onePath,
      access: administrators,
      params: one,
      query: z.object(orgBound),
      reply: ok,
    }),
  };
};

export const organizationExceptionCalls = exceptionCalls(
  'organization',
  '/api/org/{orgId}/schedule-exception',
  organizationException,
);
export const locationExceptionCalls = exceptionCalls(
  'location',
  '/api/location/{locationId}/schedule-exception',
  locationException,
);
