import type { ScheduleVersion } from '@atrium/calendar/opening-hours';
import { extendedHours } from '@atrium/rules/schedule';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../registry.ts';
import {
  schedule,
  scheduleAssignment,
  scheduleException,
  schedulePeriod,
  scheduleVersion,
} from '../schema/schedules.ts';
import type { AssignedHours, EstateHours, ExceptionalHours } from './estate.ts';

/** The opening hours of an organization's locations. Locations that share a schedule share its versions. */
export async function loadHours({ sql: db }: Transaction, orgId: string): Promise<EstateHours> {
  const schedules = await db
    .select({ scheduleId: schedule.scheduleId, name: schedule.name })
    .from(schedule)
    // A deleted schedule still defines the hours until its assignments ended.
    .where(eq(schedule.orgId, orgId));
  const versions = await db
    .select()
    .from(scheduleVersion)
    .where(eq(scheduleVersion.orgId, orgId))
    .orderBy(asc(scheduleVersion.effectiveDate));
  const periods = await db.select().from(schedulePeriod).where(eq(schedulePeriod.orgId, orgId));
  const assignments = await db
    .select()
    .from(scheduleAssignment)
    .where(and(eq(scheduleAssignment.orgId, orgId), isNull(scheduleAssignment.deletedAt)))
    .orderBy(asc(scheduleAssignment.startDate));
  const exceptions = await db
    .select()
    .from(scheduleException)
    .where(and(eq(scheduleException.orgId, orgId), isNull(scheduleException.deletedAt)))
    .orderBy(asc(scheduleException.startDate));

  const periodsOf = groupBy(
    periods,
    (row) => row.scheduleVersionId,
    ({ weekday, openTime, closeTime }) => ({ weekday, openTime, closeTime }),
  );
  const versionsOf = groupBy(
    versions,
    (row) => row.scheduleId,
    (row): ScheduleVersion => ({
      effectiveDate: row.effectiveDate,
      periods: periodsOf.get(row.scheduleVersionId) ?? [],
    }),
  );
  const nameOf = new Map(schedules.map(({ scheduleId, name }) => [scheduleId, name]));
  const exceptional = groupBy(
    exceptions,
    (row) => row.locationId ?? '',
    ({
      exceptionId,
      type,
      description,
      startDate,
      endDate,
      closed,
      openTime,
      closeTime,
      ...row
    }): ExceptionalHours => ({
      exceptionId,
      type,
      description,
      scope: row.locationId === null ? 'organization' : 'location',
      startDate,
      endDate,
      closed,
      openTime,
      closeTime,
      extends: type === extendedHours,
    }),
  );
  return {
    assignments: groupBy(
      assignments.filter(({ scheduleId }) => nameOf.has(scheduleId)),
      (row) => row.locationId,
      ({ scheduleId, startDate, endDate }): AssignedHours => ({
        scheduleId,
        name: nameOf.get(scheduleId) ?? '',
        startDate,
        endDate,
        versions: versionsOf.get(scheduleId) ?? [],
      }),
    ),
    locationExceptions: exceptional,
    organizationExceptions: exceptional.get('') ?? [],
  };
}

function groupBy<Row, Item>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(itemOf(row));
    else groups.set(keyOf(row), [itemOf(row)]);
  }
  return groups;
}
