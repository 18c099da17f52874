import { getOpeningHours } from '@atrium/contract/opening-hours';
import * as schedules from '@atrium/contract/schedules';
import { randomUUID } from 'node:crypto';
import { type Entry, entry, type Fresh, type Ids } from './access-entry.ts';
import { daily } from './hours.ts';
import type { World } from './world.ts';

let days = 0;
/** An unused date. */
const newDate = () => new Date(Date.UTC(2100, 0, (days += 1))).toISOString().slice(0, 10);

/** The requests of the access matrix about opening hours. */
export const scheduleEntries: readonly Entry[] = [
  entry(schedules.listSchedules, () => ({ query: { limit: 5 } })),
  entry(schedules.getSchedule, ofSchedule),
  entry(schedules.createSchedule, ({ newName = 'New' }) => ({ body: { name: newName } }), {
    fresh: async () => ({ newName: randomUUID() }),
  }),
  entry(schedules.updateSchedule, (ids) => ({ ...ofSchedule(ids), body: { assignToNewLocations: false } })),
  entry(schedules.deleteSchedule, ofSchedule, { fresh: aSchedule }),
  entry(schedules.discardPlannedHours, ofSchedule, { fresh: aPlan }),
  entry(
    schedules.createSchedulePeriod,
    (ids) => ({ ...ofSchedule(ids), body: { weekday: 1, openTime: '18:00', closeTime: '19:00' } }),
    { fresh: aSchedule },
  ),
  entry(schedules.updateSchedulePeriod, (ids) => ({ ...ofPeriod(ids), body: { closeTime: '16:00' } }), {
    fresh: aSchedule,
  }),
  entry(schedules.deleteSchedulePeriod, ofPeriod, { fresh: aSchedule }),
  entry(schedules.listScheduleAssignments, () => ({})),
  entry(schedules.getScheduleAssignment, ofAssignment, { fresh: anAssignment }),
  entry(schedules.createScheduleAssignment, ({ locationId, scheduleId }) => {
    const date = newDate();
    return { body: { locationId, scheduleId, startDate: date, endDate: date } };
  }),
  entry(schedules.updateScheduleAssignment, (ids) => ({ ...ofAssignment(ids), body: {} }), { fresh: anAssignment }),
  entry(schedules.deleteScheduleAssignment, ofAssignment, { fresh: anAssignment }),
  ...exceptionEntries(schedules.organizationExceptionCalls, ({ organizationExceptionId, orgId }) => ({
    owner: { orgId },
    exceptionId: organizationExceptionId,
  })),
  ...exceptionEntries(schedules.locationExceptionCalls, ({ locationExceptionId, locationId }) => ({
    owner: { locationId },
    exceptionId: locationExceptionId,
  })),
  entry(getOpeningHours, ({ locationId }) => ({
    params: { locationId },
    query: { startDate: '2025-12-22', endDate: '2025-12-28' },
  })),
];

function exceptionEntries(
  calls: typeof schedules.organizationExceptionCalls | typeof schedules.locationExceptionCalls,
  named: (ids: Ids) => { owner: { orgId?: string; locationId?: string }; exceptionId: string },
): Entry[] {
  const isOfLocation = calls === schedules.locationExceptionCalls;
  const owner = (ids: Ids) => ({ params: named(ids).owner });
  const one = (ids: Ids) => ({ params: { ...named(ids).owner, exceptionId: named(ids).exceptionId } });
  const fresh: Fresh = async (world, { orgId, locationId }) => {
    const values = isOfLocation ? { orgId, locationId } : { orgId };
    const { exceptionId } = await world.hours.exception({ ...values, startDate: newDate() });
    return isOfLocation ? { locationExceptionId: exceptionId } : { organizationExceptionId: exceptionId };
  };
  return [
    entry(calls.list, owner),
    entry(calls.get, one, { fresh }),
    entry(calls.create, (ids) => ({
      ...owner(ids),
      body: { type: 0, description: 'Holiday', startDate: newDate() },
    })),
    entry(calls.update, (ids) => ({ ...one(ids), body: { description: 'Feast' } }), { fresh }),
    entry(calls.remove, one, { fresh }),
  ];
}

function ofSchedule({ scheduleId }: Ids) {
  return { params: { scheduleId } };
}

function ofPeriod({ scheduleId, schedulePeriodId }: Ids) {
  return { params: { scheduleId, schedulePeriodId } };
}

function ofAssignment({ locationScheduleAssignmentId }: Ids) {
  return { params: { locationScheduleAssignmentId } };
}

async function aSchedule(world: World, { orgId }: Ids) {
  return world.hours.schedule({ orgId, name: randomUUID() });
}

/** With hours that are not in force yet. */
async function aPlan(world: World, { orgId }: Ids) {
  const versions = ['2020-01-01', '2099-01-01'].map((effectiveDate) => ({
    effectiveDate,
    periods: daily('09:00', '17:00'),
  }));
  return world.hours.schedule({ orgId, name: randomUUID(), versions });
}

async function anAssignment(world: World, { orgId, locationId }: Ids) {
  const date = newDate();
  const { locationScheduleAssignmentId } = await world.hours.assignment({
    orgId,
    locationId,
    startDate: date,
    endDate: date,
  });
  return { locationScheduleAssignmentId };
}
